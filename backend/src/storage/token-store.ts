import { z } from 'zod';
import type { Token, TokenStore } from '../model/reader/token.ts';
import { addressedList, tokenScope } from '../contract/index.ts';
import { itemExists, setting } from './table/queries.ts';
import { absentAsNull, compact, keyed, parseItem } from './table/items.ts';
import { idIn, tokenKey, tokensOf, feedAddressKey, feedAddressesOf } from './table/keys.ts';
import type { TableClient } from './table/table.ts';
import { accessItemsOf } from './upgrade/access-items.ts';
import type { FeedAddress, FeedAddressStore } from '../model/reader/feed-address.ts';

const tokenSchema = keyed
  .extend({
    name: z.string(),
    scope: tokenScope,
    created_at: z.string(),
    last_used_at: absentAsNull(z.string()),
    fever_key: absentAsNull(z.string()),
  })
  .transform(({ PK, SK, ...rest }): Token => ({ user_id: idIn(PK), token_id: idIn(SK), ...rest }));

export const createTokenStore = (given: TableClient): TokenStore => {
  const table = accessItemsOf(given);
  return {
    put: async ({ user_id: userId, token_id: tokenId, ...attributes }) => {
      await table.put({ ...tokenKey(userId, tokenId), ...compact(attributes) });
    },
    get: async (userId, tokenId) => {
      const item = await table.get(tokenKey(userId, tokenId));
      return item === null ? null : parseItem(tokenSchema, item);
    },
    list: async (userId) =>
      (await table.queryAll(tokensOf(userId))).map((item) => parseItem(tokenSchema, item)),
    setUsed: async (userId, tokenId, usedAt) => {
      await table.update(tokenKey(userId, tokenId), setting({ last_used_at: usedAt }), itemExists);
    },
    delete: (userId, tokenId) => table.delete(tokenKey(userId, tokenId), itemExists),
  };
};

const addressSchema = keyed
  .extend({
    name: z.string(),
    list: addressedList,
    created_at: z.string(),
    last_used_at: absentAsNull(z.string()),
  })
  .transform(({ PK, SK, ...rest }): FeedAddress => ({ user_id: idIn(PK), address_id: idIn(SK), ...rest }));

export const createFeedAddressStore = (given: TableClient): FeedAddressStore => {
  const table = accessItemsOf(given);
  return {
    put: async ({ user_id: userId, address_id: addressId, ...attributes }) => {
      await table.put({ ...feedAddressKey(userId, addressId), ...compact(attributes) });
    },
    get: async (userId, addressId) => {
      const item = await table.get(feedAddressKey(userId, addressId));
      return item === null ? null : parseItem(addressSchema, item);
    },
    list: async (userId) =>
      (await table.queryAll(feedAddressesOf(userId))).map((item) => parseItem(addressSchema, item)),
    setUsed: async (userId, addressId, usedAt) => {
      await table.update(feedAddressKey(userId, addressId), setting({ last_used_at: usedAt }), itemExists);
    },
    delete: (userId, addressId) => table.delete(feedAddressKey(userId, addressId), itemExists),
  };
};
