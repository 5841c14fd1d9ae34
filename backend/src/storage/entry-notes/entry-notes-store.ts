import { z } from 'zod';
import { NOTE_SECONDS, type EntryNotesStore } from '../../model/search/entry-notes.ts';
import { itemIsNew } from '../table/expressions.ts';
import { keyed, parseItem } from '../table/items.ts';
import { entryNoteKey, entryNotesKey, entryNotesOf, notedIn } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';

const headSchema = keyed.extend({ begun_at: z.int() });

export const createEntryNotesStore = (table: TableClient): EntryNotesStore => ({
  begunAt: async (userId) => {
    const item = await table.get(entryNotesKey(userId));
    return item === null ? null : parseItem(headSchema, item).begun_at;
  },
  begin: async (userId, at) => {
    await table.put({ ...entryNotesKey(userId), begun_at: at }, itemIsNew);
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
