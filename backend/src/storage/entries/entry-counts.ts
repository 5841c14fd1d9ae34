import type { EntryStore } from '../../model/article/entry.ts';
import { covers, type ReadWatermark } from '../../model/article/watermark.ts';
import { keyed, parseItem } from '../table/items.ts';
import { entriesOf, feedRange, idIn, type ReadState, timeRange, unscoredRange } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';
import { notExpiredBy } from './entry-conditions.ts';
import { unreadFromItem, type UnreadRow } from './entry-item.ts';

/** Number of rows in memory at once, about 400 KB. DynamoDB's own pages may have 1 MB. */
const UNREAD_PAGE = 1000;

/** Creates the counts of a reader's entries; see EntryStore. */
export const createEntryCounts = (
  table: TableClient,
): Pick<EntryStore, 'count' | 'countUnscored' | 'listUnscored' | 'countUnread' | 'countAllUnread'> => ({
  count: async (userId) => {
    const counts = (['UNREAD', 'READ'] as const).map((state) =>
      table.count({
        PK: entriesOf(userId).PK,
        prefix: timeRange(state),
        index: 'by-time',
        is_consistent: false,
      }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  },
  countUnscored: async (userId, now) => {
    const counts = states.map((state) =>
      table.count({ ...unscoredOf(userId, state), filter: notExpiredBy(now), is_consistent: false }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  },
  listUnscored: async (userId, limit) => {
    const found: string[] = [];
    for (const state of states) {
      let after: Item | undefined;
      do {
        const page = await table.queryPage({
          ...unscoredOf(userId, state),
          limit: limit - found.length,
          after,
        });
        found.push(...page.items.map((item) => idIn(parseItem(keyed, item).SK)));
        after = page.last;
      } while (after !== undefined && found.length < limit);
      if (found.length >= limit) break;
    }
    return found;
  },
  countUnread: async (userId, feedId, now, marks = []) => {
    const range = { index: 'by-feed', prefix: feedRange(feedId, 'UNREAD') } as const;
    const counts = await countRows(table, userId, range, now, marks);
    return counts.get(feedId) ?? { count: 0, first_expiry: null };
  },
  countAllUnread: (userId, now, marks = []) =>
    countRows(table, userId, { index: 'by-time', prefix: timeRange('UNREAD') }, now, marks),
});

const states = ['UNREAD', 'READ'] as const;

/** Returns the range of a reader's entries without a score. */
const unscoredOf = (userId: string, state: ReadState) =>
  ({ PK: entriesOf(userId).PK, prefix: unscoredRange(state), index: 'by-importance' }) as const;

type UnreadRange = { index: 'by-feed' | 'by-time'; prefix: string };

/** Returns the unread rows of a range by feed: those that have not expired and that no mark covers. */
const countRows = async (
  table: TableClient,
  userId: string,
  range: UnreadRange,
  now: string,
  marks: ReadWatermark[],
): Promise<Map<string, { count: number; first_expiry: string | null }>> => {
  const counts = new Map<string, UnreadOfFeed>();
  const at = Date.parse(now);
  let after: Item | undefined;
  do {
    const page = await table.queryPage({ PK: entriesOf(userId).PK, ...range, limit: UNREAD_PAGE, after });
    for (const item of page.items) {
      const row = unreadFromItem(item);
      if (row.expires_at === null || row.expires_at > at) addUnread(counts, row, marks);
    }
    after = page.last;
  } while (after !== undefined);
  return new Map(
    Array.from(counts, ([feedId, { count, first_expiry }]) => [
      feedId,
      { count, first_expiry: first_expiry === null ? null : new Date(first_expiry).toISOString() },
    ]),
  );
};

type UnreadOfFeed = { count: number; first_expiry: number | null };

/** Adds an unread row to the counts. It reads only what counting needs, because there may be 100,000 rows. */
const addUnread = (counts: Map<string, UnreadOfFeed>, row: UnreadRow, marks: ReadWatermark[]): void => {
  const { feed_id, expires_at, created_at, unread_after } = row;
  if (marks.length > 0) {
    const marked = {
      feed_ids: [feed_id] satisfies [string],
      created_at: new Date(created_at).toISOString(),
      is_read: false,
      unread_after,
    };
    if (marks.some((mark) => covers(mark, marked))) return;
  }
  const feed = counts.get(feed_id);
  if (feed === undefined) {
    counts.set(feed_id, { count: 1, first_expiry: expires_at });
    return;
  }
  feed.count += 1;
  if (expires_at !== null && (feed.first_expiry === null || expires_at < feed.first_expiry))
    feed.first_expiry = expires_at;
};
