import type { Clock, Log } from '../config/log.ts';
import type { JobMessage, SendJob } from '../config/messages.ts';
import type { JobKind } from '../contract/index.ts';
import { isOver, type Job, type JobStore } from './job.ts';
import { leaseFrom } from './lease.ts';
import { createRestartJob } from './restart-job.ts';
import { secondsUntil, type StartJob } from './start-job.ts';

/** How long a held-back job waits for another of its kind to let the lock go. */
const LOCKED_SECONDS = 30;

/** What a slice of a job came to. `waiting`: others finish the job. */
export type Step =
  | {
      state: 'more';
      cursor: string;
      done: number;
      total: number | null;
      /** The next slice waits for so long: at most 900, which is SQS's limit. */
      delay_seconds?: number;
    }
  | { state: 'waiting'; total: number }
  | { state: 'done'; done: number; result: Record<string, unknown> };

export type JobWorker = {
  /** Does one slice of a job, in less than a minute; doing it again must be harmless. */
  run: (job: Job, message: JobMessage) => Promise<Step>;
  /** Asked of a job that is done and has let its lock go: was there something that it missed? */
  startAgain?: (job: Pick<Job, 'user_id' | 'result'>) => Promise<boolean>;
};

/** Runs one slice of a job and sends the next; what ends a job lets its lock go before anything new is looked for. */
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

  const letGo = async (job: Job): Promise<void> => {
    await jobs.release(job);
    if ((await workers[job.kind]?.startAgain?.(job)) === true) await startJob(job.user_id, job.kind);
  };

  /** Of a job that was held back: takes its lock, as starting took that of any other. */
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

  /** The job if this message is the one to go on with it. */
  const takeUp = async (job: Job, message: JobMessage): Promise<Job | null> => {
    const { cursor, start_id } = message;
    if (start_id === undefined) return job;
    // A slice from before it was restarted.
    if (cursor !== undefined) return start_id === job.taken_by ? job : null;
    if (job.not_before !== null && !(await begins(job, message, job.not_before))) return null;
    // Several quick requests are several messages for one job: the first one handed out runs it.
    return jobs.take(job, start_id);
  };

  return async (message: JobMessage): Promise<void> => {
    const found = await jobs.get(message.user_id, message.job_id);
    if (found === null) return;
    // Its own message once more: whoever ended it may have died before the rest.
    if (found.state === 'done' && message.start_id === found.taken_by) await letGo(found);
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
        const standing = await jobs.advance(job, { done, total });
        if (standing !== null) await sendJob([{ ...message, cursor: step.cursor }], step.delay_seconds);
        return;
      }
      case 'waiting':
        return;
      case 'done': {
        const { done, result } = step;
        const ended = await jobs.advance(job, { state: 'done', done, total: done, result });
        // It may have been ended by another, or by this very write, whose first answer was lost.
        const standing = ended ?? (await jobs.get(job.user_id, job.job_id));
        if (standing?.state !== 'done') return;
        log.info('job done', { job_id: job.job_id, kind: job.kind, done });
        await letGo(standing);
      }
    }
  };
};
