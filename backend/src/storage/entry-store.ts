import { setTimeout as sleep } from 'node:timers/promises';
import type { Entry, EntryStore } from '../articles/entry.ts';
import { entryFromItem, entryToItem, rowFromItem, type StoredEntry } from './entry-item.ts';
import { createEntryList } from './entry-list.ts';
import { StorageThrottledError } from './errors.ts';
import { and, itemExists, itemIsNew } from './expressions.ts';
import { entriesOf, entryKey, feedRange, timeRange } from './keys.ts';
import type { Item, TableClient } from './table.ts';

/** Each try that is lost means that another writer won, so this many writers of one entry get through at once. */
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

/** Entries as opposed to tombstones. */
const listed = { text: 'attribute_exists(#listed)', names: { '#listed': 'by_time' } };

const isEntry = (stored: StoredEntry | null): stored is StoredEntry => stored !== null;

export const createEntryStore = (table: TableClient): EntryStore => {
  const read = async (userId: string, articleId: string): Promise<StoredEntry | null> => {
    const item = await table.get(entryKey(userId, articleId));
    return item === null ? null : entryFromItem(item);
  };

  return {
    create: (entry) => table.put(entryToItem(entry, 1), itemIsNew),
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
    countUnread: (userId, feedId, now) =>
      table.count({
        PK: entriesOf(userId).PK,
        prefix: feedRange(feedId, 'UNREAD'),
        index: 'by-feed',
        filter: {
          text: 'attribute_not_exists(#expires) OR #expires > :now',
          names: expiresAt,
          values: { ':now': Date.parse(now) },
        },
      }),
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
        entries.push(
          ...page.items
            .map(entryFromItem)
            .filter(isEntry)
            .map(({ entry }) => entry),
        );
        start = page.last;
      } while (start !== undefined && entries.length < limit);
      return entries;
    },
    // Read ones first: they wait for nobody but the cleanup, unread ones for DynamoDB's own deletion too.
    listExpired: async (userId, now, limit) => {
      const expired: { article_id: string; is_read: boolean }[] = [];
      for (const state of ['READ', 'UNREAD'] as const) {
        let after: Item | undefined;
        do {
          const page = await table.queryPage({
            PK: entriesOf(userId).PK,
            prefix: timeRange(state),
            index: 'by-time',
            filter: { text: '#expires <= :now', names: expiresAt, values: { ':now': Date.parse(now) } },
            after,
            is_consistent: false,
          });
          expired.push(
            ...page.items.map(rowFromItem).map(({ article_id, is_read }) => ({ article_id, is_read })),
          );
          after = page.last;
        } while (after !== undefined && expired.length < limit);
      }
      return expired.slice(0, limit);
    },
    // Saved, or marked unread, meanwhile: it stays.
    bury: (userId, articleId, ttl, expiredBefore) =>
      table.put({ ...entryKey(userId, articleId), ttl }, and(itemExists, notSaved, expiredBy(expiredBefore))),
    delete: (userId, articleId, expiredBefore) =>
      table.delete(
        entryKey(userId, articleId),
        expiredBefore === undefined
          ? and(itemExists, notSaved)
          : and(itemExists, notSaved, expiredBy(expiredBefore)),
      ),
  };
};
