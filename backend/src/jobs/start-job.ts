import type { Clock } from '../config/log.ts';
import type { SendJob } from '../config/messages.ts';
import type { Job as WireJob, JobKind } from '../contract/index.ts';
import type { Job, JobStore } from './job.ts';
import { leaseFrom, recordAbandoned } from './lease.ts';
import { canRestart, createRestartJob } from './restart-job.ts';

const HISTORY_DAYS = 30;

export type StartJob = (
  userId: string,
  kind: JobKind,
  options?: {
    /** It begins so much later, so that what is written meanwhile is done by the same run. */
    delaySeconds?: number;
    /** For what must lie ready under the job's id before it starts. */
    jobId?: string;
    /** A fetch of this feed only. */
    feedId?: string | undefined;
  },
) => Promise<WireJob>;

export const toWire = (job: Job): WireJob => {
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

/** No queue holds a message back for longer; what comes too early is sent again. */
const MAX_DELAY_SECONDS = 600;

export const secondsUntil = (at: Date, now: Date): number =>
  Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000)));

const ATTEMPTS = 5;

/**
 * Makes a fetch of one feed one of all feeds. Who is planning it at the moment notices; else another message begins it
 * again, which adds the rest.
 */
const widen = (jobs: JobStore, job: Job): Promise<Job | null> => {
  const isBeingPlanned = job.taken_by !== null && job.total === null;
  return jobs.amend(job, { feed_id: null, ...(isBeingPlanned ? {} : { taken_by: null, total: null }) });
};

/**
 * Starts a job, or answers with the one of this kind that runs for the reader already: begun anew if it is dead, and
 * made one for all feeds if it is for a single other one.
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
      const standing =
        started || job.feed_id === null || job.feed_id === feedId ? job : await widen(jobs, job);
      // It went on or ended meanwhile.
      if (standing === null) continue;
      if (ended_lease !== undefined)
        return toWire((await jobs.extendLease(job, lease, ended_lease)) ? await restart(standing) : standing);
      const { job_id, taken_by } = standing;
      // One that no message has begun may have lost its starter before there was any; a second is known by `taken_by`.
      if (started || taken_by === null)
        await sendJob([{ user_id, job_id, kind, start_id: newId() }], delaySeconds);
      if (abandoned !== undefined) await recordAbandoned(jobs, abandoned);
      return toWire(standing);
    }
    throw new Error(`the ${kind} job of ${user_id} changed ${ATTEMPTS} times while it was joined`);
  };
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

export type HoldJob = (
  userId: string,
  kind: JobKind,
  job: {
    jobId: string;
    /** At most a day ahead. */
    notBefore: Date;
    total: number | null;
    result: Record<string, unknown> | null;
  },
) => Promise<WireJob>;

/** Records a job that begins later and until then holds no lock; asked for again under its id, it stands as it is. */
export const createHoldJob =
  ({ jobs, sendJob, now }: { jobs: JobStore; sendJob: SendJob; now: Clock }): HoldJob =>
  async (user_id, kind, { jobId, notBefore, total, result }) => {
    const job: Job = {
      ...newJob(user_id, jobId, kind, now()),
      not_before: notBefore.toISOString(),
      total,
      result,
    };
    const standing = await jobs.record(job);
    await sendJob([{ user_id, job_id: jobId, kind, start_id: jobId }], secondsUntil(notBefore, now()));
    return toWire(standing);
  };

/** Begins a job before the time it was held back to; nothing for one that has begun. */
export type BeginHeld = (userId: string, jobId: string) => Promise<void>;

export const createBeginHeld =
  ({ jobs, sendJob, now }: { jobs: JobStore; sendJob: SendJob; now: Clock }): BeginHeld =>
  async (user_id, job_id) => {
    const job = await jobs.get(user_id, job_id);
    if (job === null || job.state !== 'queued') return;
    await jobs.amend(job, { not_before: now().toISOString() });
    await sendJob([{ user_id, job_id, kind: job.kind, start_id: job_id }]);
  };
