import type { Job } from '@omomi/backend/contract';
import { isActive } from '../../lib/jobs/pace.ts';

/**
 * The jobs that have ended since the last look. On the first look (`known` null) none: what ended before the page
 * was opened is no news. A job that began and ended between two looks counts.
 */
export const newlyFinished = (known: ReadonlySet<string> | null, jobs: readonly Job[]): Job[] =>
  known === null ? [] : jobs.filter((job) => !isActive(job) && !known.has(job.job_id));

export const finishedIds = (jobs: readonly Job[]): Set<string> =>
  new Set(jobs.filter((job) => !isActive(job)).map((job) => job.job_id));
