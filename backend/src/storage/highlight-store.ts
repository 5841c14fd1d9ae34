import { z } from 'zod';
import { highlight } from '../contract/index.ts';
import type { Highlight, HighlightStore } from '../model/article/highlight.ts';
import { absentAsNull, compact, keyed, parseItem } from './table/items.ts';
import { highlightKey, highlightsIn, highlightsOf, idIn } from './table/keys.ts';
import { itemExists } from './table/queries.ts';
import type { Item, TableClient } from './table/table.ts';

const highlightSchema = keyed.extend({ ...highlight.shape, link: absentAsNull(z.string()) });

const fromItem = (item: Item): Highlight => {
  const { PK, SK: _, ...rest } = parseItem(highlightSchema, item);
  return { user_id: idIn(PK), ...rest };
};

export const createHighlightStore = (table: TableClient): HighlightStore => ({
  put: async ({ user_id: userId, ...attributes }) => {
    await table.put({ ...highlightKey(userId, attributes), ...compact(attributes) });
  },
  get: async (userId, at) => {
    const item = await table.get(highlightKey(userId, at));
    return item === null ? null : fromItem(item);
  },
  list: async (userId, after, limit) => {
    const { items, last } = await table.queryPage({
      ...highlightsOf(userId),
      limit,
      after: after === null ? undefined : highlightKey(userId, after),
      is_consistent: false,
    });
    return { items: items.map(fromItem), has_more: last !== undefined };
  },
  countOf: (userId, articleId) => table.count(highlightsIn(userId, articleId)),
  delete: (userId, at) => table.delete(highlightKey(userId, at), itemExists),
});
