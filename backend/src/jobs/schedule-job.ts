import type { Job as WireJob, JobKind } from '../contract/index.ts';
import type { Job } from '../model/job/job.ts';
import type { JobMachine } from './job-machine.ts';
import { jobToWire, newJob } from './new-job.ts';

/** Longest delay of a queue message in seconds; a message that arrives too early is sent again. */
const MAX_DELAY_SECONDS = 600;

export const secondsUntil = (at: Date, now: Date): number =>
  Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000)));

export type RecordJob = (userId: string, kind: JobKind, done: number) => Promise<WireJob>;

/** Records work that was done during a request as a finished job in the history. */
export const createRecordJob =
  ({ jobs, now, newId }: Pick<JobMachine, 'jobs' | 'now' | 'newId'>): RecordJob =>
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
    /** The only feed that the job is about. */
    feedId?: string | null;
  },
) => Promise<WireJob>;

/**
 * Records a job that begins later and holds no lock until then. A repeated call with the same id leaves the job
 * unchanged.
 */
export const createScheduleJob =
  ({ jobs, sendJob, now }: Pick<JobMachine, 'jobs' | 'sendJob' | 'now'>): ScheduleJob =>
  async (user_id, kind, { jobId, notBefore, total, result, feedId: feed_id = null }) => {
    const fresh = newJob(user_id, jobId, kind, now());
    const not_before = notBefore.toISOString();
    const existing = await jobs.record({ ...fresh, not_before, total, result, feed_id });
    await sendJob([{ user_id, job_id: jobId, kind, start_id: jobId }], secondsUntil(notBefore, now()));
    return jobToWire(existing);
  };

/** Begins a held-back job before its time; does nothing if it has begun. */
export type RunNow = (userId: string, jobId: string) => Promise<void>;

export const createRunNow =
  ({ jobs, sendJob, now }: Pick<JobMachine, 'jobs' | 'sendJob' | 'now'>): RunNow =>
  async (user_id, job_id) => {
    const job = await jobs.get(user_id, job_id);
    if (job === null || job.state !== 'queued') return;
    await jobs.amend(job, { not_before: now().toISOString() });
    await sendJob([{ user_id, job_id, kind: job.kind, start_id: job_id }]);
  };
