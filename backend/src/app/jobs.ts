import { createRunJob } from '../jobs/run-job.ts';
import type { AllowHosts } from '../outbound/guard/allow-hosts.ts';
import type { Retention } from '../model/reader/retention.ts';
import type { Embedder } from '../model/score/embedder.ts';
import { type SendFetch, type SendJob, jobMessage } from '../queues/messages.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { Meter } from '../retention/cost.ts';
import type { CleanupFigures } from '../retention/figures.ts';
import type { Base, Parsing } from './base.ts';
import { jobDefinitionsOf } from './job-definitions.ts';

/** Longest run time of a Lambda function in seconds. */
export const LONGEST_RUN_SECONDS = 900;

export type JobsParts = Base &
  Parsing & {
    /** Seconds for which processes that run when a reader leaves may still write. */
    lastWriteSeconds: number;
    sendFetch: SendFetch;
    sendJob: SendJob;
    embedder: Embedder;
    allowHosts: AllowHosts;
    maxSubscriptions: number;
    retention: Retention;
    /** Measures what a cleanup consumes of the table; without it, only the writes are estimated. */
    meter?: Meter;
    /** Receives the figures of each cleanup that has ended. */
    observeCleanup?: (figures: CleanupFigures) => void;
  };

export const createJobsHandler = (parts: JobsParts): SqsHandler => {
  const { stores, log } = parts;
  const runJob = createRunJob({ ...parts, ...stores, definitions: jobDefinitionsOf(parts) });
  return createSqsHandler({ schema: jobMessage, handle: runJob, log });
};
