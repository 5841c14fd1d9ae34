import type { Clock } from '../lib/clock.ts';
import type { JobLockStore } from '../model/job/job-lock-store.ts';
import type { JobPartStore } from '../model/job/job-part.ts';
import type { JobStore } from '../model/job/job-store.ts';
import type { SendJob } from '../queues/messages.ts';

/** The stores and functions that start and restart jobs of any kind. */
export type JobMachine = {
  jobs: JobStore;
  jobLocks: JobLockStore;
  jobParts: Pick<JobPartStore, 'list'>;
  sendJob: SendJob;
  now: Clock;
  newId: () => string;
};
