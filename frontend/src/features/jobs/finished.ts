import type { Job } from '@omomi/backend/contract';
import { isActive } from '../../lib/jobs/pace.ts';

/**
 * Returns the jobs that have ended since the last answer, including those that also began since then. `known` is null
 * for the first answer. Nothing is returned then, because those jobs ended before the page was opened.
 */
export const newlyFinished = (known: ReadonlySet<string> | null, jobs: readonly Job[]): Job[] =>
  known === null ? [] : jobs.filter((job) => !isActive(job) && !known.has(job.job_id));

export const finishedIds = (jobs: readonly Job[]): Set<string> =>
  new Set(jobs.filter((job) => !isActive(job)).map((job) => job.job_id));
