import { createRunJob } from '../jobs/run-job.ts';
import { createStopJob } from '../jobs/stop-job.ts';
import { jobMessage } from '../queues/messages.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { ContextOf } from './context.ts';
import { jobDefinitionsOf } from './job-definitions.ts';

export const createJobsHandler = (ctx: ContextOf['jobs']): SqsHandler => {
  const definitions = jobDefinitionsOf(ctx);
  const runJob = createRunJob({ ...ctx, definitions });
  const giveUp = createStopJob(ctx);
  return createSqsHandler({ schema: jobMessage, handle: runJob, giveUp, log: ctx.log });
};
