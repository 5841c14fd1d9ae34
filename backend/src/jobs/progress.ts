import { isOver, type Job } from '../model/job/job.ts';
import type { JobPartStore } from '../model/job/job-part.ts';
import { jobReports } from './kinds/job-reports.ts';
import type { JobReport } from './kinds/report.ts';

type PartReader = Pick<JobPartStore, 'list'>;

const neverReached = 'The job ended before it came to this one.';

/** Returns the report of a job; null if its kind has no parts, or before they are planned. */
const reportOf = async (jobParts: PartReader, { kind, user_id, job_id }: Job): Promise<JobReport | null> => {
  const report = jobReports[kind];
  if (report === null) return null;
  const parts = await jobParts.list(user_id, job_id);
  return parts.length === 0 ? null : report(parts);
};

/** Returns the job; a running one that waits for feeds with its current progress. */
export const withProgress = async (jobParts: PartReader, job: Job): Promise<Job> => {
  const report = job.state === 'running' ? await reportOf(jobParts, job) : null;
  return report === null ? job : { ...job, done: report.summary.done };
};

/** Returns the job; one that waits for feeds and has not ended with its figures so far. */
export const withFigures = async (jobParts: PartReader, job: Job): Promise<Job> => {
  const report = isOver(job) ? null : await reportOf(jobParts, job);
  if (report === null) return job;
  const { done, result } = report.summary;
  return { ...job, done, result: { ...job.result, ...result } };
};

/** Returns the job; one that waits for feeds, or waited, with each of its rows as stored. */
export const withRows = async (jobParts: PartReader, job: Job): Promise<Job> => {
  const report = await reportOf(jobParts, job);
  if (report === null) return job;
  const { done, result } = report.summary;
  if (!isOver(job)) return { ...job, done, result: { ...job.result, ...result, rows: report.rows } };
  const rows = report.rows.map((row) => (row.outcome === 'pending' ? { ...row, why: neverReached } : row));
  return { ...job, result: { ...job.result, ...result, rows } };
};
