import type { EntryListQuery, EntryPosition, EntryRow, EntryStore } from '../../model/article/entry.ts';
import { asMarked, activeWatermarks, type ReadWatermark } from '../../model/article/watermark.ts';
import {
  coveredRanges,
  feedRangeOf,
  readerRange,
  savedRange,
  statesOf,
  type RowRange,
} from './entry-ranges.ts';
import { byImportance, byTime, mergeRows, readRange, take, type Rows } from './entry-rows.ts';
import type { ReadState } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';

/** Number of the newest entries that importance order within feeds or the saved list sorts in memory. */
const SORTED_IN_MEMORY = 2000;
/** Number of rows in one query when that many are sorted, about 10 read units. */
const SORTED_PAGE = 500;
/** The largest number of feeds whose own ranges are always queried at once. */
const FEWEST_FEEDS = 4;
/** The approximate number of rows that one read unit reads. */
const ROWS_A_UNIT = 10;

/** Creates the list queries of a reader's entries; see EntryStore. */
export const createEntryList = (table: TableClient): EntryStore['list'] => {
  const timeRows = (query: EntryListQuery, after: EntryPosition | null, pageSize: number): Rows => {
    const { user_id: userId, filter, feed_ids: feedIds, marks = [] } = query;
    if (filter === 'saved') return readRange(table, userId, savedRange, after, pageSize);
    const inState = (state: ReadState): RowRange[] =>
      feedIds === null
        ? [readerRange('published_at', state)]
        : feedIds.map((feedId) => feedRangeOf(feedId, state));
    const groups = statesOf(filter).map(inState);
    if (filter === 'read') groups.unshift(coveredRanges(feedIds, marks));
    return mergeRows(
      groups.map((ranges) => {
        const share = Math.max(Math.min(ROWS_A_UNIT, pageSize), Math.ceil(pageSize / ranges.length));
        return ranges.map((range) => readRange(table, userId, range, after, share));
      }),
      byTime,
    );
  };

  /**
   * Yields the rows of a folder of many feeds. It first filters the reader's whole list, which reads least if the
   * folder is a fair part of it. Once that has read as much as a query of each feed would, one unit a feed, it merges
   * the feeds' own ranges from there on. It thus reads at most about twice as much as the better of the two, without
   * knowing either in advance.
   */
  const folderRows = async function* (
    query: EntryListQuery,
    feedIds: string[],
    after: EntryPosition | null,
    pageSize: number,
  ): Rows {
    let rowsLeft = feedIds.length * ROWS_A_UNIT;
    let position = after;
    for await (const row of timeRows({ ...query, feed_ids: null }, after, pageSize)) {
      yield row;
      position = row;
      rowsLeft -= 1;
      if (rowsLeft === 0) break;
    }
    if (rowsLeft === 0) yield* timeRows(query, position, pageSize);
  };

  /** Yields rows in time order after `after`. They include the rows that the query shows and may include others. */
  const inTimeOrder = (query: EntryListQuery, after: EntryPosition | null, pageSize: number): Rows =>
    query.feed_ids !== null && query.feed_ids.length > FEWEST_FEEDS && query.filter !== 'saved'
      ? folderRows(query, query.feed_ids, after, pageSize)
      : timeRows(query, after, pageSize);

  /**
   * Yields the unread rows that marks may cover, by importance. If a mark is for all feeds, it yields all unread rows.
   * Otherwise it yields the newest covered rows of the marks' feeds, at most 2,000, as a feed's own list does.
   */
  const coveredByImportance = async function* (query: EntryListQuery, marks: ReadWatermark[]): Rows {
    const { user_id: userId, after, limit } = query;
    if (marks.some(({ feed_ids }) => feed_ids === null)) {
      yield* readRange(table, userId, readerRange('importance_score', 'UNREAD'), after, limit + 1);
      return;
    }
    const newest = mergeRows(
      [coveredRanges(null, marks).map((range) => readRange(table, userId, range, null, limit + 1))],
      byTime,
    );
    const covered = await take(newest, SORTED_IN_MEMORY, (row) => asMarked(row, marks).is_read);
    for (const row of covered.toSorted(byImportance))
      if (after === null || byImportance(row, after) > 0) yield row;
  };

  return async (asked) => {
    const marks = activeWatermarks(asked.marks ?? []);
    const query: EntryListQuery = { ...asked, marks };
    const { filter, sort, feed_ids: feedIds, after, at_most: atMost } = query;
    if (feedIds?.length === 0) return { rows: [], has_more: false };
    const feeds = feedIds === null ? null : new Set(feedIds);
    const isInState = ({ is_read }: EntryRow) =>
      filter === 'all' || filter === 'saved' || is_read === (filter === 'read');
    const isShown = (row: EntryRow) =>
      (row.expires_at === null || row.expires_at > query.now) &&
      (feeds?.has(row.feed_ids[0]) ?? true) &&
      (marks.length === 0 || isInState(asMarked(row, marks)));
    const pageSize = query.limit + 1;
    const wanted = Math.min(query.limit + 1, atMost ?? Infinity);
    const page = (rows: EntryRow[]) => ({
      rows: rows.slice(0, query.limit).map((row) => asMarked(row, marks)),
      has_more: rows.length > query.limit,
    });

    if (sort === 'published_at')
      return page(await take(inTimeOrder(query, after, pageSize), wanted, isShown));
    if (feeds === null && filter !== 'saved') {
      const sources = statesOf(filter).map((state) =>
        readRange(table, query.user_id, readerRange('importance_score', state), after, pageSize),
      );
      if (filter === 'read' && marks.length > 0) sources.unshift(coveredByImportance(query, marks));
      return page(
        await take(
          mergeRows(
            sources.map((source) => [source]),
            byImportance,
          ),
          wanted,
          isShown,
        ),
      );
    }
    // `at_most` counts the rows after `after`. Later pages also need the rows before `after` for sorting, so it is no
    // limit.
    const most = after === null ? (atMost ?? Infinity) : Infinity;
    const newest = await take(
      inTimeOrder(query, null, SORTED_PAGE),
      Math.min(SORTED_IN_MEMORY, most),
      isShown,
    );
    const sorted = newest.toSorted(byImportance);
    return page(after === null ? sorted : sorted.filter((row) => byImportance(row, after) > 0));
  };
};
