import type { FetchRow, ImportRow } from '../../contract/index.ts';
import type { JobPart } from '../../model/job/job-part.ts';

/** The state of a job as computed from its parts. */
export type JobReport = {
  /** The figures so far. */
  summary: { done: number; total: number; result: Record<string, unknown> };
  /** One row for each feed, in the order in which readers see them. */
  rows: readonly (FetchRow | ImportRow)[];
};

export type ReportJob = (parts: readonly JobPart[]) => JobReport;
