import type { Job, JobStore } from './job.ts';
import { withFigures } from './progress.ts';

/**
 * A job that comes no further for so long is dead. Longer than it takes until a message that failed twice is handed out
 * again.
 */
export const LEASE_MS = 30 * 60_000;

export const leaseFrom = (at: Date): string => new Date(at.getTime() + LEASE_MS).toISOString();

/** How it reads once it is given up. */
export const asFailed = async (jobs: Pick<JobStore, 'listParts'>, job: Job): Promise<Job> => {
  const standing = await withFigures(jobs, job);
  return {
    ...standing,
    state: 'failed',
    result: {
      ...standing.result,
      reason: 'It came no further for half an hour. What was done until then stands.',
    },
  };
};

/** Until when it counts as alive; null when its lock went to another. One that is held back has no lock until it begins. */
export const leaseUntil = async (jobs: Pick<JobStore, 'leaseOf'>, job: Job): Promise<string | null> => {
  const held = await jobs.leaseOf(job);
  if (held !== null || job.not_before === null) return held;
  return new Date(Date.parse(job.not_before) + LEASE_MS).toISOString();
};

/** Writes that a job failed whose lock was taken from it, unless it has ended meanwhile. */
export const recordAbandoned = async (
  jobs: Pick<JobStore, 'update' | 'listParts'>,
  job: Job,
): Promise<void> => {
  const { state, done, result } = await asFailed(jobs, job);
  await jobs.update(job.user_id, job.job_id, { state, done, result });
};
