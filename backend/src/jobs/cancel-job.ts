import type { JobKind } from '../contract/index.ts';
import { JobUnknownError } from './errors.ts';
import { isOver, type Job, type JobStore } from '../model/job/job.ts';
import { withFigures } from './progress.ts';

/** The actions that undo further effects of a cancelled job, by kind; repeating them must be harmless. */
export type OnCancelled = Partial<Record<JobKind, (job: Job) => Promise<void>>>;

/** Checks whether a job is an account deletion, which cannot be cancelled because half done it is of no use. */
const isLasting = ({ kind }: Job): boolean => kind === 'leave';

/**
 * Stops a job at its next slice; finished work stays. A held-back job can be cancelled only before it begins. A job
 * that is over is not changed, and an account deletion goes on. A repeated call completes one that was interrupted.
 * Throws JobUnknownError.
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
