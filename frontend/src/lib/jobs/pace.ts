import type { Job } from '@omomi/backend/contract';

export const isActive = (job: Job): boolean => job.state === 'queued' || job.state === 'running';

/** Whether cancelling a job still undoes what it stands for, by this device's clock. */
export const canUndo = (job: Job, now: Date): boolean =>
  isActive(job) && job.undo_until !== null && job.undo_until > now.toISOString();

/** Milliseconds that the server may be behind this device's clock before a look comes too early. */
const slack = 1_000;

const soon = 3_000;

/** Milliseconds between two looks at a job that runs since `age` milliseconds: most end soon, and few last long. */
const paceAt = (age: number): number => (age < 30_000 ? soon : age < 180_000 ? 5_000 : 10_000);

const dueIn = (job: Job, now: Date): number =>
  // One that only waits out its time to be undone is worth a look once that is over.
  canUndo(job, now) && job.undo_until !== null
    ? Math.max(soon, Date.parse(job.undo_until) - now.getTime() + slack)
    : paceAt(now.getTime() - Date.parse(job.created_at));

/**
 * Milliseconds from one look at the jobs to the next, at least 3,000: by the youngest of those that are under way. False
 * where none is, and none is expected.
 */
export const nextLook = (jobs: readonly Job[], isExpected: boolean, now: Date): number | false => {
  const waits = jobs.filter(isActive).map((job) => dueIn(job, now));
  if (isExpected) waits.push(soon);
  return waits.length === 0 ? false : Math.min(...waits);
};
