import { z } from 'zod';
import type { VectorStore } from '../articles/article.ts';
import { keyed, parseItem } from './items.ts';
import { idIn, vectorKey } from './keys.ts';
import type { TableClient } from './table.ts';
import { vectorAttributes, vectorOf } from './vector-item.ts';

const vectorSchema = keyed.extend({ ...vectorAttributes, ttl: z.int() });

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
    return items.map((item) => {
      const { PK, SK, ttl, ...vector } = parseItem(vectorSchema, item);
      return { article_id: idIn(PK), feed_id: idIn(SK), vector, ttl };
    });
  },
});
