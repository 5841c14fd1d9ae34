import { z } from 'zod';
import type { ArticleVector, VectorStore } from '../model/article/article.ts';
import { keyed, parseItem } from './table/items.ts';
import { idIn, vectorKey, vectorsOf } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';
import { vectorAttributes, vectorOf } from './table/codecs.ts';

const vectorSchema = keyed.extend({ ...vectorAttributes, ttl: z.int() });

const fromItem = (item: Item): ArticleVector => {
  const { PK, SK, ttl, ...vector } = parseItem(vectorSchema, item);
  return { article_id: idIn(PK), feed_id: idIn(SK), vector, ttl };
};

export const createVectorStore = (table: TableClient): VectorStore => ({
  putMany: (vectors) =>
    table.batchPut(
      vectors.map(({ article_id: articleId, feed_id: feedId, vector, ttl }) => ({
        ...vectorKey(articleId, feedId),
        ...vectorOf(vector),
        ttl,
      })),
    ),
  getMany: async (keys) => {
    const items = await table.batchGet(
      keys.map(({ article_id: articleId, feed_id: feedId }) => vectorKey(articleId, feedId)),
    );
    return items.map(fromItem);
  },
  listVersions: async (articleId) => (await table.queryAll(vectorsOf(articleId))).map(fromItem),
});
