import { z } from 'zod';
import type { FolderStore } from '../model/feed/subscription.ts';
import { keyed, parseItem } from './table/items.ts';
import { folderKey, foldersOf, idIn } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

const folderSchema = keyed.extend({ position: z.number() });

export const createFolderStore = (table: TableClient): FolderStore => ({
  positions: async (userId) =>
    new Map(
      (await table.queryAll(foldersOf(userId))).map((item) => {
        const { SK, position } = parseItem(folderSchema, item);
        return [idIn(SK), position];
      }),
    ),
  put: async ({ user_id: userId, name, position }) => {
    await table.put({ ...folderKey(userId, name), position });
  },
  delete: async (userId, name) => {
    await table.delete(folderKey(userId, name));
  },
});
