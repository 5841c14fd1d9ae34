import { runJob } from '../jobs/run-job.ts';
import { stopJob } from '../jobs/stop-job.ts';
import { jobMessage } from '../queues/messages.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { ContextOf } from './context.ts';
import { jobDefinitionsOf } from './job-definitions.ts';

export const createJobsHandler = (ctx: ContextOf['jobs']): SqsHandler => {
  const definitions = jobDefinitionsOf(ctx);
  return createSqsHandler({
    schema: jobMessage,
    handle: (message) => runJob({ ...ctx, definitions }, message),
    giveUp: (message) => stopJob(ctx, message),
    log: ctx.log,
  });
};
