import type { EntryStore, Entry } from '../../model/article/entry.ts';
import { covers, type ReadWatermark } from '../../model/article/watermark.ts';
import { and, itemIsNew, or, type Expression } from '../table/queries.ts';
import { encodeFeedIds } from '../table/codecs.ts';
import { keyed, parseItem, unchangedSince } from '../table/items.ts';
import {
  articleIdIn,
  entriesOf,
  entryKey,
  feedRange,
  idIn,
  indexes,
  type ReadState,
  timeRange,
  unscoredRange,
} from '../table/keys.ts';
import type { TableClient, Item } from '../table/table.ts';
import {
  rowFromItem,
  entryFromItem,
  entryToItem,
  unreadFromItem,
  type StoredEntry,
  type UnreadRow,
} from './entry-item.ts';
import { pauseBriefly } from '../../lib/turns.ts';
import { StorageThrottledError } from '../../lib/errors.ts';
import { countTagged, createEntryList } from './entry-list.ts';
import { listNewest } from './time-order.ts';
import { listSearchable } from './searchable-rows.ts';

// The conditions on which entries are written and removed.

const expiredBy = (time: string) => ({
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
const listed = { text: 'attribute_exists(#listed)', names: { '#listed': 'by_time' } };

const notSaved = { text: 'attribute_not_exists(#saved)', names: { '#saved': 'is_saved' } };

/** Returns the condition that an item is an entry, is not saved and, if a time is given, has expired by then. */
const removable = (expiredBefore: string | undefined) =>
  and(listed, notSaved, ...(expiredBefore === undefined ? [] : [expiredBy(expiredBefore)]));

const carriedBy = (feedIds: string[]) => ({
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
const notListed: Expression = {
  text: 'attribute_not_exists(#listed)',
  names: { '#listed': 'by_time' },
};

/** Returns the condition on which an entry may be created; see `EntryStore.create`. */
const creatable = (allowRefollow: boolean, muting: readonly string[]): Expression =>
  or(allowRefollow ? isNewOrLeft : itemIsNew, isMutedByOther(muting));

/** The condition that an item is an entry that the reader neither saved nor read. */
const unreadAndUnsaved = and(listed, notSaved, {
  text: 'attribute_not_exists(#read) OR #read <> :true',
  names: { '#read': 'is_read' },
  values: { ':true': true },
});

/** Number of rows in memory at once, about 400 KB. DynamoDB's own pages may have 1 MB. */
const UNREAD_PAGE = 1000;

/** Creates the counts of a reader's entries; see EntryStore. */
const createEntryCounts = (
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

/** Creates what finds and removes entries; see EntryStore. Its conditions keep entries that are saved meanwhile. */
const createEntryRemoval = (
  table: TableClient,
): Pick<EntryStore, 'listExpired' | 'replaceWithTombstone' | 'leave' | 'mute' | 'muteUnread' | 'delete'> => ({
  // List read entries first: only the cleanup removes them, whereas DynamoDB also deletes unread ones by itself.
  listExpired: async (userId, now, after, limit) => {
    const state = after?.startsWith(timeRange('UNREAD')) === true ? 'UNREAD' : 'READ';
    const prefix = timeRange(state);
    const page = await table.queryPage({
      PK: entriesOf(userId).PK,
      prefix,
      index: 'by-time',
      filter: expiredBy(now),
      limit,
      after:
        after === null || after === prefix
          ? undefined
          : { ...entryKey(userId, articleIdIn(after)), [indexes['by-time']]: after },
      is_consistent: false,
    });
    const last = page.last?.[indexes['by-time']];
    return {
      expired: page.items.map(rowFromItem),
      next: typeof last === 'string' ? last : state === 'READ' ? timeRange('UNREAD') : null,
    };
  },
  replaceWithTombstone: (userId, articleId, ttl, expiredBefore) =>
    table.put({ ...entryKey(userId, articleId), ttl }, removable(expiredBefore)),
  leave: ({ user_id: userId, article_id: articleId, feed_ids }, ttl, allowRefollow) =>
    table.put(
      { ...entryKey(userId, articleId), ttl, ...(allowRefollow ? { left: true } : {}) },
      and(removable(undefined), carriedBy(feed_ids)),
    ),
  mute: async ({ user_id: userId, article_id: articleId }, tombstone) => {
    await table.put({ ...entryKey(userId, articleId), ...tombstone }, itemIsNew);
  },
  muteUnread: ({ user_id: userId, article_id: articleId }, tombstone) =>
    table.put({ ...entryKey(userId, articleId), ...tombstone }, unreadAndUnsaved),
  delete: (userId, articleId, expiredBefore) =>
    table.delete(entryKey(userId, articleId), removable(expiredBefore)),
});

/**
 * The most tries of a write. Each failed try means that another writer succeeded, so this many concurrent writers of
 * one entry all succeed.
 */
const ATTEMPTS = 50;

export const createEntryStore = (table: TableClient): EntryStore => ({
  create: (entry, allowRefollow = false, muting = []) =>
    table.put(entryToItem(entry, 1), creatable(allowRefollow, muting)),
  bring: (entry) => table.put(entryToItem(entry, 1), notListed),
  get: async (userId, articleId) => (await read(table, userId, articleId))?.entry ?? null,
  getMany: async (userId, articleIds, isConsistent) => {
    const keys = articleIds.map((articleId) => entryKey(userId, articleId));
    const items = await table.batchGet(keys, isConsistent);
    return items.flatMap((item) => entryFromItem(item)?.entry ?? []);
  },
  change: async (userId, articleId, change) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const stored = await read(table, userId, articleId);
      if (stored === null) return null;
      const changed = change(stored.entry);
      if (changed === null) return stored.entry;
      const item = entryToItem(changed, stored.rev + 1);
      if (await table.put(item, unchangedSince(stored.rev))) return entryFromItem(item)?.entry ?? null;
      await pauseBriefly();
    }
    throw new StorageThrottledError(`Entry ${articleId} was written by others ${ATTEMPTS} times over`);
  },
  list: createEntryList(table),
  scan: async (userId, after, limit) => {
    const entries: Entry[] = [];
    let start: Item | undefined = after === null ? undefined : entryKey(userId, after);
    do {
      const page = await table.queryPage({
        ...entriesOf(userId),
        filter: listed,
        limit: limit - entries.length,
        after: start,
      });
      entries.push(...page.items.flatMap((item) => entryFromItem(item)?.entry ?? []));
      start = page.last;
    } while (start !== undefined && entries.length < limit);
    return entries;
  },
  listSearchable: (userId) => listSearchable(table, userId),
  listNewest: (userId, isRead, limit) => listNewest(table, userId, isRead, limit),
  countTagged: (userId) => countTagged(table, userId),
  ...createEntryCounts(table),
  ...createEntryRemoval(table),
});

const read = async (table: TableClient, userId: string, articleId: string): Promise<StoredEntry | null> => {
  const item = await table.get(entryKey(userId, articleId));
  return item === null ? null : entryFromItem(item);
};
