import type { Clock } from '../config/log.ts';
import type { SendJob } from '../config/messages.ts';
import type { Job as WireJob, JobKind } from '../contract/index.ts';
import type { Job, JobStore } from './job.ts';
import { LEASE_MS, recordAbandoned } from './lease.ts';

const HISTORY_DAYS = 30;

export type StartJob = (
  userId: string,
  kind: JobKind,
  options?: {
    /** It begins so much later, so that what is written meanwhile is done by the same run. */
    delaySeconds?: number;
    /** For what must lie ready under the job's id before it starts. */
    jobId?: string;
  },
) => Promise<WireJob>;

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
  taken_by: null,
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
  async (user_id, kind, { delaySeconds, jobId = newId() } = {}) => {
    const at = now();
    const { started, job, abandoned } = await jobs.start(
      newJob(user_id, jobId, kind, at),
      leaseFrom(at),
      at.toISOString(),
    );
    // A job still queued may be one whose starter died before this message was sent; a second one is
    // known by the job's `taken_by`.
    if (started || job.state === 'queued')
      await sendJob([{ user_id, job_id: job.job_id, kind, start_id: newId() }], delaySeconds);
    if (abandoned !== undefined) await recordAbandoned(jobs, abandoned);
    return toWire(job);
  };

export type RecordJob = (userId: string, kind: JobKind, done: number) => Promise<WireJob>;

/** Puts work that was done while the reader waited into the history. */
export const createRecordJob =
  ({ jobs, now, newId }: { jobs: JobStore; now: Clock; newId: () => string }): RecordJob =>
  async (user_id, kind, done) => {
    const at = now();
    const job: Job = { ...newJob(user_id, newId(), kind, at), state: 'done', done, total: done };
    await jobs.record(job);
    return toWire(job);
  };
