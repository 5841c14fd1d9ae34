import { z } from 'zod';
import { savedSearch, type SavedSearch } from '../contract/search/saved-searches.ts';
import type { SavedSearchStore, SearchRowsStore } from '../model/search-stores.ts';
import { changing, unchangedSince, type WithRev, keyed, parseItem } from './table/items.ts';
import { searchesKey, searchRowsKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

/** All of a reader's saved searches are one item, so that their order and their number are consistent. */
const searchesSchema = keyed.extend({ rev: z.int().min(1), searches: z.array(savedSearch) });

export const createSavedSearchStore = (table: TableClient): SavedSearchStore => {
  const read = async (userId: string): Promise<WithRev<SavedSearch[]>> => {
    const item = await table.get(searchesKey(userId));
    if (item === null) return { rev: 0, value: [] };
    const { rev, searches } = parseItem(searchesSchema, item);
    return { rev, value: searches };
  };
  return {
    list: async (userId) => (await read(userId)).value,
    change: (userId, change) =>
      changing(
        'The saved searches of a reader',
        () => read(userId),
        change,
        (searches, rev) => table.put({ ...searchesKey(userId), rev: rev + 1, searches }, unchangedSince(rev)),
      ),
  };
};

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
