import { isOver, type Job } from '../model/job/job.ts';
import type { JobMachine } from './job-machine.ts';
import { asFailed, leaseFrom, leaseUntil, recordAbandoned } from './lease.ts';

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
export const createRestartJob =
  (machine: JobMachine) =>
  async (job: Job): Promise<Job> => {
    const { jobs, sendJob, now, newId } = machine;
    if (!canRestart(job)) {
      await recordAbandoned(machine, job);
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
    if (isFreed) await sendJob([{ user_id, job_id, kind, start_id: newId() }]);
    return existing;
  };

/**
 * Creates a check that returns the current job. If the job is dead, because its worker or its message was lost, the
 * check restarts it, or returns it as failed if it cannot be restarted.
 */
export const createCheckJob = (machine: JobMachine) => {
  const { jobs, jobLocks, jobParts, now } = machine;
  const restart = createRestartJob(machine);
  return async (job: Job): Promise<Job> => {
    if (isOver(job)) return job;
    const until = await leaseUntil(jobLocks, job);
    const at = now();
    if (until !== null && until > at.toISOString()) return job;
    // Without a lease, the job has ended since it was read, or another job has taken its lock.
    const existing = until === null ? ((await jobs.get(job.user_id, job.job_id)) ?? job) : job;
    if (isOver(existing)) return existing;
    if (until === null || !canRestart(existing)) return asFailed(jobParts, existing);
    const isHeld = (await jobLocks.leaseOf(job)) !== null;
    return isHeld && !(await jobLocks.extendLease(job, leaseFrom(at), until)) ? job : restart(job);
  };
};

export type RestartDead = (userId: string) => Promise<void>;

/** Restarts a reader's dead jobs. */
export const createRestartDead = (machine: JobMachine): RestartDead => {
  const check = createCheckJob(machine);
  return async (userId) => {
    for (const job of await machine.jobs.list(userId)) await check(job);
  };
};
