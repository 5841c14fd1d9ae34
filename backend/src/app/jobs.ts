import { createRunJob } from '../jobs/run-job.ts';
import { jobMessage } from '../queues/messages.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import { jobDefinitionsOf, type JobsParts } from './job-definitions.ts';

/** Longest run time of a Lambda function in seconds. */
export const LONGEST_RUN_SECONDS = 900;

export const createJobsHandler = (parts: JobsParts): SqsHandler => {
  const { stores, log } = parts;
  const runJob = createRunJob({ ...parts, ...stores, definitions: jobDefinitionsOf(parts) });
  return createSqsHandler({ schema: jobMessage, handle: runJob, log });
};
