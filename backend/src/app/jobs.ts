import type { TakeArticles } from '../feeds/import/take-articles.ts';
import { runJob } from '../jobs/run-job.ts';
import { stopJob } from '../jobs/stop-job.ts';
import { jobMessage } from '../queues/messages.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import { jobDefinitionsOf, type JobsContext } from './job-definitions.ts';

/** Loaded with the first file that has articles. */
const takeArticles: TakeArticles = async (...slice) =>
  (await import('../feeds/import/take-articles.ts')).takeArticles(...slice);

export const createJobsHandler = (ctx: JobsContext): SqsHandler => {
  const definitions = jobDefinitionsOf({ ...ctx, takeArticles });
  return createSqsHandler({
    schema: jobMessage,
    handle: (message) => runJob({ ...ctx, definitions }, message),
    giveUp: (message) => stopJob(ctx, message),
    log: ctx.log,
  });
};
