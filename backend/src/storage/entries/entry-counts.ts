import { and, itemIsNew, or, type Expression } from '../table/queries.ts';
import { encodeFeedIds } from '../table/codecs.ts';
import type { EntryStore } from '../../model/article/entry.ts';
import { covers, type ReadWatermark } from '../../model/article/watermark.ts';
import { keyed, parseItem } from '../table/items.ts';
import { entriesOf, feedRange, idIn, type ReadState, timeRange, unscoredRange } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';
import { unreadFromItem, type UnreadRow } from './entry-item.ts';

// The conditions on which entries are written and removed.

export const unchangedSince = (rev: number) => ({
  text: '#rev = :rev',
  names: { '#rev': 'rev' },
  values: { ':rev': rev },
});

export const expiredBy = (time: string) => ({
  text: '#expires <= :expired',
  names: { '#expires': 'expires_at' },
  values: { ':expired': Date.parse(time) },
});

const notExpiredBy = (time: string): Expression => ({
  text: 'attribute_not_exists(#expires) OR #expires > :expired',
  names: { '#expires': 'expires_at' },
  values: { ':expired': Date.parse(time) },
});

/** The condition that an item is an entry and not a tombstone. */
export const listed = { text: 'attribute_exists(#listed)', names: { '#listed': 'by_time' } };

const notSaved = { text: 'attribute_not_exists(#saved)', names: { '#saved': 'is_saved' } };

/** Returns the condition that an item is an entry, is not saved and, if a time is given, has expired by then. */
export const removable = (expiredBefore: string | undefined) =>
  and(listed, notSaved, ...(expiredBefore === undefined ? [] : [expiredBy(expiredBefore)]));

export const carriedBy = (feedIds: string[]) => ({
  text: '#feeds = :feeds',
  names: { '#feeds': 'feed_ids' },
  values: { ':feeds': encodeFeedIds(feedIds) },
});

const isNewOrLeft: Expression = {
  text: 'attribute_not_exists(#pk) OR attribute_exists(#left)',
  names: { '#pk': 'PK', '#left': 'left' },
};

/** Returns the condition that an item is the tombstone of a rule that is not among those that mute now. */
const isMutedByOther = (muting: readonly string[]): Expression => {
  const isMuted = { text: 'attribute_exists(#muted)', names: { '#muted': 'muted_by' } };
  const isNotBy = muting.map((name, at) => ({ text: `#muted <> :m${at}`, values: { [`:m${at}`]: name } }));
  return muting.length === 0 ? isMuted : and(isMuted, ...isNotBy);
};

/** The condition that there is no entry; a tombstone of any kind may be there. */
export const notListed: Expression = {
  text: 'attribute_not_exists(#listed)',
  names: { '#listed': 'by_time' },
};

/** Returns the condition on which an entry may be created; see `EntryStore.create`. */
export const creatable = (allowRefollow: boolean, muting: readonly string[]): Expression =>
  or(allowRefollow ? isNewOrLeft : itemIsNew, isMutedByOther(muting));

/** The condition that an item is an entry that the reader neither saved nor read. */
export const unreadAndUnsaved = and(listed, notSaved, {
  text: 'attribute_not_exists(#read) OR #read <> :true',
  names: { '#read': 'is_read' },
  values: { ':true': true },
});

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
  countUnread: async (userId, feedId, now, watermarks = []) => {
    const range = { index: 'by-feed', prefix: feedRange(feedId, 'UNREAD') } as const;
    const counts = await countRows(table, userId, range, now, watermarks);
    return counts.get(feedId) ?? { count: 0, first_expiry: null };
  },
  countAllUnread: (userId, now, watermarks = []) =>
    countRows(table, userId, { index: 'by-time', prefix: timeRange('UNREAD') }, now, watermarks),
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
  watermarks: ReadWatermark[],
): Promise<Map<string, { count: number; first_expiry: string | null }>> => {
  const counts = new Map<string, UnreadOfFeed>();
  const at = Date.parse(now);
  let after: Item | undefined;
  do {
    const page = await table.queryPage({ PK: entriesOf(userId).PK, ...range, limit: UNREAD_PAGE, after });
    for (const item of page.items) {
      const row = unreadFromItem(item);
      if (row.expires_at === null || row.expires_at > at) addUnread(counts, row, watermarks);
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
const addUnread = (counts: Map<string, UnreadOfFeed>, row: UnreadRow, watermarks: ReadWatermark[]): void => {
  const { feed_id, expires_at, created_at, unread_after } = row;
  if (watermarks.length > 0) {
    const marked = {
      feed_ids: [feed_id] satisfies [string],
      created_at: new Date(created_at).toISOString(),
      is_read: false,
      unread_after,
    };
    if (watermarks.some((mark) => covers(mark, marked))) return;
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
