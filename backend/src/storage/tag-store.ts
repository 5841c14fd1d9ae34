import { z } from 'zod';
import type { TagStore } from '../model/article/tags.ts';
import { createListStore } from './list-store.ts';
import { keyed, parseItem } from './table/items.ts';
import { tagsKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

const tagsSchema = keyed.extend({ rev: z.int().min(1), tags: z.array(z.string()) });

export const createTagStore = (table: TableClient): TagStore =>
  createListStore(table, {
    what: 'The tags of a reader',
    key: tagsKey,
    read: (item) => {
      const { rev, tags } = parseItem(tagsSchema, item);
      return { rev, value: tags };
    },
    write: (tags) => ({ tags }),
  });
