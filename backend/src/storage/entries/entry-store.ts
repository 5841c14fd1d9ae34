import { setTimeout as sleep } from 'node:timers/promises';
import type { Entry, EntryRow, EntryStore } from '../../model/article/entry.ts';
import { covers, type ReadWatermark } from '../../model/article/watermark.ts';
import {
  entryFromItem,
  entryToItem,
  rowFromItem,
  unreadFromItem,
  type StoredEntry,
  type UnreadRow,
} from './entry-item.ts';
import { createEntryList } from './entry-list.ts';
import { StorageThrottledError } from '../table/errors.ts';
import { and, itemIsNew } from '../table/expressions.ts';
import { encodeFeedIds } from '../table/feed-ids-codec.ts';
import { articleIdIn, entriesOf, entryKey, feedRange, indexes, timeRange } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';

/**
 * The most tries of a write. Each failed try means that another writer succeeded, so this many concurrent writers of
 * one entry all succeed.
 */
const ATTEMPTS = 50;
const LONGEST_PAUSE_MS = 20;

const unchangedSince = (rev: number) => ({
  text: '#rev = :rev',
  names: { '#rev': 'rev' },
  values: { ':rev': rev },
});

const expiresAt = { '#expires': 'expires_at' };

const notSaved = { text: 'attribute_not_exists(#saved)', names: { '#saved': 'is_saved' } };

const expiredBy = (time: string) => ({
  text: '#expires <= :expired',
  names: expiresAt,
  values: { ':expired': Date.parse(time) },
});

/** The condition that an item is an entry and not a tombstone. */
const listed = { text: 'attribute_exists(#listed)', names: { '#listed': 'by_time' } };

/** Returns the condition that an item is an entry, is not saved and, if a time is given, has expired by then. */
const removable = (expiredBefore: string | undefined) =>
  and(listed, notSaved, ...(expiredBefore === undefined ? [] : [expiredBy(expiredBefore)]));

const carriedBy = (feedIds: string[]) => ({
  text: '#feeds = :feeds',
  names: { '#feeds': 'feed_ids' },
  values: { ':feeds': encodeFeedIds(feedIds) },
});

const isNewOrLeft = {
  text: 'attribute_not_exists(#pk) OR attribute_exists(#left)',
  names: { '#pk': 'PK', '#left': 'left' },
};

/** Number of rows in memory at once, about 400 KB. DynamoDB's own pages may have 1 MB. */
const UNREAD_PAGE = 1000;

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

const isEntry = (stored: StoredEntry | null): stored is StoredEntry => stored !== null;

export const createEntryStore = (table: TableClient): EntryStore => {
  const read = async (userId: string, articleId: string): Promise<StoredEntry | null> => {
    const item = await table.get(entryKey(userId, articleId));
    return item === null ? null : entryFromItem(item);
  };

  const unreadRows = async (userId: string, feedId: string): Promise<EntryRow[]> => {
    const rows: EntryRow[] = [];
    let after: Item | undefined;
    do {
      const page = await table.queryPage({
        PK: entriesOf(userId).PK,
        prefix: feedRange(feedId, 'UNREAD'),
        index: 'by-feed',
        after,
      });
      for (const item of page.items) rows.push(rowFromItem(item));
      after = page.last;
    } while (after !== undefined);
    return rows;
  };

  return {
    create: (entry, allowRefollow = false) =>
      table.put(entryToItem(entry, 1), allowRefollow ? isNewOrLeft : itemIsNew),
    get: async (userId, articleId) => (await read(userId, articleId))?.entry ?? null,
    getMany: async (userId, articleIds) => {
      const items = await table.batchGet(articleIds.map((articleId) => entryKey(userId, articleId)));
      return items
        .map(entryFromItem)
        .filter(isEntry)
        .map(({ entry }) => entry);
    },
    change: async (userId, articleId, change) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const stored = await read(userId, articleId);
        if (stored === null) return null;
        const changed = change(stored.entry);
        if (changed === null) return stored.entry;
        const item = entryToItem(changed, stored.rev + 1);
        if (await table.put(item, unchangedSince(stored.rev))) return entryFromItem(item)?.entry ?? null;
        await sleep(Math.random() * LONGEST_PAUSE_MS);
      }
      throw new StorageThrottledError(`Entry ${articleId} was written by others ${ATTEMPTS} times over`);
    },
    list: createEntryList(table),
    countUnread: async (userId, feedId, now, marks = []) => {
      const unread = (await unreadRows(userId, feedId))
        .filter(({ expires_at }) => expires_at === null || expires_at > now)
        .filter((row) => !marks.some((mark) => covers(mark, row)));
      const expiries = unread.flatMap(({ expires_at }) => expires_at ?? []).toSorted();
      return { count: unread.length, first_expiry: expiries.at(0) ?? null };
    },
    countAllUnread: async (userId, now, marks = []) => {
      const counts = new Map<string, UnreadOfFeed>();
      const at = Date.parse(now);
      let after: Item | undefined;
      do {
        const page = await table.queryPage({
          PK: entriesOf(userId).PK,
          prefix: timeRange('UNREAD'),
          index: 'by-time',
          limit: UNREAD_PAGE,
          after,
        });
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
    },
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
        for (const item of page.items) {
          const stored = entryFromItem(item);
          if (stored !== null) entries.push(stored.entry);
        }
        start = page.last;
      } while (start !== undefined && entries.length < limit);
      return entries;
    },
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
    // The condition keeps an entry that was saved or got a later expiry meanwhile.
    replaceWithTombstone: (userId, articleId, ttl, expiredBefore) =>
      table.put({ ...entryKey(userId, articleId), ttl }, removable(expiredBefore)),
    leave: ({ user_id: userId, article_id: articleId, feed_ids }, ttl, allowRefollow) =>
      table.put(
        { ...entryKey(userId, articleId), ttl, ...(allowRefollow ? { left: true } : {}) },
        and(removable(undefined), carriedBy(feed_ids)),
      ),
    delete: (userId, articleId, expiredBefore) =>
      table.delete(entryKey(userId, articleId), removable(expiredBefore)),
  };
};
