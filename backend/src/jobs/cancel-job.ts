import type { JobKind } from '../contract/index.ts';
import { JobUnknownError } from './errors.ts';
import { isOver, type Job, type JobStore } from './job.ts';
import { withFigures } from './progress.ts';

/** What else is to be undone once a job of a kind is cancelled; doing it again must be harmless. */
export type OnCancelled = Partial<Record<JobKind, (job: Job) => Promise<void>>>;

/** Half done, it would leave nothing that is of use. */
const isLasting = ({ kind }: Job): boolean => kind === 'leave';

/**
 * Stops a job at its next slice; what was done stays. One that was held back can only be cancelled before it begins. One
 * that is over stays what it was, and leaving goes on. Cancelling again completes what a crash cut off. Throws JobUnknownError.
 */
export const createCancelJob = (jobs: JobStore, cancelled: OnCancelled) => {
  const stop = async (job: Job): Promise<Job | null> => {
    const { done, result } = await withFigures(jobs, job);
    const onlyIn = job.not_before === null ? undefined : (['queued'] as const);
    return jobs.update(job.user_id, job.job_id, { state: 'cancelled', done, result }, onlyIn);
  };

  return async (userId: string, jobId: string): Promise<Job> => {
    const found = await jobs.get(userId, jobId);
    if (found === null) throw new JobUnknownError();
    const job =
      (isOver(found) || isLasting(found) ? found : await stop(found)) ??
      (await jobs.get(userId, jobId)) ??
      found;
    if (job.state !== 'cancelled') return job;
    await cancelled[job.kind]?.(job);
    await jobs.release(job);
    return job;
  };
};
