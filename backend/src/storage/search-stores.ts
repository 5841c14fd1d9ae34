import { z } from 'zod';
import { savedSearch } from '../contract/search/saved-searches.ts';
import type { SavedSearchStore, SearchRowsStore } from '../model/search-stores.ts';
import { createListStore } from './list-store.ts';
import { keyed, parseItem } from './table/items.ts';
import { searchesKey, searchRowsKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

const searchesSchema = keyed.extend({ rev: z.int().min(1), searches: z.array(savedSearch) });

export const createSavedSearchStore = (table: TableClient): SavedSearchStore =>
  createListStore(table, {
    what: 'The saved searches of a reader',
    key: searchesKey,
    read: (item) => {
      const { rev, searches } = parseItem(searchesSchema, item);
      return { rev, value: searches };
    },
    write: (searches) => ({ searches }),
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
