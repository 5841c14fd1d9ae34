import type { EntryStore, Entry } from '../../model/article/entry.ts';
import { and, itemIsNew } from '../table/queries.ts';
import { articleIdIn, entriesOf, entryKey, indexes, timeRange } from '../table/keys.ts';
import type { TableClient, Item } from '../table/table.ts';
import {
  carriedBy,
  expiredBy,
  removable,
  unreadAndUnsaved,
  creatable,
  listed,
  notListed,
  unchangedSince,
  createEntryCounts,
} from './entry-counts.ts';
import { rowFromItem, entryFromItem, entryToItem, type StoredEntry } from './entry-item.ts';
import { pauseBriefly } from '../../lib/turns/pause-briefly.ts';
import { StorageThrottledError } from '../../lib/errors.ts';
import { createEntryList } from './entry-list.ts';
import { listNewest } from './time-order.ts';
import { countTagged } from './tagged-rows.ts';
import { listSearchable } from './searchable-rows.ts';

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
