import { z } from 'zod';
import type { TagStore } from '../model/article/tags.ts';
import { changing, unchangedSince, type WithRev, keyed, parseItem } from './table/items.ts';
import { tagsKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

/** The names of a reader's tags are one item, so that their number is consistent. */
const tagsSchema = keyed.extend({ rev: z.int().min(1), tags: z.array(z.string()) });

export const createTagStore = (table: TableClient): TagStore => {
  const read = async (userId: string): Promise<WithRev<string[]>> => {
    const item = await table.get(tagsKey(userId));
    if (item === null) return { rev: 0, value: [] };
    const { rev, tags } = parseItem(tagsSchema, item);
    return { rev, value: tags };
  };
  return {
    list: async (userId) => (await read(userId)).value,
    change: (userId, change) =>
      changing(
        'The tags of a reader',
        () => read(userId),
        change,
        (tags, rev) => table.put({ ...tagsKey(userId), rev: rev + 1, tags }, unchangedSince(rev)),
      ),
  };
};
