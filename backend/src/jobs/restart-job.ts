import type { Clock } from '../config/log.ts';
import type { SendJob } from '../config/messages.ts';
import { isOver, type Job, type JobStore } from './job.ts';
import { asFailed, leaseFrom, leaseUntil, recordAbandoned } from './lease.ts';

/** A job that came no further so many times has something wrong with it that another start would not mend. */
export const MAX_RESTARTS = 2;

export const canRestart = ({ restarts }: Pick<Job, 'restarts'>): boolean => restarts < MAX_RESTARTS;

type RestartDeps = { jobs: JobStore; sendJob: SendJob; now: Clock; newId: () => string };

/**
 * Begins a dead job anew, whose lock another has taken or whose lease the caller has renewed, so that one of several who
 * find it does. Its workers go on from what was done; what is left of its old messages is dropped. After MAX_RESTARTS it
 * has failed for good. Answers with the job as it then stands.
 */
export const createRestartJob =
  ({ jobs, sendJob, now, newId }: RestartDeps) =>
  async (job: Job): Promise<Job> => {
    if (!canRestart(job)) {
      await recordAbandoned(jobs, job);
      return (await jobs.get(job.user_id, job.job_id)) ?? job;
    }
    const { user_id, job_id, kind } = job;
    const restarts = job.restarts + 1;
    const freed = await jobs.amend(job, {
      taken_by: null,
      restarts,
      // Held back no longer, and alive for as long as any.
      ...(job.not_before === null ? {} : { not_before: now().toISOString() }),
    });
    const standing = freed ?? (await jobs.get(user_id, job_id)) ?? job;
    // It may have been freed by this very write, whose first answer was lost; a second message is known by `taken_by`.
    const isFreed = !isOver(standing) && standing.taken_by === null && standing.restarts === restarts;
    if (isFreed) await sendJob([{ user_id, job_id, kind, start_id: newId() }]);
    return standing;
  };

/**
 * The job as it stands. If it is dead, since its worker died or its message did, whoever looks has it begun anew, or sees
 * that it failed where that is of no more use.
 */
export const createCheckJob = (deps: RestartDeps) => {
  const { jobs, now } = deps;
  const restart = createRestartJob(deps);
  return async (job: Job): Promise<Job> => {
    if (isOver(job)) return job;
    const until = await leaseUntil(jobs, job);
    const at = now();
    if (until !== null && until > at.toISOString()) return job;
    // It may have ended since it was read; else its lock went to another.
    const standing = until === null ? ((await jobs.get(job.user_id, job.job_id)) ?? job) : job;
    if (isOver(standing)) return standing;
    if (until === null || !canRestart(standing)) return asFailed(jobs, standing);
    const isHeld = (await jobs.leaseOf(job)) !== null;
    return isHeld && !(await jobs.extendLease(job, leaseFrom(at), until)) ? job : restart(job);
  };
};

export type RestartDead = (userId: string) => Promise<void>;

/** Begins a reader's dead jobs anew. */
export const createRestartDead = (deps: RestartDeps): RestartDead => {
  const check = createCheckJob(deps);
  return async (userId) => {
    for (const job of await deps.jobs.list(userId)) await check(job);
  };
};
