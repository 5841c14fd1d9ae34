import type { Job } from '../model/job/job.ts';
import type { JobMachine } from './job-machine.ts';
import { withFigures } from './progress.ts';

/**
 * Time in milliseconds after which a job without progress is dead. It is longer than the time until a message that
 * failed twice is delivered again.
 */
const LEASE_MS = 30 * 60_000;

export const leaseFrom = (at: Date): string => new Date(at.getTime() + LEASE_MS).toISOString();

const NO_PROGRESS = 'It came no further for half an hour. What was done until then stands.';

/** Returns the job as failed for this reason, with its figures so far. */
export const asFailed = async (
  jobParts: JobMachine['jobParts'],
  job: Job,
  reason = NO_PROGRESS,
): Promise<Job> => {
  const existing = await withFigures(jobParts, job);
  return { ...existing, state: 'failed', result: { ...existing.result, reason } };
};

/**
 * Returns the time until which a job counts as alive; null if another job has taken its lock. A held-back job has no
 * lock before it begins.
 */
export const leaseUntil = async (
  jobLocks: Pick<JobMachine['jobLocks'], 'leaseOf'>,
  job: Job,
): Promise<string | null> => {
  const held = await jobLocks.leaseOf(job);
  if (held !== null || job.not_before === null) return held;
  return new Date(Date.parse(job.not_before) + LEASE_MS).toISOString();
};

/** Records that a job whose lock was taken has failed, unless it has ended in the meantime. */
export const recordAbandoned = async (
  { jobs, jobParts }: Pick<JobMachine, 'jobs' | 'jobParts'>,
  job: Job,
): Promise<void> => {
  const { state, done, result } = await asFailed(jobParts, job);
  await jobs.update(job.user_id, job.job_id, { state, done, result });
};
