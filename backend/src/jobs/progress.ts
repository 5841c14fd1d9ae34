import { importFigures, importRows, isSettled } from './import-report.ts';
import type { FeedOutcome, Job, JobPart, JobStore } from './job.ts';

export const isComplete = ({ feeds }: JobPart): boolean =>
  Object.values(feeds).every(({ outcome }) => outcome !== 'pending');

const outcomesOf = (parts: JobPart[]): FeedOutcome[] => parts.flatMap(({ feeds }) => Object.values(feeds));

const resultOf = (outcomes: FeedOutcome[]): Record<string, unknown> => ({
  feeds: outcomes.length,
  new_articles: outcomes.reduce((sum, { new_articles }) => sum + new_articles, 0),
  updated_feeds: outcomes.filter(({ outcome }) => outcome === 'updated').length,
  unchanged_feeds: outcomes.filter(({ outcome }) => outcome === 'unchanged' || outcome === 'skipped').length,
  failed_feeds: outcomes.filter(({ outcome }) => outcome === 'failed').length,
});

/** What a fetch or import comes to once all its parts are complete. */
export const outcomeOfJob = (
  { kind }: Pick<Job, 'kind'>,
  parts: JobPart[],
): { done: number; total: number; result: Record<string, unknown> } => {
  if (kind === 'import') {
    const rows = importRows(parts);
    return { done: rows.length, total: rows.length, result: importFigures(rows) };
  }
  const all = outcomesOf(parts);
  return { done: all.length, total: all.length, result: resultOf(all) };
};

/** A running fetch or import with its progress as its parts stand. */
export const withProgress = async (jobs: Pick<JobStore, 'listParts'>, job: Job): Promise<Job> => {
  const isWaiting = job.state === 'running' && (job.kind === 'fetch-feeds' || job.kind === 'import');
  if (!isWaiting) return job;
  const parts = await jobs.listParts(job.user_id, job.job_id);
  if (job.kind === 'import') return { ...job, done: importRows(parts).filter(isSettled).length };
  const outcomes = outcomesOf(parts);
  return { ...job, done: outcomes.filter(({ outcome }) => outcome !== 'pending').length };
};

/** An import with each of its rows as it stands. */
export const withImportRows = async (jobs: Pick<JobStore, 'listParts'>, job: Job): Promise<Job> => {
  const rows = importRows(await jobs.listParts(job.user_id, job.job_id));
  const done = job.state === 'running' ? rows.filter(isSettled).length : job.done;
  return { ...job, done, result: { ...job.result, ...importFigures(rows), rows } };
};
