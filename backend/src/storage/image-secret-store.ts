import { z } from 'zod';
import type { ImageSecretStore } from '../model/article/image-keys.ts';
import { itemIsNew } from './table/queries.ts';
import { keyed, parseItem } from './table/items.ts';
import { imageSecretKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

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
