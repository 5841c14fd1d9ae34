import type { JobKind } from '../../contract/index.ts';
import { reportFetch } from './fetch-report.ts';
import { reportImport } from './import-report.ts';
import type { ReportJob } from './report.ts';

/**
 * Reports jobs of a kind from their parts, which hold the outcomes of the feeds they wait for; the process that records the last
 * outcome ends the job and releases its lock. Null if the job has no parts: its worker's last slice ends it. Functions that do not
 * run such jobs need this too.
 */
export const jobReports: Readonly<Record<JobKind, ReportJob | null>> = {
  'fetch-feeds': reportFetch,
  cleanup: null,
  recalculate: null,
  'apply-rules': null,
  'mark-read': null,
  import: reportImport,
  crawl: null,
  'older-articles': null,
  unsubscribe: null,
  leave: null,
};
