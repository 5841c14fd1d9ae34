import type { Clock, Log } from '../config/log.ts';
import type { JobMessage, SendJob } from '../config/messages.ts';
import type { JobKind } from '../contract/index.ts';
import { isOver, type Job, type JobStore } from './job.ts';
import { LEASE_MS } from './lease.ts';
import type { StartJob } from './start-job.ts';

/** What a slice of a job came to. `waiting`: others finish the job. */
export type Step =
  | { state: 'more'; cursor: string; done: number; total: number | null }
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
  log,
}: {
  jobs: JobStore;
  workers: Partial<Record<JobKind, JobWorker>>;
  sendJob: SendJob;
  startJob: StartJob;
  now: Clock;
  log: Log;
}) => {
  const letGo = async (job: Job): Promise<void> => {
    await jobs.release(job);
    if ((await workers[job.kind]?.startAgain?.(job)) === true) await startJob(job.user_id, job.kind);
  };

  return async (message: JobMessage): Promise<void> => {
    const job = await jobs.get(message.user_id, message.job_id);
    if (job === null) return;
    const { cursor, start_id } = message;
    // Its own message once more: whoever ended it may have died before the rest.
    if (job.state === 'done' && start_id === job.taken_by) await letGo(job);
    if (isOver(job)) return;
    // Several quick requests are several messages for one job: the first one handed out runs it.
    if (cursor === undefined && start_id !== undefined && !(await jobs.take(job, start_id))) return;
    const worker = workers[job.kind];
    if (worker === undefined) throw new Error(`no worker for jobs of kind ${job.kind}`);
    await jobs.extendLease(job, new Date(now().getTime() + LEASE_MS).toISOString());
    const step = await worker.run(job, message);
    switch (step.state) {
      case 'more': {
        const { done, total } = step;
        const standing = await jobs.update(job.user_id, job.job_id, { state: 'running', done, total });
        if (standing !== null) await sendJob([{ ...message, cursor: step.cursor }]);
        return;
      }
      case 'waiting':
        return;
      case 'done': {
        const { done, result } = step;
        await jobs.update(job.user_id, job.job_id, { state: 'done', done, total: done, result });
        log.info('job done', { job_id: job.job_id, kind: job.kind, done });
        await letGo({ ...job, result });
      }
    }
  };
};
