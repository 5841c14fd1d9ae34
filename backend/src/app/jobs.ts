import { createRunJob } from '../jobs/run-job.ts';
import { createStopJob } from '../jobs/stop-job.ts';
import { jobMessage } from '../queues/messages.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { JobsAdapters } from './parts/adapters.ts';
import { jobDefinitionsOf } from './job-definitions.ts';

export const createJobsHandler = (adapters: JobsAdapters): SqsHandler => {
  const { base, send } = adapters;
  const definitions = jobDefinitionsOf(adapters);
  const runJob = createRunJob({ ...base, ...base.stores, sendJob: send.jobs, definitions });
  const giveUp = createStopJob(base.stores);
  return createSqsHandler({ schema: jobMessage, handle: runJob, giveUp, log: base.log });
};
