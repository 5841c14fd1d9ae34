import type { ImportRow } from '../../contract/index.ts';
import { failureSentences } from '../../model/feed/failure-sentences.ts';
import type { JobPart } from '../../model/job/job-part.ts';
import type { ReportJob } from './report.ts';

const overLimit = 'You follow as many feeds as one reader can follow here.';

/** Returns the rows of an import with their current outcomes, in document order. */
const importRows = (parts: readonly JobPart[]): ImportRow[] =>
  parts
    .toSorted((a, b) => a.part - b.part)
    .flatMap(({ rows = [], feeds }) =>
      rows.map((row): ImportRow => {
        const fetched = row.feed_id === null || row.outcome !== 'pending' ? undefined : feeds[row.feed_id];
        if (fetched === undefined || fetched.outcome === 'pending') return row;
        if (fetched.is_over_limit === true)
          return { ...row, feed_id: null, outcome: 'failed', problem: 'subscription_limit', why: overLimit };
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
const figuresOf = (rows: readonly ImportRow[]) => {
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
  return { summary: { done, total: rows.length, result: figuresOf(rows) }, rows };
};
