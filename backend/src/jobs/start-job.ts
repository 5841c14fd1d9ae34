import type { Clock } from '../config/log.ts';
import type { SendJob } from '../config/messages.ts';
import type { Job as WireJob, JobKind } from '../contract/index.ts';
import type { Job, JobStore } from './job.ts';

/** A worker that is silent for so long has died; the next start takes the job's place. */
export const LEASE_MS = 15 * 60_000;
const HISTORY_DAYS = 30;

export type StartJob = (userId: string, kind: JobKind, request?: Record<string, unknown>) => Promise<WireJob>;

export const toWire = ({ job_id, kind, state, done, total, result, created_at }: Job): WireJob => ({
  job_id,
  kind,
  state,
  done,
  total,
  result,
  created_at,
});

const newJob = (user_id: string, job_id: string, kind: JobKind, at: Date): Job => ({
  user_id,
  job_id,
  kind,
  state: 'queued',
  done: 0,
  total: null,
  result: null,
  created_at: at.toISOString(),
  ttl: Math.floor(at.getTime() / 1000) + HISTORY_DAYS * 86_400,
});

const leaseFrom = (at: Date): string => new Date(at.getTime() + LEASE_MS).toISOString();

/** Starts a job, or answers with the one of this kind that runs for the reader already. */
export const createStartJob =
  ({
    jobs,
    sendJob,
    now,
    newId,
  }: {
    jobs: JobStore;
    sendJob: SendJob;
    now: Clock;
    newId: () => string;
  }): StartJob =>
  async (user_id, kind, request) => {
    const at = now();
    const { started, job } = await jobs.start(
      newJob(user_id, newId(), kind, at),
      leaseFrom(at),
      at.toISOString(),
    );
    // A job still queued may be one whose starter died before this message was sent; a second one does no harm.
    if (started || job.state === 'queued')
      await sendJob([{ user_id, job_id: job.job_id, kind, ...(request === undefined ? {} : { request }) }]);
    return toWire(job);
  };

export type RecordJob = (userId: string, kind: JobKind, done: number) => Promise<WireJob>;

/** Puts work that was done while the reader waited into the history. */
export const createRecordJob =
  ({ jobs, now, newId }: { jobs: JobStore; now: Clock; newId: () => string }): RecordJob =>
  async (user_id, kind, done) => {
    const at = now();
    const job: Job = { ...newJob(user_id, newId(), kind, at), state: 'done', done, total: done };
    const { started } = await jobs.start(job, leaseFrom(at), at.toISOString());
    if (started) await jobs.release(job);
    return toWire(job);
  };
