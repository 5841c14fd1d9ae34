import type { JobKind } from '../../contract/index.ts';
import { reportFetch } from './fetch-report.ts';
import { reportImport } from './import-report.ts';
import type { ReportJob } from './report.ts';

/** The facts of a kind of job. Functions that do not run such jobs need them too. */
type JobKindFacts = {
  /** False if the job must run to its end, because half of it is of no use. */
  isCancellable: boolean;
  /**
   * Reports a job from its parts, which hold the outcomes of the feeds it waits for; the process that records the last
   * outcome ends the job and releases its lock. Null if the job has no parts: its worker's last slice ends it.
   */
  report: ReportJob | null;
};

/** The kinds of jobs. Each one's work is its `JobDefinition`, beside what it works on. */
export const jobKinds: Readonly<Record<JobKind, JobKindFacts>> = {
  'fetch-feeds': { isCancellable: true, report: reportFetch },
  cleanup: { isCancellable: true, report: null },
  recalculate: { isCancellable: true, report: null },
  'apply-rules': { isCancellable: true, report: null },
  'mark-read': { isCancellable: true, report: null },
  import: { isCancellable: true, report: reportImport },
  crawl: { isCancellable: true, report: null },
  // It is short, and its time of `not_before` must not look like one until which it can be undone.
  'older-articles': { isCancellable: false, report: null },
  unsubscribe: { isCancellable: false, report: null },
  leave: { isCancellable: false, report: null },
};
