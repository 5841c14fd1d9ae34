import type { ImportRow } from '../contract/index.ts';
import { failureWhys } from './failure-whys.ts';
import type { JobPart } from '../model/job/job.ts';

/** Returns the rows of an import with their current outcomes, in document order. */
export const importRows = (parts: readonly JobPart[]): ImportRow[] =>
  parts
    .toSorted((a, b) => a.part - b.part)
    .flatMap(({ rows = [], feeds }) =>
      rows.map((row): ImportRow => {
        const fetched = row.feed_id === null || row.outcome !== 'pending' ? undefined : feeds[row.feed_id];
        if (fetched === undefined || fetched.outcome === 'pending') return row;
        if (fetched.outcome !== 'failed') return { ...row, outcome: 'imported' };
        const problem = fetched.error_code ?? 'unreachable';
        return { ...row, outcome: 'imported_unreachable', problem, why: failureWhys[problem] };
      }),
    );

export const hasOutcome = ({ outcome }: ImportRow): boolean => outcome !== 'pending';

/**
 * Returns the figures of an import: feeds now followed, those of them that could not be read, duplicates, and refused
 * rows.
 */
export const importFigures = (rows: readonly ImportRow[]) => {
  const count = (...outcomes: ImportRow['outcome'][]) =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    imported: count('imported', 'imported_unreachable'),
    unreachable: count('imported_unreachable'),
    duplicates: count('duplicate'),
    failed: count('failed'),
  };
};
