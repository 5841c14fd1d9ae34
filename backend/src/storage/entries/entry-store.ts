import { setTimeout as sleep } from 'node:timers/promises';
import type { Entry, EntryStore } from '../../model/article/entry.ts';
import { StorageThrottledError } from '../../lib/storage-errors.ts';
import { entriesOf, entryKey } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';
import { creatable, listed, unchangedSince } from './entry-conditions.ts';
import { createEntryCounts } from './entry-counts.ts';
import { entryFromItem, entryToItem, type StoredEntry } from './entry-item.ts';
import { createEntryList } from './entry-list.ts';
import { listNewest } from './newest-rows.ts';
import { listSearchable } from './searchable-rows.ts';
import { createEntryRemoval } from './entry-removal.ts';

/**
 * The most tries of a write. Each failed try means that another writer succeeded, so this many concurrent writers of
 * one entry all succeed.
 */
const ATTEMPTS = 50;
const LONGEST_PAUSE_MS = 20;

export const createEntryStore = (table: TableClient): EntryStore => ({
  create: (entry, allowRefollow = false, muting = []) =>
    table.put(entryToItem(entry, 1), creatable(allowRefollow, muting)),
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
      await sleep(Math.random() * LONGEST_PAUSE_MS);
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
  ...createEntryCounts(table),
  ...createEntryRemoval(table),
});

const read = async (table: TableClient, userId: string, articleId: string): Promise<StoredEntry | null> => {
  const item = await table.get(entryKey(userId, articleId));
  return item === null ? null : entryFromItem(item);
};
