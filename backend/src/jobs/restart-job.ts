import type { Context } from '../model/context.ts';
import { isOver, type Job } from '../model/job/job.ts';
import { withFigures } from './job-reports.ts';

/** The context for starting and restarting jobs of any kind. */
export type JobContext = Pick<Context, 'jobs' | 'jobLocks' | 'jobParts' | 'sendJobs' | 'now' | 'newId'>;

/**
 * Time in milliseconds after which a job without progress is dead. It is longer than the time until a message that
 * failed twice is delivered again.
 */
const LEASE_MS = 30 * 60_000;

export const leaseFrom = (at: Date): string => new Date(at.getTime() + LEASE_MS).toISOString();

const NO_PROGRESS = 'It came no further for half an hour. What was done until then stands.';

/** Returns the job as failed for this reason, with its figures so far. */
export const asFailed = async (
  ctx: Pick<JobContext, 'jobParts'>,
  job: Job,
  reason = NO_PROGRESS,
): Promise<Job> => {
  const existing = await withFigures(ctx, job);
  return { ...existing, state: 'failed', result: { ...existing.result, reason } };
};

/**
 * Returns the time until which a job counts as alive; null if another job has taken its lock. A held-back job has no
 * lock before it begins.
 */
export const leaseUntil = async (
  { jobLocks }: Pick<JobContext, 'jobLocks'>,
  job: Job,
): Promise<string | null> => {
  const held = await jobLocks.leaseOf(job);
  if (held !== null || job.not_before === null) return held;
  return new Date(Date.parse(job.not_before) + LEASE_MS).toISOString();
};

/** Records that a job whose lock was taken has failed, unless it has ended in the meantime. */
export const recordAbandoned = async (
  ctx: Pick<JobContext, 'jobs' | 'jobParts'>,
  job: Job,
): Promise<void> => {
  const { state, done, result } = await asFailed(ctx, job);
  await ctx.jobs.update(job.user_id, job.job_id, { state, done, result });
};

/**
 * Number of restarts of a job; a job that makes no progress after them has a fault that another start would not fix.
 */
const MAX_RESTARTS = 2;

export const canRestart = ({ restarts }: Pick<Job, 'restarts'>): boolean => restarts < MAX_RESTARTS;

/**
 * Restarts a dead job. Another job has taken its lock, or the caller has renewed its lease, so that only one of several
 * callers restarts it. It continues where its last slice ended, and remaining messages of the earlier start are
 * dropped. After MAX_RESTARTS the job fails for good. Returns the stored job.
 */
export const restartJob = async (ctx: JobContext, job: Job): Promise<Job> => {
  const { jobs, sendJobs, now, newId } = ctx;
  if (!canRestart(job)) {
    await recordAbandoned(ctx, job);
    return (await jobs.get(job.user_id, job.job_id)) ?? job;
  }
  const { user_id, job_id, kind } = job;
  const restarts = job.restarts + 1;
  const freed = await jobs.amend(job, {
    taken_by: null,
    restarts,
    // The job is no longer held back, and its lease counts from now.
    ...(job.not_before === null ? {} : { not_before: now().toISOString() }),
  });
  const existing = freed ?? (await jobs.get(user_id, job_id)) ?? job;
  // This write may have succeeded although its first response was lost, so check the stored job. A second message is
  // harmless, because `taken_by` identifies it.
  const isFreed = !isOver(existing) && existing.taken_by === null && existing.restarts === restarts;
  if (isFreed) await sendJobs([{ user_id, job_id, kind, start_id: newId() }]);
  return existing;
};

/**
 * Returns the current job. If the job is dead, because its worker or its message was lost, it is restarted, or returned
 * as failed if it cannot be restarted.
 */
export const checkJob = async (ctx: JobContext, job: Job): Promise<Job> => {
  const { jobs, jobLocks, now } = ctx;
  if (isOver(job)) return job;
  const until = await leaseUntil(ctx, job);
  const at = now();
  if (until !== null && until > at.toISOString()) return job;
  // Without a lease, the job has ended since it was read, or another job has taken its lock.
  const existing = until === null ? ((await jobs.get(job.user_id, job.job_id)) ?? job) : job;
  if (isOver(existing)) return existing;
  if (until === null || !canRestart(existing)) return asFailed(ctx, existing);
  const isHeld = (await jobLocks.leaseOf(job)) !== null;
  return isHeld && !(await jobLocks.extendLease(job, leaseFrom(at), until)) ? job : restartJob(ctx, job);
};

/** Restarts a reader's dead jobs. */
export const restartDead = async (ctx: JobContext, userId: string): Promise<void> => {
  for (const job of await ctx.jobs.list(userId)) await checkJob(ctx, job);
};
