import { z } from 'zod';
import type { Token, TokenStore, FeedAddress, FeedAddressStore } from '../model/reader/token.ts';
import { addressedList, tokenScope } from '../contract/index.ts';
import { itemExists, setting } from './table/queries.ts';
import { absentAsNull, compact, keyed, parseItem } from './table/items.ts';
import {
  idIn,
  tokenKey,
  tokensOf,
  feedAddressKey,
  feedAddressesOf,
  type ItemRange,
  type Key,
} from './table/keys.ts';
import type { AccessItems } from './upgrade/access-items.ts';

type Kind<T> = {
  keyOf: (userId: string, id: string) => Key;
  allOf: (userId: string) => ItemRange;
  schema: z.ZodType<T>;
};

/** Returns what the stores of tokens and of addresses of feeds have in common. */
const usedItems = <T>(table: AccessItems, { keyOf, allOf, schema }: Kind<T>) => ({
  get: async (userId: string, id: string): Promise<T | null> => {
    const item = await table.get(keyOf(userId, id));
    return item === null ? null : parseItem(schema, item);
  },
  list: async (userId: string): Promise<T[]> =>
    (await table.queryAll(allOf(userId))).map((item) => parseItem(schema, item)),
  setUsed: async (userId: string, id: string, usedAt: string): Promise<void> => {
    await table.update(keyOf(userId, id), setting({ last_used_at: usedAt }), itemExists);
  },
  delete: (userId: string, id: string): Promise<boolean> => table.delete(keyOf(userId, id), itemExists),
});

const tokenSchema = keyed
  .extend({
    name: z.string(),
    scope: tokenScope,
    created_at: z.string(),
    last_used_at: absentAsNull(z.string()),
    fever_key: absentAsNull(z.string()),
  })
  .transform(({ PK, SK, ...rest }): Token => ({ user_id: idIn(PK), token_id: idIn(SK), ...rest }));

export const createTokenStore = (table: AccessItems): TokenStore => ({
  put: async ({ user_id: userId, token_id: tokenId, ...attributes }) => {
    await table.put({ ...tokenKey(userId, tokenId), ...compact(attributes) });
  },
  ...usedItems(table, { keyOf: tokenKey, allOf: tokensOf, schema: tokenSchema }),
});

const addressSchema = keyed
  .extend({
    name: z.string(),
    list: addressedList,
    created_at: z.string(),
    last_used_at: absentAsNull(z.string()),
  })
  .transform(({ PK, SK, ...rest }): FeedAddress => ({ user_id: idIn(PK), address_id: idIn(SK), ...rest }));

export const createFeedAddressStore = (table: AccessItems): FeedAddressStore => ({
  put: async ({ user_id: userId, address_id: addressId, ...attributes }) => {
    await table.put({ ...feedAddressKey(userId, addressId), ...compact(attributes) });
  },
  ...usedItems(table, { keyOf: feedAddressKey, allOf: feedAddressesOf, schema: addressSchema }),
});
