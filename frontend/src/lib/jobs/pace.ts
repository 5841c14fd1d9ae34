import type { Job } from '@omomi/backend/contract';

export const isActive = (job: Job): boolean => job.state === 'queued' || job.state === 'running';

/** Checks by this device's clock if a job can still be undone by cancelling it. */
export const canUndo = (job: Job, now: Date): boolean =>
  isActive(job) && job.undo_until !== null && job.undo_until > now.toISOString();

/** The largest time, in milliseconds, by which the server's clock may be behind this device's. */
const slack = 1_000;

const soon = 3_000;

/** Returns the milliseconds between two requests for a job of this age in milliseconds. Young jobs are polled more. */
const paceAt = (age: number): number => (age < 30_000 ? soon : age < 180_000 ? 5_000 : 10_000);

const dueIn = (job: Job, now: Date): number =>
  // A job that waits for the end of its undo period does nothing before that.
  canUndo(job, now) && job.undo_until !== null
    ? Math.max(soon, Date.parse(job.undo_until) - now.getTime() + slack)
    : paceAt(now.getTime() - Date.parse(job.created_at));

/**
 * Returns the milliseconds until the jobs are requested again, at least 3,000. The job that is due first decides. False
 * if no job is active and none is expected.
 */
export const nextLook = (jobs: readonly Job[], isExpected: boolean, now: Date): number | false => {
  const waits = jobs.filter(isActive).map((job) => dueIn(job, now));
  if (isExpected) waits.push(soon);
  return waits.length === 0 ? false : Math.min(...waits);
};
