import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import type { JobMessage, SendJob } from '../queues/messages.ts';
import type { JobKind } from '../contract/index.ts';
import { isOver, type Job, type JobStore } from '../model/job/job.ts';
import { leaseFrom } from './lease.ts';
import { createRestartJob } from './restart-job.ts';
import { secondsUntil, type StartJob } from './start-job.ts';

/** Seconds that a held-back job waits for another job of its kind to release the lock. */
const LOCKED_SECONDS = 30;

/** The result of one slice of a job. In the state `waiting`, other processes finish the job. */
export type Step =
  | {
      state: 'more';
      cursor: string;
      done: number;
      total: number | null;
      /** Delay of the next slice in seconds: at most 900, the limit of SQS. */
      delay_seconds?: number;
    }
  | { state: 'waiting'; total: number }
  | { state: 'done'; done: number; result: Record<string, unknown> };

export type JobWorker = {
  /** Does one slice of a job in less than a minute; repeating it must be harmless. */
  run: (job: Job, message: JobMessage) => Promise<Step>;
  /** Checks whether a job that is done and has released its lock missed something and must start again. */
  startAgain?: (job: Pick<Job, 'user_id' | 'result'>) => Promise<boolean>;
};

/**
 * Creates the function that runs one slice of a job and sends the message for the next. A job that ends releases its
 * lock before it is checked for a new start.
 */
export const createRunJob = ({
  jobs,
  workers,
  sendJob,
  startJob,
  now,
  newId,
  log,
}: {
  jobs: JobStore;
  workers: Partial<Record<JobKind, JobWorker>>;
  sendJob: SendJob;
  startJob: StartJob;
  now: Clock;
  newId: () => string;
  log: Log;
}) => {
  const restart = createRestartJob({ jobs, sendJob, now, newId });

  const releaseLock = async (job: Job): Promise<void> => {
    await jobs.release(job);
    if ((await workers[job.kind]?.startAgain?.(job)) === true) await startJob(job.user_id, job.kind);
  };

  /**
   * Takes the lock for a held-back job; every other job took it when it started. Returns false, and sends the message
   * again, if it is too early or another job holds the lock.
   */
  const begins = async (job: Job, message: JobMessage, notBefore: string): Promise<boolean> => {
    const at = now();
    const wait = secondsUntil(new Date(notBefore), at);
    if (wait > 0) {
      await sendJob([message], wait);
      return false;
    }
    const { started, abandoned } = await jobs.start(job, leaseFrom(at), at.toISOString());
    if (abandoned !== undefined) await restart(abandoned);
    if (!started) await sendJob([message], LOCKED_SECONDS);
    return started;
  };

  /** Returns the job if this message is the one to continue it, otherwise null. */
  const takeUp = async (job: Job, message: JobMessage): Promise<Job | null> => {
    const { cursor, start_id } = message;
    if (start_id === undefined) return job;
    // Drop a slice from before the job was restarted.
    if (cursor !== undefined) return start_id === job.taken_by ? job : null;
    if (job.not_before !== null && !(await begins(job, message, job.not_before))) return null;
    // Several quick requests send several messages for one job; the first one delivered runs it.
    return jobs.take(job, start_id);
  };

  return async (message: JobMessage): Promise<void> => {
    const found = await jobs.get(message.user_id, message.job_id);
    if (found === null) return;
    // The message was delivered again: the process that ended the job may have stopped before releasing its lock.
    if (found.state === 'done' && message.start_id === found.taken_by) await releaseLock(found);
    if (isOver(found)) return;
    const job = await takeUp(found, message);
    if (job === null) return;
    const worker = workers[job.kind];
    if (worker === undefined) throw new Error(`no worker for jobs of kind ${job.kind}`);
    await jobs.extendLease(job, leaseFrom(now()));
    const step = await worker.run(job, message);
    switch (step.state) {
      case 'more': {
        const { done, total } = step;
        const existing = await jobs.advance(job, { done, total });
        if (existing !== null) await sendJob([{ ...message, cursor: step.cursor }], step.delay_seconds);
        return;
      }
      case 'waiting':
        return;
      case 'done': {
        const { done, result } = step;
        const ended = await jobs.advance(job, { state: 'done', done, total: done, result });
        // Another process may have ended the job, or this write succeeded although its first response was lost.
        const existing = ended ?? (await jobs.get(job.user_id, job.job_id));
        if (existing?.state !== 'done') return;
        log.info('job done', { job_id: job.job_id, kind: job.kind, done });
        await releaseLock(existing);
      }
    }
  };
};
