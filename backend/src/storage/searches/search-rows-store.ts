import { z } from 'zod';
import type { SearchRowsStore } from '../../model/search-stores.ts';
import { keyed, parseItem } from '../table/items.ts';
import { searchRowsKey } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';

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
