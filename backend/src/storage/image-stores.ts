import { z } from 'zod';
import type { BlobStore } from '../model/article/article.ts';
import { imageTypes } from '../contract/index.ts';
import type { IconStore } from '../model/feed/feed.ts';
import { binary, keyed, parseItem } from './table/items.ts';
import { iconBlobName, iconKey, imageSecretKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';
import type { ImageSecretStore } from '../model/article/image-keys.ts';
import { itemIsNew } from './table/queries.ts';

/**
 * The largest icon in the table, in bytes. Larger icons are stored as blobs: in the table they would cost more than 16
 * write units.
 */
const LARGEST_IN_TABLE = 16 * 1024;

const iconSchema = keyed.extend({
  hash: z.string(),
  content_type: z.enum(imageTypes),
  bytes: binary.optional(),
  blob: z.string().optional(),
});

export const createIconStore = (table: TableClient, blobs: BlobStore): IconStore => ({
  get: async (feedId) => {
    const item = await table.get(iconKey(feedId));
    if (item === null) return null;
    const { hash, content_type, bytes: held, blob } = parseItem(iconSchema, item);
    const bytes = blob === undefined ? held : await blobs.get(blob);
    return bytes === undefined || bytes === null ? null : { bytes, content_type, hash };
  },
  put: async (feedId, { bytes, content_type, hash }) => {
    const isLarge = bytes.length > LARGEST_IN_TABLE;
    const blob = iconBlobName(feedId);
    if (isLarge) await blobs.put(blob, bytes);
    await table.put({ ...iconKey(feedId), hash, content_type, ...(isLarge ? { blob } : { bytes }) });
  },
});

const schema = keyed.extend({ secret: z.string() });

export const createImageSecretStore = (table: TableClient): ImageSecretStore => {
  const read = async (): Promise<string | null> => {
    const item = await table.get(imageSecretKey);
    return item === null ? null : parseItem(schema, item).secret;
  };
  return {
    getOrPut: async (secret) => {
      const known = await read();
      if (known !== null) return known;
      await table.put({ ...imageSecretKey, secret }, itemIsNew);
      // Another process may have been first.
      return (await read()) ?? secret;
    },
  };
};
