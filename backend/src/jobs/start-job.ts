import type { Clock } from '../lib/clock.ts';
import type { SendJob } from '../queues/messages.ts';
import type { Job as WireJob, JobKind } from '../contract/index.ts';
import type { Job, JobStore } from '../model/job/job.ts';
import { leaseFrom, recordAbandoned } from './lease.ts';
import { canRestart, createRestartJob } from './restart-job.ts';

const HISTORY_DAYS = 30;

export type StartJob = (
  userId: string,
  kind: JobKind,
  options?: {
    /** Delay of the start in seconds, so that one run also handles changes written in the meantime. */
    delaySeconds?: number;
    /** The id of the job, for data that must be stored under it before it starts. */
    jobId?: string;
    /** The only feed to fetch. */
    feedId?: string | undefined;
  },
) => Promise<WireJob>;

export const jobToWire = (job: Job): WireJob => {
  const { job_id, kind, state, done, total, result, created_at, feed_id, not_before: undo_until } = job;
  return { job_id, kind, state, done, total, result, created_at, feed_id, undo_until };
};

const newJob = (user_id: string, job_id: string, kind: JobKind, at: Date): Job => ({
  user_id,
  job_id,
  kind,
  state: 'queued',
  done: 0,
  total: null,
  result: null,
  created_at: at.toISOString(),
  feed_id: null,
  not_before: null,
  taken_by: null,
  restarts: 0,
  ttl: Math.floor(at.getTime() / 1000) + HISTORY_DAYS * 86_400,
});

/** Longest delay of a queue message in seconds; a message that arrives too early is sent again. */
const MAX_DELAY_SECONDS = 600;

export const secondsUntil = (at: Date, now: Date): number =>
  Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000)));

const ATTEMPTS = 5;

/**
 * Changes a fetch of one feed into a fetch of all feeds. A process that is planning the job notices the change;
 * otherwise another message begins the job again and adds the other feeds.
 */
const widen = (jobs: JobStore, job: Job): Promise<Job | null> => {
  const isBeingPlanned = job.taken_by !== null && job.total === null;
  return jobs.amend(job, { feed_id: null, ...(isBeingPlanned ? {} : { taken_by: null, total: null }) });
};

/**
 * Starts a job, or returns the job of this kind that is already running for the reader. A dead job is restarted, and a
 * fetch of another single feed becomes a fetch of all feeds.
 */
export const createStartJob = (deps: {
  jobs: JobStore;
  sendJob: SendJob;
  now: Clock;
  newId: () => string;
}): StartJob => {
  const { jobs, sendJob, now, newId } = deps;
  const restart = createRestartJob(deps);
  return async (user_id, kind, { delaySeconds, jobId = newId(), feedId } = {}) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const at = now();
      const lease = leaseFrom(at);
      const fresh = { ...newJob(user_id, jobId, kind, at), feed_id: feedId ?? null };
      const { started, job, abandoned, ended_lease } = await jobs.start(
        fresh,
        lease,
        at.toISOString(),
        (holder) => !canRestart(holder),
      );
      const existing =
        started || job.feed_id === null || job.feed_id === feedId ? job : await widen(jobs, job);
      // The job changed or ended in the meantime, so try again.
      if (existing === null) continue;
      if (ended_lease !== undefined)
        return jobToWire(
          (await jobs.extendLease(job, lease, ended_lease)) ? await restart(existing) : existing,
        );
      const { job_id, taken_by } = existing;
      // If no message has begun the job, its starter may have stopped before sending one. A second message is harmless,
      // because `taken_by` identifies it.
      if (started || taken_by === null)
        await sendJob([{ user_id, job_id, kind, start_id: newId() }], delaySeconds);
      if (abandoned !== undefined) await recordAbandoned(jobs, abandoned);
      return jobToWire(existing);
    }
    throw new Error(`the ${kind} job of ${user_id} changed ${ATTEMPTS} times while it was joined`);
  };
};

export type RecordJob = (userId: string, kind: JobKind, done: number) => Promise<WireJob>;

/** Records work that was done during a request as a finished job in the history. */
export const createRecordJob =
  ({ jobs, now, newId }: { jobs: JobStore; now: Clock; newId: () => string }): RecordJob =>
  async (user_id, kind, done) => {
    const at = now();
    const job: Job = { ...newJob(user_id, newId(), kind, at), state: 'done', done, total: done };
    await jobs.record(job);
    return jobToWire(job);
  };

export type ScheduleJob = (
  userId: string,
  kind: JobKind,
  job: {
    jobId: string;
    /** The start time, at most one day ahead. */
    notBefore: Date;
    total: number | null;
    result: Record<string, unknown> | null;
  },
) => Promise<WireJob>;

/**
 * Records a job that begins later and holds no lock until then. A repeated call with the same id leaves the job
 * unchanged.
 */
export const createScheduleJob =
  ({ jobs, sendJob, now }: { jobs: JobStore; sendJob: SendJob; now: Clock }): ScheduleJob =>
  async (user_id, kind, { jobId, notBefore, total, result }) => {
    const job: Job = {
      ...newJob(user_id, jobId, kind, now()),
      not_before: notBefore.toISOString(),
      total,
      result,
    };
    const existing = await jobs.record(job);
    await sendJob([{ user_id, job_id: jobId, kind, start_id: jobId }], secondsUntil(notBefore, now()));
    return jobToWire(existing);
  };

/** Begins a held-back job before its time; does nothing if it has begun. */
export type RunNow = (userId: string, jobId: string) => Promise<void>;

export const createRunNow =
  ({ jobs, sendJob, now }: { jobs: JobStore; sendJob: SendJob; now: Clock }): RunNow =>
  async (user_id, job_id) => {
    const job = await jobs.get(user_id, job_id);
    if (job === null || job.state !== 'queued') return;
    await jobs.amend(job, { not_before: now().toISOString() });
    await sendJob([{ user_id, job_id, kind: job.kind, start_id: job_id }]);
  };
