import type { Job } from '@omomi/backend/contract';

/** Merges both lists without repetition, newest first. A job in both is taken from `watched`, which is newer. */
export const mergedJobs = (history: readonly Job[], watched: readonly Job[]): Job[] => {
  const byId = new Map([...history, ...watched].map((job) => [job.job_id, job]));
  return [...byId.values()].toSorted(
    (a, b) => b.created_at.localeCompare(a.created_at) || b.job_id.localeCompare(a.job_id),
  );
};
