import { z } from 'zod';
import type { Keyword, KeywordStore, KeywordVector } from '../model/score/keyword.ts';
import { itemExists, itemIsNew, setting } from './table/queries.ts';
import { absentAsFalse, compact, keyed, parseItem } from './table/items.ts';
import { idIn, keywordKey, keywordsAndVectorsOf, keywordsOf, keywordVectorKey } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';
import { vectorAttributes, vectorOf } from './table/codecs.ts';

const keywordSchema = keyed
  .extend({
    text: z.string(),
    weight: z.number(),
    is_active: absentAsFalse,
    is_excluding: absentAsFalse,
    is_pending: absentAsFalse,
    created_at: z.string(),
  })
  .transform(({ PK, SK, ...rest }): Keyword => ({ user_id: idIn(PK), keyword_id: idIn(SK), ...rest }));

const vectorSchema = keyed.extend(vectorAttributes);

const fromItem = (item: Item): Keyword => parseItem(keywordSchema, item);

const vectorFromItem = (item: Item): KeywordVector => {
  const { PK, SK, ...vector } = parseItem(vectorSchema, item);
  return { user_id: idIn(PK), keyword_id: idIn(SK), vector };
};

const byAge = (a: Keyword, b: Keyword) =>
  a.created_at.localeCompare(b.created_at) || a.keyword_id.localeCompare(b.keyword_id);

export const createKeywordStore = (table: TableClient): KeywordStore => {
  const get = async (userId: string, keywordId: string) => {
    const item = await table.get(keywordKey(userId, keywordId));
    return item === null ? null : fromItem(item);
  };
  return {
    create: ({ user_id: userId, keyword_id: keywordId, ...attributes }) =>
      table.put({ ...keywordKey(userId, keywordId), ...compact(attributes) }, itemIsNew),
    get,
    list: async (userId) => (await table.queryAll(keywordsOf(userId))).map(fromItem).toSorted(byAge),
    update: async (userId, keywordId, changes) => {
      const update = setting(changes);
      if (update.text === '') return get(userId, keywordId);
      const item = await table.update(keywordKey(userId, keywordId), update, itemExists);
      return item === null ? null : fromItem(item);
    },
    // Delete the vector first: if the deletion is interrupted, the keyword is still there and can be deleted again.
    delete: async (userId, keywordId) => {
      await table.delete(keywordVectorKey(userId, keywordId));
      await table.delete(keywordKey(userId, keywordId));
    },
    putVector: async ({ user_id: userId, keyword_id: keywordId, vector }) => {
      await table.put({ ...keywordVectorKey(userId, keywordId), ...vectorOf(vector) });
    },
    listWithVectors: async (userId) => {
      const items = await table.queryAll(keywordsAndVectorsOf(userId));
      const { prefix } = keywordsOf(userId);
      const isKeyword = ({ SK }: Item) => String(SK).startsWith(prefix);
      return {
        keywords: items.filter(isKeyword).map(fromItem).toSorted(byAge),
        vectors: items.filter((item) => !isKeyword(item)).map(vectorFromItem),
      };
    },
  };
};
