import type { Clock, Log } from '../config/log.ts';
import type { JobMessage, SendJob } from '../config/messages.ts';
import type { JobKind } from '../contract/index.ts';
import type { Job, JobStore } from './job.ts';
import { LEASE_MS, type StartJob } from './start-job.ts';

/** What a slice of a job came to. `waiting`: others finish the job. */
export type Step =
  | { state: 'more'; cursor: string; done: number; total: number | null }
  | { state: 'waiting'; total: number }
  | { state: 'done'; done: number; result: Record<string, unknown>; startAgain?: () => Promise<boolean> };

/** Does one slice of a job, in less than a minute; doing it again must be harmless. */
export type JobWorker = (job: Job, message: JobMessage) => Promise<Step>;

/** Runs one slice of a job and sends the next; what ends a job lets its lock go before anything new is looked for. */
export const createRunJob =
  ({
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
  }) =>
  async (message: JobMessage): Promise<void> => {
    const job = await jobs.get(message.user_id, message.job_id);
    if (job === null || (job.state !== 'queued' && job.state !== 'running')) return;
    const worker = workers[job.kind];
    if (worker === undefined) throw new Error(`no worker for jobs of kind ${job.kind}`);
    await jobs.extendLease(job, new Date(now().getTime() + LEASE_MS).toISOString());
    const step = await worker(job, message);
    switch (step.state) {
      case 'more':
        await jobs.update(job.user_id, job.job_id, { state: 'running', done: step.done, total: step.total });
        await sendJob([{ ...message, cursor: step.cursor }]);
        return;
      case 'waiting':
        return;
      case 'done': {
        const { done, result } = step;
        await jobs.update(job.user_id, job.job_id, { state: 'done', done, total: done, result });
        await jobs.release(job);
        log.info('job done', { job_id: job.job_id, kind: job.kind, done });
        if ((await step.startAgain?.()) === true) await startJob(job.user_id, job.kind);
      }
    }
  };
