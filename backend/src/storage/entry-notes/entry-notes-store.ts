import { z } from 'zod';
import { NOTE_SECONDS, type EntryNotesStore, type SearchRowsStore } from '../../model/search-stores.ts';
import { absentAsNull, compact, keyed, parseItem } from '../table/items.ts';
import { entryNoteKey, entryNotesKey, entryNotesOf, notedIn, searchRowsKey } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';

const stateSchema = keyed.extend({
  begun_at: absentAsNull(z.int()),
  asked: z.int().min(0),
  asked_from: z.int(),
});

export const createEntryNotesStore = (table: TableClient): EntryNotesStore => ({
  get: async (userId) => {
    const item = await table.get(entryNotesKey(userId));
    if (item === null) return null;
    const { begun_at, asked, asked_from } = parseItem(stateSchema, item);
    return { begun_at, asked, asked_from };
  },
  put: async (userId, { begun_at, asked, asked_from }) => {
    await table.put({ ...entryNotesKey(userId), ...compact({ begun_at }), asked, asked_from });
  },
  end: async (userId) => {
    await table.delete(entryNotesKey(userId));
  },
  add: async (userId, at, articleId) => {
    const ttl = Math.ceil(at / 1000) + NOTE_SECONDS;
    await table.put({ ...entryNoteKey(userId, new Date(at).toISOString(), articleId), ttl });
  },
  listAfter: async (userId, at, most) => {
    // No id comes before the empty one.
    const after = entryNoteKey(userId, new Date(at).toISOString(), '');
    const { items, last } = await table.queryPage({ ...entryNotesOf(userId), after, limit: most + 1 });
    if (last !== undefined || items.length > most) return null;
    return [...new Set(items.map((item) => notedIn(parseItem(keyed, item).SK)))];
  },
});

const rowsSchema = keyed.extend({ digest: z.string() });

export const createSearchRowsStore = (table: TableClient): SearchRowsStore => ({
  get: async (userId) => {
    const item = await table.get(searchRowsKey(userId));
    return item === null ? null : parseItem(rowsSchema, item).digest;
  },
  put: async (userId, digest) => {
    await table.put({ ...searchRowsKey(userId), digest });
  },
});
