import { z } from 'zod';
import type { Profile, ProfileStore } from '../accounts/profile.ts';
import { absentAsNull, keyed, parseItem } from './items.ts';
import { idIn, profileKey } from './keys.ts';
import type { Item, TableClient } from './table.ts';

const profileSchema = keyed
  .omit({ SK: true })
  .extend({
    email: absentAsNull(z.string()),
    name: absentAsNull(z.string()),
    keywords_version: z.int().min(0),
    created_at: z.string(),
  })
  .transform(({ PK, ...rest }): Profile => ({ user_id: idIn(PK), ...rest }));

const fromItem = (item: Item): Profile => parseItem(profileSchema, item);

export const createProfileStore = (table: TableClient): ProfileStore => {
  const get = async (userId: string) => {
    const item = await table.get(profileKey(userId));
    return item === null ? null : fromItem(item);
  };
  return {
    get,
    raiseKeywordsVersion: async (userId, now) => {
      const item = await table.update(profileKey(userId), {
        text: 'SET #created = if_not_exists(#created, :now) ADD #version :one',
        names: { '#created': 'created_at', '#version': 'keywords_version' },
        values: { ':now': now, ':one': 1 },
      });
      return fromItem({ ...profileKey(userId), ...item }).keywords_version;
    },
    keywordsVersion: async (userId) => (await get(userId))?.keywords_version ?? 0,
  };
};
