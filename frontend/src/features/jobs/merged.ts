import type { Job } from '@omomi/backend/contract';

/** All jobs of the history and of the repeated look at the newest, each once and as that look has it, the newest first. */
export const mergedJobs = (history: readonly Job[], watched: readonly Job[]): Job[] => {
  const byId = new Map([...history, ...watched].map((job) => [job.job_id, job]));
  return [...byId.values()].toSorted(
    (a, b) => b.created_at.localeCompare(a.created_at) || b.job_id.localeCompare(a.job_id),
  );
};
