import { z } from 'zod';
import type { BlobStore } from '../articles/article.ts';
import type { SavedStore } from '../articles/entry.ts';
import { contentAttributes, createContentCodec } from './content-codec.ts';
import { absentAsNull, compact, itemSize, keyed, parseItem } from './items.ts';
import { idIn, savedBlobName, savedKey } from './keys.ts';
import type { TableClient } from './table.ts';

const savedSchema = keyed.extend({
  feed_title: z.string(),
  saved_at: z.string(),
  ttl: absentAsNull(z.int()),
  ...contentAttributes,
});

export const createSavedStore = (table: TableClient, blobs: BlobStore): SavedStore => {
  const codec = createContentCodec(blobs);
  return {
    put: async ({ user_id: userId, article_id: articleId, feed_title, saved_at, ttl, ...content }) => {
      const item = { ...savedKey(userId, articleId), ...compact({ feed_title, saved_at, ttl }) };
      const packed = await codec.pack(savedBlobName(userId, articleId), content, itemSize(item));
      await table.put({ ...item, ...packed });
    },
    get: async (userId, articleId) => {
      const item = await table.get(savedKey(userId, articleId));
      if (item === null) return null;
      const parsed = parseItem(savedSchema, item);
      const { PK, SK, content: _, blob: __, ...fields } = parsed;
      return { user_id: idIn(PK), article_id: idIn(SK), ...fields, ...(await codec.unpack(parsed)) };
    },
    delete: async (userId, articleId) => {
      await table.delete(savedKey(userId, articleId));
      await blobs.delete(savedBlobName(userId, articleId));
    },
  };
};
