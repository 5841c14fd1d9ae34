import type { EntryListQuery, EntryPosition } from '../../model/article/entry.ts';
import type { ReadState } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';
import {
  coveredRanges,
  feedRangeOf,
  readerRange,
  savedRange,
  statesOf,
  type RowRange,
} from './entry-ranges.ts';
import { byTime, mergeRows, readRange, type Rows } from './entry-rows.ts';

/** The largest number of feeds whose own ranges are always queried at once. */
const FEWEST_FEEDS = 4;
/** The approximate number of rows that one read unit reads. */
const ROWS_A_UNIT = 6;

/** The rows of a query in time order, from `after` on, in pages of at least `pageSize` rows. */
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
  const { user_id: userId, filter, feed_ids: feedIds } = query;
  if (filter === 'saved') return readRange(table, userId, savedRange, after, pageSize);
  return feedIds !== null && feedIds.length > FEWEST_FEEDS
    ? folderRows(table, query, feedIds, after, pageSize)
    : rangeRows(table, query, after, pageSize);
};

/** Merges the ranges of the query's states: one for all feeds, or one for each feed. */
const rangeRows: TimeOrder = (table, query, after, pageSize) => {
  const { user_id: userId, filter, feed_ids: feedIds, marks = [], is_consistent: isConsistent } = query;
  const inState = (state: ReadState): RowRange[] =>
    feedIds === null
      ? [readerRange('published_at', state)]
      : feedIds.map((feedId) => feedRangeOf(feedId, state));
  const groups = statesOf(filter).map(inState);
  if (filter === 'read') groups.unshift(coveredRanges(feedIds, marks));
  return mergeRows(
    groups.map((ranges) => {
      // A page of both read states has about as many rows of each as the reader leaves, so half is read first.
      const parts = ranges.length * groups.length;
      const share = Math.max(Math.min(ROWS_A_UNIT, pageSize), Math.ceil(pageSize / parts));
      return ranges.map((range) => readRange(table, userId, range, after, share, isConsistent));
    }),
    byTime,
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
