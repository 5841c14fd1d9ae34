import { type ImportRow, type Job, importRow } from '@omomi/backend/contract';

/** The rows of an import as its job tells of them, none where it tells of none. */
export const importRowsOf = (job: Job): ImportRow[] => {
  const { data } = importRow.array().safeParse(job.result?.['rows']);
  return data ?? [];
};
