import type { EntryListQuery, EntryPosition, EntryRow } from '../../model/article/entry.ts';
import {
  type ReadState,
  entriesOf,
  timeRange,
  feedRange,
  positionIn,
  type IndexName,
} from '../table/keys.ts';
import type { TableClient, Item } from '../table/table.ts';
import { byAge, byTime, mergeRows, readRange, type Rows, byImportance, take } from './entry-rows.ts';
import { rowFromItem } from './entry-item.ts';
import { type ReadWatermark, asMarked } from '../../model/article/watermark.ts';
import { importanceOrder } from '../../model/ranking/place.ts';

/** The largest number of feeds whose own ranges are always queried at once. */
const FEWEST_FEEDS = 4;
/** The approximate number of rows that one read unit reads. */
const ROWS_A_UNIT = 6;

/** The rows of a query in time order, the oldest first if it is sorted so, from `after` on, in pages of at least `pageSize` rows. */
type TimeOrder = (
  table: TableClient,
  query: EntryListQuery,
  after: EntryPosition | null,
  pageSize: number,
) => Rows;

/**
 * Yields rows in time order after `after`. They include the rows that the query shows and may include others, which the
 * caller leaves out.
 */
export const inTimeOrder: TimeOrder = (table, query, after, pageSize) => {
  const { user_id: userId, filter, feed_ids: feedIds, tag, is_consistent: isConsistent } = query;
  if (filter === 'saved' || tag !== undefined)
    return readRange(table, userId, savedRange, after, pageSize, {
      isConsistent,
      isAscending: query.sort === 'oldest',
    });
  return feedIds !== null && feedIds.length > FEWEST_FEEDS
    ? folderRows(table, query, feedIds, after, pageSize)
    : rangeRows(table, query, after, pageSize);
};

/** Merges the ranges of the query's states: one for all feeds, or one for each feed. */
const rangeRows: TimeOrder = (table, query, after, pageSize) => {
  const { user_id: userId, filter, feed_ids: feedIds, watermarks = [], is_consistent: isConsistent } = query;
  const isAscending = query.sort === 'oldest';
  const inState = (state: ReadState): RowRange[] =>
    feedIds === null
      ? [readerRange('published_at', state)]
      : feedIds.map((feedId) => feedRangeOf(feedId, state));
  const groups = statesOf(filter).map(inState);
  if (filter === 'read') groups.unshift(coveredRanges(feedIds, watermarks));
  return mergeRows(
    groups.map((ranges) => {
      // A page of both read states has about as many rows of each as the reader leaves, so half is read first.
      const parts = ranges.length * groups.length;
      const share = Math.max(Math.min(ROWS_A_UNIT, pageSize), Math.ceil(pageSize / parts));
      return ranges.map((range) =>
        readRange(table, userId, range, after, share, { isConsistent, isAscending }),
      );
    }),
    isAscending ? byAge : byTime,
  );
};

/**
 * Yields the rows of a folder of many feeds. It first filters the reader's whole list, which reads least if the folder
 * is a fair part of it. Once that has read as much as a query of each feed would, one unit a feed, it merges the feeds'
 * own ranges from there on. It thus reads at most about twice as much as the better of the two, without knowing either
 * in advance.
 */
const folderRows = async function* (
  table: TableClient,
  query: EntryListQuery,
  feedIds: string[],
  after: EntryPosition | null,
  pageSize: number,
): Rows {
  let rowsLeft = feedIds.length * ROWS_A_UNIT;
  let position = after;
  for await (const row of rangeRows(table, { ...query, feed_ids: null }, after, pageSize)) {
    yield row;
    position = row;
    rowsLeft -= 1;
    if (rowsLeft === 0) break;
  }
  if (rowsLeft === 0) yield* rangeRows(table, query, position, pageSize);
};

/** Number of rows that are read at once, some 500 KB. */
const PAGE = 1000;

