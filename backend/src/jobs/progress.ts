import { fetchFigures, fetchRows, isFetched } from './fetch-report.ts';
import { importFigures, importRows, hasOutcome } from './import-report.ts';
import { isOver, type Job, type JobPart, type JobStore } from '../model/job/job.ts';

type PartReader = Pick<JobStore, 'listParts'>;

export const isComplete = ({ feeds }: JobPart): boolean => Object.values(feeds).every(isFetched);

/** Checks whether a job of this kind waits for feeds, whose outcomes are recorded in its parts. */
const hasParts = ({ kind }: Pick<Job, 'kind'>): boolean => kind === 'fetch-feeds' || kind === 'import';

/** Returns the figures of a fetch or import from its stored parts. */
export const outcomeOfJob = (
  { kind }: Pick<Job, 'kind'>,
  parts: readonly JobPart[],
): { done: number; total: number; result: Record<string, unknown> } => {
  if (kind === 'import') {
    const rows = importRows(parts);
    return { done: rows.filter(hasOutcome).length, total: rows.length, result: importFigures(rows) };
  }
  const rows = fetchRows(parts);
  return { done: rows.filter(isFetched).length, total: rows.length, result: fetchFigures(rows) };
};

/** Returns the job; a running fetch or import with its current progress. */
export const withProgress = async (jobs: PartReader, job: Job): Promise<Job> => {
  if (job.state !== 'running' || !hasParts(job)) return job;
  return { ...job, done: outcomeOfJob(job, await jobs.listParts(job.user_id, job.job_id)).done };
};

/** Returns the job; a fetch or import that has not ended with its figures so far. */
export const withFigures = async (jobs: PartReader, job: Job): Promise<Job> => {
  if (isOver(job) || !hasParts(job)) return job;
  const parts = await jobs.listParts(job.user_id, job.job_id);
  if (parts.length === 0) return job;
  const { done, result } = outcomeOfJob(job, parts);
  return { ...job, done, result: { ...job.result, ...result } };
};

const neverReached = 'The job ended before it came to this one.';

/** Returns the job; a fetch or import with each of its rows as stored. Other kinds have no rows. */
export const withRows = async (jobs: PartReader, job: Job): Promise<Job> => {
  if (!hasParts(job)) return job;
  const parts = await jobs.listParts(job.user_id, job.job_id);
  if (parts.length === 0) return job;
  const { done, result } = outcomeOfJob(job, parts);
  const all = job.kind === 'import' ? importRows(parts) : fetchRows(parts);
  const rows = isOver(job)
    ? all.map((row) => (row.outcome === 'pending' ? { ...row, why: neverReached } : row))
    : all;
  const figures = { ...job.result, ...result, rows };
  return isOver(job) ? { ...job, result: figures } : { ...job, done, result: figures };
};
