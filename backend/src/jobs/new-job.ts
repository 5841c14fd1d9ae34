import { isCancellable, type Job as WireJob, type JobKind } from '../contract/index.ts';
import type { Job } from '../model/job/job.ts';

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
