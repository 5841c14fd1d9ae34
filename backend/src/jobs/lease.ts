import { isOver, type Job, type JobStore } from './job.ts';
import { withProgress } from './progress.ts';

/**
 * A job that comes no further for so long has failed, and the next start takes its place. Longer than it takes until a
 * message that failed twice is handed out again.
 */
export const LEASE_MS = 30 * 60_000;

const asFailed = async (jobs: Pick<JobStore, 'listParts'>, job: Job): Promise<Job> => ({
  ...(await withProgress(jobs, job)),
  state: 'failed',
  result: { ...job.result, reason: 'It came no further for half an hour. What was done until then stands.' },
});

/** The job, failed if its lease has ended or its lock went to another: its message is dead, or its worker. */
export const withLease = async (
  jobs: Pick<JobStore, 'get' | 'leaseOf' | 'listParts'>,
  job: Job,
  now: Date,
): Promise<Job> => {
  if (isOver(job)) return job;
  const leaseUntil = await jobs.leaseOf(job);
  if (leaseUntil !== null) return leaseUntil > now.toISOString() ? job : asFailed(jobs, job);
  // It may have ended since it was read.
  const standing = (await jobs.get(job.user_id, job.job_id)) ?? job;
  return isOver(standing) ? standing : asFailed(jobs, job);
};

/** Writes that a job failed whose lock was taken from it, unless it has ended meanwhile. */
export const recordAbandoned = async (
  jobs: Pick<JobStore, 'update' | 'listParts'>,
  job: Job,
): Promise<void> => {
  const { state, done, result } = await asFailed(jobs, job);
  await jobs.update(job.user_id, job.job_id, { state, done, result });
};
