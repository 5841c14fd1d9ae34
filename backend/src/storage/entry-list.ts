import type { EntryListQuery, EntryPosition, EntryRow, EntryStore } from '../articles/entry.ts';
import { asMarked } from '../articles/marks.ts';
import { feedRangeOf, readerRange, savedRange, statesOf, type RowRange } from './entry-ranges.ts';
import { byImportance, byTime, mergeRows, readRange, take, type Rows } from './entry-rows.ts';
import type { TableClient } from './table.ts';

/** Importance order within feeds or the saved list sorts so many of the newest in memory. */
const SORTED_IN_MEMORY = 2000;
/** Rows asked for at once when that many are sorted; about 10 read units. */
const SORTED_PAGE = 500;
/** Up to so many feeds are asked for their own ranges at once. */
const FEWEST_FEEDS = 4;
/** About what one read unit reads. */
const ROWS_A_UNIT = 10;

/** The list queries of a reader's entries; see EntryStore. */
export const createEntryList = (table: TableClient): EntryStore['list'] => {
  const timeRows = (query: EntryListQuery, after: EntryPosition | null, pageSize: number): Rows => {
    const { user_id: userId, filter, feed_ids: feedIds } = query;
    const read = (range: RowRange, size = pageSize) => readRange(table, userId, range, after, size);
    if (filter === 'saved') return read(savedRange);
    const states = statesOf(filter, query.marks);
    if (feedIds === null) {
      return mergeRows(
        states.map((state) => [read(readerRange('published_at', state))]),
        byTime,
      );
    }
    const share = Math.max(ROWS_A_UNIT, Math.ceil(pageSize / feedIds.length));
    return mergeRows(
      states.map((state) => feedIds.map((feedId) => read(feedRangeOf(feedId, state), share))),
      byTime,
    );
  };

  /**
   * A folder of many feeds. The reader's whole list is filtered, which reads least where the folder is a fair part of
   * it. Once that has read as much as asking each feed would, a unit a feed, the feeds' own ranges are merged from
   * there on. So no more than about twice the better of the two is read, without knowing either beforehand.
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

  /** Rows in time order behind `after`, those that the query shows among others. */
  const inTimeOrder = (query: EntryListQuery, after: EntryPosition | null, pageSize: number): Rows =>
    query.feed_ids !== null && query.feed_ids.length > FEWEST_FEEDS && query.filter !== 'saved'
      ? folderRows(query, query.feed_ids, after, pageSize)
      : timeRows(query, after, pageSize);

  return async (query) => {
    const { filter, sort, feed_ids: feedIds, after, marks = [], at_most: atMost } = query;
    if (feedIds?.length === 0) return { rows: [], has_more: false };
    const feeds = feedIds === null ? null : new Set(feedIds);
    const isInState = ({ is_read }: EntryRow) =>
      filter === 'all' || filter === 'saved' || is_read === (filter === 'read');
    const isShown = (row: EntryRow) =>
      (row.expires_at === null || row.expires_at > query.now) &&
      (feeds?.has(row.feed_ids[0]) ?? true) &&
      (marks.length === 0 || isInState(asMarked(row, marks)));
    const pageSize = query.limit + 1;
    const known = after === null ? (atMost ?? Infinity) : Infinity;
    const wanted = Math.min(query.limit + 1, known);
    const page = (rows: EntryRow[]) => ({
      rows: rows.slice(0, query.limit).map((row) => asMarked(row, marks)),
      has_more: rows.length > query.limit,
    });

    if (sort === 'published_at')
      return page(await take(inTimeOrder(query, after, pageSize), wanted, isShown));
    if (feeds === null && filter !== 'saved') {
      const ranges = statesOf(filter, marks).map((state) => readerRange('importance_score', state));
      const rows = mergeRows(
        ranges.map((range) => [readRange(table, query.user_id, range, after, pageSize)]),
        byImportance,
      );
      return page(await take(rows, wanted, isShown));
    }
    const newest = await take(
      inTimeOrder(query, null, SORTED_PAGE),
      Math.min(SORTED_IN_MEMORY, atMost ?? Infinity),
      isShown,
    );
    const sorted = newest.toSorted(byImportance);
    return page(after === null ? sorted : sorted.filter((row) => byImportance(row, after) > 0));
  };
};
