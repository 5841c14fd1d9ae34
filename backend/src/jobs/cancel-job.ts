import { isCancellable } from '../contract/index.ts';
import { isOver, type Job } from '../model/job/job.ts';
import type { OnCancelled } from './job-definition.ts';
import type { JobMachine } from './job-machine.ts';
import { withFigures } from './progress.ts';
import { DomainError } from '../lib/domain-error.ts';

/** Returns the error of a job that never existed, or whose 30 days are over. */
export const jobUnknown = () =>
  new DomainError('NOT_FOUND', 'You have no job with this id. Jobs are kept for 30 days.');

type CancelDeps = Pick<JobMachine, 'jobs' | 'jobLocks' | 'jobParts'> & { onCancelled: OnCancelled };

/** Returns the stored job after cancelling it; null if it is over, or was held back and has begun. */
const stop = async ({ jobs, jobParts }: CancelDeps, job: Job): Promise<Job | null> => {
  const { done, result } = await withFigures(jobParts, job);
  const onlyIn = job.not_before === null ? undefined : (['queued'] as const);
  return jobs.update(job.user_id, job.job_id, { state: 'cancelled', done, result }, onlyIn);
};

/**
 * Stops a job at its next slice; finished work stays. A held-back job can be cancelled only before it begins. A job
 * that is over, or of a kind that cannot be cancelled, is not changed. A repeated call completes one that was
 * interrupted. Throws NOT_FOUND.
 */
export const createCancelJob =
  (deps: CancelDeps) =>
  async (userId: string, jobId: string): Promise<Job> => {
    const { jobs, jobLocks, onCancelled } = deps;
    const found = await jobs.get(userId, jobId);
    if (found === null) throw jobUnknown();
    const isStopped = !isOver(found) && isCancellable[found.kind];
    const job = (isStopped ? await stop(deps, found) : found) ?? (await jobs.get(userId, jobId)) ?? found;
    if (job.state !== 'cancelled') return job;
    await onCancelled[job.kind]?.(job);
    await jobLocks.release(job);
    return job;
  };
