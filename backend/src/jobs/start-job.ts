import { isCancellable, type Job as WireJob, type JobKind } from '../contract/index.ts';
import type { Job, JobStore } from '../model/job/job.ts';
import { canRestart, leaseFrom, recordAbandoned, restartJob, type JobContext } from './restart-job.ts';

const HISTORY_DAYS = 30;

/** Returns a queued job that begins at once. */
export const newJob = (user_id: string, job_id: string, kind: JobKind, at: Date): Job => ({
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
  cursor: null,
  restarts: 0,
  ttl: Math.floor(at.getTime() / 1000) + HISTORY_DAYS * 86_400,
});

/** Returns a job in the form of the API. */
export const jobToWire = (job: Job): WireJob => {
  const { job_id, kind, state, done, total, result, created_at, feed_id, not_before } = job;
  const undo_until = isCancellable[kind] ? not_before : null;
  return { job_id, kind, state, done, total, result, created_at, feed_id, undo_until };
};

type StartOptions = {
  /** Delay of the start in seconds, so that one run also handles changes written in the meantime. */
  delaySeconds?: number;
  /** The id of the job, for data that must be stored under it before it starts. */
  jobId?: string;
  /** The only feed to fetch, or that the job is about. */
  feedId?: string | undefined;
  /** The position where its first slice begins. */
  cursor?: string | undefined;
};

const ATTEMPTS = 5;

/**
 * Returns the job that holds the lock, changed if necessary so that it does what is asked for: a fetch of another
 * single feed becomes a fetch of all feeds. A process that is planning the job notices the change; otherwise another
 * message begins the job again and adds the other feeds. Returns null if the job changed or ended in the meantime.
 */
const widened = async (jobs: JobStore, holder: Job, asked: Job): Promise<Job | null> => {
  if (asked.kind !== 'fetch-feeds') return holder;
  if (holder.feed_id === null || holder.feed_id === asked.feed_id) return holder;
  const isBeingPlanned = holder.taken_by !== null && holder.total === null;
  return jobs.amend(holder, { feed_id: null, ...(isBeingPlanned ? {} : { taken_by: null, total: null }) });
};

/**
 * Starts a job, or joins the one of its kind that holds the lock. Returns null if that one changed or ended in the
 * meantime. The steps:
 *
 * 1. Take the lock. A holder whose lease has ended is replaced only if it has no restart left.
 * 2. Otherwise join the holder, widening it if it would do less than is asked for.
 * 3. If its lease has ended, restart it. Of several callers only the one that renews the lease does.
 * 4. Send a message, unless one has begun the job: its starter may have stopped before sending. A second message is
 *    harmless, because `taken_by` identifies it.
 * 5. Record that a job whose lock was taken has failed.
 */
const startOrJoin = async (
  ctx: JobContext,
  asked: Job,
  delaySeconds: number | undefined,
): Promise<Job | null> => {
  const { jobs, jobLocks, sendJobs, now, newId } = ctx;
  const at = now();
  const lease = leaseFrom(at);
  const start = await jobLocks.start(asked, lease, at.toISOString(), (holder) => !canRestart(holder));
  const job = start.started ? start.job : await widened(jobs, start.job, asked);
  if (job === null) return null;
  if (start.ended_lease !== undefined) {
    const isRenewed = await jobLocks.extendLease(job, lease, start.ended_lease);
    return isRenewed ? restartJob(ctx, job) : job;
  }
  if (start.started || job.taken_by === null) {
    const { user_id, job_id, kind } = job;
    await sendJobs([{ user_id, job_id, kind, start_id: newId() }], delaySeconds);
  }
  if (start.abandoned !== undefined) await recordAbandoned(ctx, start.abandoned);
  return job;
};

/** Starts a job, or returns the job of this kind that is already running for the reader. A dead job is restarted. */
export const startJob = async (
  ctx: JobContext,
  userId: string,
  kind: JobKind,
  options: StartOptions = {},
): Promise<WireJob> => {
  const { delaySeconds, jobId = ctx.newId(), feedId = null, cursor = null } = options;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const asked = { ...newJob(userId, jobId, kind, ctx.now()), feed_id: feedId, cursor };
    const job = await startOrJoin(ctx, asked, delaySeconds);
    if (job !== null) return jobToWire(job);
  }
  throw new Error(`the ${kind} job of ${userId} changed ${ATTEMPTS} times while it was joined`);
};

/** Records work that was done during a request as a finished job in the history. */
export const recordJob = async (
  { jobs, now, newId }: Pick<JobContext, 'jobs' | 'now' | 'newId'>,
  user_id: string,
  kind: JobKind,
  done: number,
): Promise<WireJob> => {
  const at = now();
  const job: Job = { ...newJob(user_id, newId(), kind, at), state: 'done', done, total: done };
  await jobs.record(job);
  return jobToWire(job);
};

/** Longest delay of a queue message in seconds; a message that arrives too early is sent again. */
const MAX_DELAY_SECONDS = 600;

export const secondsUntil = (at: Date, now: Date): number =>
  Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000)));

export type ScheduleContext = Pick<JobContext, 'jobs' | 'sendJobs' | 'now'>;

type Scheduled = {
  jobId: string;
  /** The start time, at most one day ahead. */
  notBefore: Date;
  total: number | null;
  result: Record<string, unknown> | null;
  /** The only feed that the job is about. */
  feedId?: string | null;
};

/**
 * Records a job that begins later and holds no lock until then. A repeated call with the same id leaves the job
 * unchanged.
 */
export const scheduleJob = async (
  { jobs, sendJobs, now }: ScheduleContext,
  user_id: string,
  kind: JobKind,
  { jobId, notBefore, total, result, feedId: feed_id = null }: Scheduled,
): Promise<WireJob> => {
  const fresh = newJob(user_id, jobId, kind, now());
  const not_before = notBefore.toISOString();
  const existing = await jobs.record({ ...fresh, not_before, total, result, feed_id });
  await sendJobs([{ user_id, job_id: jobId, kind, start_id: jobId }], secondsUntil(notBefore, now()));
  return jobToWire(existing);
};

/** Begins a held-back job before its time; does nothing if it has begun. */
export const runNow = async (
  { jobs, sendJobs, now }: ScheduleContext,
  user_id: string,
  job_id: string,
): Promise<void> => {
  const job = await jobs.get(user_id, job_id);
  if (job === null || job.state !== 'queued') return;
  await jobs.amend(job, { not_before: now().toISOString() });
  await sendJobs([{ user_id, job_id, kind: job.kind, start_id: job_id }]);
};
