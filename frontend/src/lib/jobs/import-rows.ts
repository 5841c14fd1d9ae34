import { type ImportRow, type Job, importRow } from '@omomi/backend/contract';

/** Returns the rows in the result of an import job; empty if it has none. */
export const importRowsOf = (job: Job): ImportRow[] => {
  const { data } = importRow.array().safeParse(job.result?.['rows']);
  return data ?? [];
};
