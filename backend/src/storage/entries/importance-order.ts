import type { EntryListQuery, EntryRow } from '../../model/article/entry.ts';
import { asMarked, type ReadWatermark } from '../../model/article/watermark.ts';
import { importanceOrder } from '../../model/ranking/freshness.ts';
import type { TableClient } from '../table/table.ts';
import { coveredRanges, readerRange, statesOf } from './time-order.ts';
import { byImportance, byTime, mergeRows, readRange, take, type Rows } from './entry-rows.ts';

/** Number of the newest entries that importance order within feeds or the saved list sorts in memory. */
export const SORTED_IN_MEMORY = 2000;

/**
 * Yields the rows of all feeds by importance, after the query's position. They include the rows that the query shows
 * and may include others, which the caller leaves out. Calls `onCut` if there are more than can be sorted in memory.
 */
export const inImportanceOrder = (
  table: TableClient,
  query: EntryListQuery,
  pageSize: number,
  onCut: () => void,
): Rows => {
  const { user_id: userId, filter, after, marks = [], is_consistent: isConsistent } = query;
  const states = statesOf(filter);
  const share = Math.ceil(pageSize / states.length);
  const sources = states.map((state) =>
    readRange(table, userId, readerRange('importance_score', state), after, share, isConsistent),
  );
  if (filter === 'read' && marks.length > 0)
    sources.unshift(coveredByImportance(table, query, { marks, pageSize, onCut }));
  return mergeRows(
    sources.map((source) => [source]),
    byImportance,
  );
};

/** Returns rows that were read in another order by importance, with their place in it. */
export const sortedByImportance = (
  rows: EntryRow[],
  { freshness_days: days = 0 }: Pick<EntryListQuery, 'freshness_days'>,
): EntryRow[] => rows.map((row) => ({ ...row, order: importanceOrder(row, days) })).toSorted(byImportance);

/**
 * Returns the first rows that pass, at most `count`, which is at most as many as can be sorted in memory. Calls `onCut`
 * if there is another.
 */
export const takeSortable = async (
  rows: Rows,
  count: number,
  isWanted: (row: EntryRow) => boolean,
  onCut: () => void,
): Promise<EntryRow[]> => {
  if (count < SORTED_IN_MEMORY) return take(rows, count, isWanted);
  const taken = await take(rows, SORTED_IN_MEMORY + 1, isWanted);
  if (taken.length > SORTED_IN_MEMORY) onCut();
  return taken.slice(0, SORTED_IN_MEMORY);
};

/**
 * Yields the unread rows that marks may cover, by importance. If a mark is for all feeds, it yields all unread rows.
 * Otherwise it yields the newest covered rows of the marks' feeds, at most 2,000, as a feed's own list does.
 */
const coveredByImportance = async function* (
  table: TableClient,
  query: EntryListQuery,
  { marks, pageSize, onCut }: { marks: ReadWatermark[]; pageSize: number; onCut: () => void },
): Rows {
  const { user_id: userId, after } = query;
  if (marks.some(({ feed_ids }) => feed_ids === null)) {
    yield* readRange(table, userId, readerRange('importance_score', 'UNREAD'), after, pageSize);
    return;
  }
  const newest = mergeRows(
    [coveredRanges(null, marks).map((range) => readRange(table, userId, range, null, pageSize))],
    byTime,
  );
  const covered = await takeSortable(newest, SORTED_IN_MEMORY, (row) => asMarked(row, marks).is_read, onCut);
  for (const row of sortedByImportance(covered, query))
    if (after === null || byImportance(row, after) > 0) yield row;
};
