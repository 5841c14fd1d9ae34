import { z } from 'zod';
import type { Token, TokenStore } from '../model/reader/token.ts';
import { tokenScope } from '../contract/index.ts';
import { itemExists, setting } from './table/queries.ts';
import { absentAsNull, compact, keyed, parseItem } from './table/items.ts';
import { idIn, tokenKey, tokensOf, todayLinkKey, todayLinksOf } from './table/keys.ts';
import type { TableClient } from './table/table.ts';
import type { TodayLink, TodayLinkStore } from '../model/reader/today-link.ts';

const tokenSchema = keyed
  .extend({
    name: z.string(),
    scope: tokenScope,
    created_at: z.string(),
    last_used_at: absentAsNull(z.string()),
    fever_key: absentAsNull(z.string()),
  })
  .transform(({ PK, SK, ...rest }): Token => ({ user_id: idIn(PK), token_id: idIn(SK), ...rest }));

export const createTokenStore = (table: TableClient): TokenStore => ({
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
});

const linkSchema = keyed
  .extend({
    name: z.string(),
    created_at: z.string(),
    last_used_at: absentAsNull(z.string()),
  })
  .transform(({ PK, SK, ...rest }): TodayLink => ({ user_id: idIn(PK), link_id: idIn(SK), ...rest }));

export const createTodayLinkStore = (table: TableClient): TodayLinkStore => ({
  put: async ({ user_id: userId, link_id: linkId, ...attributes }) => {
    await table.put({ ...todayLinkKey(userId, linkId), ...compact(attributes) });
  },
  get: async (userId, linkId) => {
    const item = await table.get(todayLinkKey(userId, linkId));
    return item === null ? null : parseItem(linkSchema, item);
  },
  list: async (userId) =>
    (await table.queryAll(todayLinksOf(userId))).map((item) => parseItem(linkSchema, item)),
  setUsed: async (userId, linkId, usedAt) => {
    await table.update(todayLinkKey(userId, linkId), setting({ last_used_at: usedAt }), itemExists);
  },
  delete: (userId, linkId) => table.delete(todayLinkKey(userId, linkId), itemExists),
});
