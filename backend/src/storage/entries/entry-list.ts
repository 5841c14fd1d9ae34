import {
  isSavedByReader,
  tagsOf,
  type EntryListQuery,
  type EntryRow,
  type EntryStore,
} from '../../model/article/entry.ts';
import { asMarked, activeWatermarks } from '../../model/article/watermark.ts';
import type { TableClient } from '../table/table.ts';
import { byImportance, readRange, take } from './entry-rows.ts';
import {
  inImportanceOrder,
  sortedByImportance,
  SORTED_IN_MEMORY,
  takeSortable,
  inTimeOrder,
  savedRange,
} from './time-order.ts';

/** Number of rows in one query when that many are sorted, at most 1 MB, about 75 read units. */
const SORTED_PAGE = 500;

/**
 * Returns the rows of a query after its position, at most `wanted` of them, or all that it had to sort. `isShown` tells
 * which rows the query shows. Calls `onCut` if it could not sort them all.
 */
type Strategy = (
  table: TableClient,
  query: EntryListQuery,
  wanted: number,
  isShown: (row: EntryRow) => boolean,
  onCut: () => void,
) => Promise<EntryRow[]>;

/** By time: the indexes have this order for each scope. */
const byTimeOfAny: Strategy = (table, query, wanted, isShown) =>
  take(inTimeOrder(table, query, query.after, query.limit + 1), wanted, isShown);

/** By importance, of feeds or of the saved list: no index has this order, so the newest are sorted in memory. */
const byImportanceOfSome: Strategy = async (table, query, _wanted, isShown, onCut) => {
  const { after, at_most: atMost } = query;
  // `at_most` counts the rows after `after`. Later pages also need the rows before `after` for sorting, so it is no
  // limit.
  const most = after === null ? (atMost ?? Infinity) : Infinity;
  const rows = inTimeOrder(table, query, null, SORTED_PAGE);
  const sorted = sortedByImportance(await takeSortable(rows, most, isShown, onCut), query);
  return after === null ? sorted : sorted.filter((row) => byImportance(row, after) > 0);
};

/** By importance, of all feeds: an index has this order. */
const byImportanceOfAll: Strategy = (table, query, wanted, isShown, onCut) =>
  take(inImportanceOrder(table, query, query.limit + 1, onCut), wanted, isShown);

const strategyFor = ({ sort, filter, feed_ids: feedIds, tag }: EntryListQuery): Strategy => {
  if (sort !== 'importance_score') return byTimeOfAny;
  return feedIds === null && filter !== 'saved' && tag === undefined ? byImportanceOfAll : byImportanceOfSome;
};

/** Returns a row in the state in which its reader sees it, after the marks and the feeds that were left. */
const seenIn =
  ({ watermarks = [], isLeft }: EntryListQuery) =>
  (row: EntryRow): EntryRow =>
    isLeft?.(row) === true ? { ...row, is_read: true } : asMarked(row, watermarks);

/** Returns the test that a row has not expired, belongs to the query's feeds and has the query's state and tag. */
const shownIn = (query: EntryListQuery) => {
  const { filter, feed_ids: feedIds, tag, watermarks = [], isLeft, now } = query;
  const feeds = feedIds === null ? null : new Set(feedIds);
  const isInState = ({ is_read }: EntryRow) =>
    filter === 'all' || filter === 'saved' || is_read === (filter === 'read');
  // The index of what stays has entries of both read states, and those that only tags keep.
  const isByState = tag === undefined && watermarks.length === 0 && isLeft === undefined;
  const seen = seenIn(query);
  return (row: EntryRow): boolean =>
    (row.expires_at === null || row.expires_at > now) &&
    (feeds?.has(row.feed_ids[0]) ?? true) &&
    (row.is_saved || isLeft?.(row) !== true) &&
    (filter !== 'saved' || isSavedByReader(row)) &&
    (tag === undefined || tagsOf(row).includes(tag)) &&
    (isByState || isInState(seen(row)));
};

/** Creates the list queries of a reader's entries; see EntryStore. Each order and scope has its strategy. */
export const createEntryList =
  (table: TableClient): EntryStore['list'] =>
  async (asked) => {
    const watermarks = activeWatermarks(asked.watermarks ?? []);
    const query: EntryListQuery = { ...asked, watermarks };
    const { limit, feed_ids: feedIds, at_most: atMost } = query;
    if (feedIds?.length === 0) return { rows: [], has_more: false, ranked_of: null };
    // One row more than the page, which tells whether there is another page.
    const wanted = Math.min(limit + 1, atMost ?? Infinity);
    let isCut = false;
    const onCut = () => {
      isCut = true;
    };
    const rows = await strategyFor(query)(table, query, wanted, shownIn(query), onCut);
    return {
      rows: rows.slice(0, limit).map(seenIn(query)),
      has_more: rows.length > limit,
      ranked_of: isCut ? SORTED_IN_MEMORY : null,
    };
  };

/** Number of rows that are read at once, some 350 KB. */
const TAGGED_PAGE = 500;

/** Counts the entries that stay by their tags; see `EntryStore.countTagged`. */
export const countTagged = async (table: TableClient, userId: string): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  for await (const row of readRange(table, userId, savedRange, null, TAGGED_PAGE, { isConsistent: false }))
    for (const tag of tagsOf(row)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
};
