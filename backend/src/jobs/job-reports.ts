import type { FetchRow, ImportRow, JobKind } from '../contract/index.ts';
import { failureSentences } from '../model/feed/failure-sentences.ts';
import { ADMITTED } from '../model/feed/feed.ts';
import { isOver, type Job, type FeedOutcome, type JobPart, type JobPartStore } from '../model/job/job.ts';

/** The state of a job as computed from its parts. */
type JobReport = {
  /** The figures so far. */
  summary: { done: number; total: number; result: Record<string, unknown> };
  /** One row for each feed, in the order in which readers see them. */
  rows: readonly (FetchRow | ImportRow)[];
};

/** The position at which a job goes on once its feeds have reported, as its messages hold it. */
export const AFTER_FEEDS = 'after-feeds';

export type ReportJob = (parts: readonly JobPart[]) => JobReport;

/** Returns the reasons for which items brought no article; null if there are no such items. */
const leftOutWhy = ({ left_out, unprocessable }: FeedOutcome): string | null => {
  const surplus = left_out - unprocessable;
  const told = [
    ...(surplus > 0 ? [`${surplus} older ones follow the newest ${ADMITTED}.`] : []),
    ...(unprocessable > 0 ? [`${unprocessable} could not be read or stored and were left out.`] : []),
  ];
  return told.length === 0 ? null : told.join(' ');
};

const whyFetched = (row: FeedOutcome): string | null => {
  const { outcome, error_code } = row;
  switch (outcome) {
    case 'failed':
      return failureSentences[error_code ?? 'unreachable'];
    case 'stopped':
      return `The feed is stopped until you try it again. ${failureSentences[error_code ?? 'unreachable']}`;
    case 'skipped':
      return 'Another fetch of this feed was under way.';
    case 'updated':
    case 'unchanged':
      return leftOutWhy(row);
    case 'pending':
      return null;
  }
};

const fetchFigures = (rows: readonly FeedOutcome[]) => {
  const count = (...outcomes: FetchRow['outcome'][]) =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    feeds: rows.length,
    new_articles: rows.reduce((sum, { new_articles }) => sum + new_articles, 0),
    left_out: rows.reduce((sum, { left_out }) => sum + left_out, 0),
    updated_feeds: count('updated'),
    unchanged_feeds: count('unchanged', 'skipped'),
    failed_feeds: count('failed'),
    stopped_feeds: count('stopped'),
  };
};

/** Reports a fetch: the outcome of each feed so far, and their figures. */
export const reportFetch: ReportJob = (parts) => {
  const rows = parts.flatMap(({ feeds }) =>
    Object.entries(feeds).map(([feed_id, outcome]) => ({ feed_id, ...outcome, why: whyFetched(outcome) })),
  );
  const done = rows.filter(({ outcome }) => outcome !== 'pending').length;
  return { summary: { done, total: rows.length, result: fetchFigures(rows) }, rows };
};

const OVER_LIMIT = 'You follow as many feeds as one reader can follow here.';

/** Returns the rows of an import with their current outcomes, in document order. */
const importRows = (parts: readonly JobPart[]): ImportRow[] =>
  parts
    .toSorted((a, b) => a.part - b.part)
    .flatMap(({ rows = [], feeds }) =>
      rows.map((row): ImportRow => {
        const fetched = row.feed_id === null || row.outcome !== 'pending' ? undefined : feeds[row.feed_id];
        if (fetched === undefined || fetched.outcome === 'pending') return row;
        if (fetched.is_over_limit === true)
          return { ...row, feed_id: null, outcome: 'failed', problem: 'subscription_limit', why: OVER_LIMIT };
        if (fetched.outcome !== 'failed') return { ...row, outcome: 'imported' };
        const problem = fetched.error_code ?? 'unreachable';
        return { ...row, outcome: 'imported_unreachable', problem, why: failureSentences[problem] };
      }),
    );

/** Checks whether nothing more is to be done for a row. */
export const hasOutcome = ({ outcome }: ImportRow): boolean => outcome !== 'pending';

/**
 * Returns the figures of an import: feeds now followed, those of them that could not be read, duplicates, and refused
 * rows.
 */
const importFigures = (rows: readonly ImportRow[]) => {
  const count = (...outcomes: ImportRow['outcome'][]) =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    imported: count('imported', 'imported_unreachable'),
    unreachable: count('imported_unreachable'),
    duplicates: count('duplicate'),
    failed: count('failed'),
  };
};

/** Reports an import: its rows with their current outcomes, in document order, and their figures. */
export const reportImport: ReportJob = (parts) => {
  const rows = importRows(parts);
  const done = rows.filter(hasOutcome).length;
  return { summary: { done, total: rows.length, result: importFigures(rows) }, rows };
};

/**
 * Reports jobs of a kind from their parts, which hold the outcomes of the feeds they wait for; the process that records the last
 * outcome ends the job and releases its lock. A job of any other kind has no parts: its worker's last slice ends it. Functions that do not
 * run such jobs need this too.
 */
export const jobReports: Readonly<Partial<Record<JobKind, ReportJob>>> = {
  'fetch-feeds': reportFetch,
  import: reportImport,
};

/** Reads the parts of jobs. */
type PartReader = { jobParts: Pick<JobPartStore, 'list'> };

const neverReached = 'The job ended before it came to this one.';

/** Returns the report of a job; null if its kind has no parts, or before they are planned. */
const reportOf = async (ctx: PartReader, { kind, user_id, job_id }: Job): Promise<JobReport | null> => {
  const report = jobReports[kind];
  if (report === undefined) return null;
  const parts = await ctx.jobParts.list(user_id, job_id);
  return parts.length === 0 ? null : report(parts);
};

/** Checks whether a job has more to do than to wait for the feeds of its parts, as an import of articles has. */
export const goesOnAfter = ({ summary }: JobReport, { total }: Pick<Job, 'total'>): boolean =>
  total !== null && total > summary.total;

/** Returns how far a job came that waits for feeds, or did before it went on. */
const doneOf = (job: Job, report: JobReport): number =>
  goesOnAfter(report, job) ? Math.max(job.done, report.summary.done) : report.summary.done;

/** Returns the job; a running one that waits for feeds with its current progress. */
export const withProgress = async (ctx: PartReader, job: Job): Promise<Job> => {
  const report = job.state === 'running' ? await reportOf(ctx, job) : null;
  return report === null ? job : { ...job, done: doneOf(job, report) };
};

/** Returns the job; one that waits for feeds and has not ended with its figures so far. */
export const withFigures = async (ctx: PartReader, job: Job): Promise<Job> => {
  const report = isOver(job) ? null : await reportOf(ctx, job);
  if (report === null) return job;
  return { ...job, done: doneOf(job, report), result: { ...job.result, ...report.summary.result } };
};

/** Returns the job; one that waits for feeds, or waited, with each of its rows as stored. */
export const withRows = async (ctx: PartReader, job: Job): Promise<Job> => {
  const report = await reportOf(ctx, job);
  if (report === null) return job;
  const { result } = report.summary;
  if (!isOver(job))
    return { ...job, done: doneOf(job, report), result: { ...job.result, ...result, rows: report.rows } };
  const rows = report.rows.map((row) => (row.outcome === 'pending' ? { ...row, why: neverReached } : row));
  return { ...job, result: { ...job.result, ...result, rows } };
};