/** Reads the newest entries of a reader in a state; see `EntryStore.listNewest`. */
export const listNewest = async (
  table: TableClient,
  userId: string,
  isRead: boolean,
  limit: number,
): Promise<EntryRow[]> => {
  const rows: EntryRow[] = [];
  let after: Item | undefined;
  do {
    const page = await table.queryPage({
      PK: entriesOf(userId).PK,
      prefix: timeRange(isRead ? 'READ' : 'UNREAD'),
      index: 'by-time',
      limit: Math.min(PAGE, limit - rows.length),
      descending: true,
      is_consistent: false,
      after,
    });
    rows.push(...page.items.map(rowFromItem));
    after = page.last;
  } while (after !== undefined && rows.length < limit);
  return rows;
};

/** A range of index rows in one order, newest or highest score first. */
export type RowRange = {
  index: IndexName;
  prefix: string;
  /** Returns the key that a row at this position has, or would have, in this range. */
  keyAt: (position: EntryPosition) => string;
};

const readerRange = (sort: EntryListQuery['sort'], state: ReadState): RowRange => {
  const index = sort === 'published_at' ? 'by-time' : 'by-importance';
  return { index, prefix: timeRange(state), keyAt: (position) => positionIn[index](state, position) };
};

export const feedRangeOf = (feedId: string, state: ReadState): RowRange => ({
  index: 'by-feed',
  prefix: feedRange(feedId, state),
  keyAt: (position) => positionIn['by-feed'](feedId, state, position),
});

/** The entries that stay: those that the reader saved, and those that tags keep. */
export const savedRange: RowRange = {
  index: 'saved',
  prefix: '',
  keyAt: (position) => positionIn.saved(position),
};

/**
 * Returns the read states of a filter. UNREAD comes first: a row that is marked read between the two reads is then
 * found in one state or in both, never in neither.
 */
const statesOf = (filter: EntryListQuery['filter']): ReadState[] => {
  switch (filter) {
    case 'all':
    case 'saved':
      return ['UNREAD', 'READ'];
    case 'unread':
      return ['UNREAD'];
    case 'read':
      return ['READ'];
  }
};

/**
 * Returns the time-ordered ranges with rows that marks cover. They are unread rows: of all feeds if a mark is for all
 * feeds, otherwise of the marks' feeds.
 */
const coveredRanges = (feedIds: string[] | null, watermarks: ReadWatermark[]): RowRange[] => {
  if (watermarks.length === 0) return [];
  const marked = new Set(watermarks.flatMap(({ feed_ids }) => feed_ids ?? []));
  const isForAll = watermarks.some(({ feed_ids }) => feed_ids === null);
  if (feedIds === null && isForAll) return [readerRange('published_at', 'UNREAD')];
  return (feedIds ?? [...marked])
    .filter((feedId) => isForAll || marked.has(feedId))
    .map((feedId) => feedRangeOf(feedId, 'UNREAD'));
};

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
  const { user_id: userId, filter, after, watermarks = [], is_consistent: isConsistent } = query;
  const states = statesOf(filter);
  const share = Math.ceil(pageSize / states.length);
  const sources = states.map((state) =>
    readRange(table, userId, readerRange('importance_score', state), after, share, { isConsistent }),
  );
  if (filter === 'read' && watermarks.length > 0)
    sources.unshift(coveredByImportance(table, query, { watermarks, pageSize, onCut }));
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
  { watermarks, pageSize, onCut }: { watermarks: ReadWatermark[]; pageSize: number; onCut: () => void },
): Rows {
  const { user_id: userId, after } = query;
  if (watermarks.some(({ feed_ids }) => feed_ids === null)) {
    yield* readRange(table, userId, readerRange('importance_score', 'UNREAD'), after, pageSize);
    return;
  }
  const newest = mergeRows(
    [coveredRanges(null, watermarks).map((range) => readRange(table, userId, range, null, pageSize))],
    byTime,
  );
  const covered = await takeSortable(
    newest,
    SORTED_IN_MEMORY,
    (row) => asMarked(row, watermarks).is_read,
    onCut,
  );
  for (const row of sortedByImportance(covered, query))
    if (after === null || byImportance(row, after) > 0) yield row;
};
