import { isCancellable } from '../contract/index.ts';
import { DomainError } from '../lib/errors.ts';
import { isOver, type Job } from '../model/job/job.ts';
import { MOST_HOPS } from '../queues/hops.ts';
import type { JobMessage } from '../queues/messages.ts';
import type { OnCancelled } from './job-definition.ts';
import { withFigures } from './job-reports.ts';
import { asFailed, type JobContext } from './restart-job.ts';

type StopContext = Pick<JobContext, 'jobs' | 'jobLocks' | 'jobParts'>;

/** Returns the error of a job that never existed, or whose 30 days are over. */
export const jobUnknown = () =>
  new DomainError('NOT_FOUND', 'You have no job with this id. Jobs are kept for 30 days.');

/** Returns the stored job after cancelling it; null if it is over, or was held back and has begun. */
const stop = async (ctx: StopContext, job: Job): Promise<Job | null> => {
  const { done, result } = await withFigures(ctx, job);
  const onlyIn = job.not_before === null ? undefined : (['queued'] as const);
  return ctx.jobs.update(job.user_id, job.job_id, { state: 'cancelled', done, result }, onlyIn);
};

/**
 * Stops a job at its next slice; finished work stays. A held-back job can be cancelled only before it begins. A job
 * that is over, or of a kind that cannot be cancelled, is not changed. A repeated call completes one that was
 * interrupted. Throws NOT_FOUND.
 */
export const cancelJob = async (
  ctx: StopContext & { onCancelled: OnCancelled },
  userId: string,
  jobId: string,
): Promise<Job> => {
  const { jobs, jobLocks, onCancelled } = ctx;
  const found = await jobs.get(userId, jobId);
  if (found === null) throw jobUnknown();
  const isStopped = !isOver(found) && isCancellable[found.kind];
  const job = (isStopped ? await stop(ctx, found) : found) ?? (await jobs.get(userId, jobId)) ?? found;
  if (job.state !== 'cancelled') return job;
  await onCancelled[job.kind]?.(job);
  await jobLocks.release(job);
  return job;
};

const STOPPED =
  `It was stopped because it had not ended after ${MOST_HOPS.toLocaleString('en')} steps, ` +
  'more than any job needs. What was done until then stands.';

/** Ends the job of a message whose chain is too long. */
export const stopJob = async (ctx: StopContext, { user_id, job_id, start_id }: JobMessage): Promise<void> => {
  const { jobs, jobLocks } = ctx;
  const job = await jobs.get(user_id, job_id);
  if (job === null || isOver(job)) return;
  // A message from before a restart is not the job's any more.
  if (start_id !== undefined && job.taken_by !== null && start_id !== job.taken_by) return;
  const { state, done, result } = await asFailed(ctx, job, STOPPED);
  const ended = await jobs.update(user_id, job_id, { state, done, result, cursor: null });
  if (ended !== null) await jobLocks.release(ended);
};
