import { z } from 'zod';
import type { Profile, ProfileStore } from '../accounts/profile.ts';
import { decodeSketch, encodeSketch } from '../scoring/rank.ts';
import { and, itemExists, setting, type Expression } from './expressions.ts';
import { absentAsFalse, absentAsNull, binary, decoding, keyed, parseItem } from './items.ts';
import { idIn, profileKey } from './keys.ts';
import type { Item, TableClient } from './table.ts';

const profileSchema = keyed.extend({
  email: absentAsNull(z.string()),
  name: absentAsNull(z.string()),
  keywords_version: z.int().min(0).default(0),
  like_saved: absentAsFalse,
  scores: absentAsNull(binary),
  scored_model: absentAsNull(z.string()),
  created_at: z.string(),
});

const hasVersion = (version: number): Expression => ({
  text: '#version = :version',
  names: { '#version': 'keywords_version' },
  values: { ':version': version },
});

const fromItem = (item: Item): Profile => {
  const parsed = parseItem(profileSchema, item);
  const { PK, SK: _, scores, ...rest } = parsed;
  return decoding(parsed, () => ({
    user_id: idIn(PK),
    scores: scores === null ? null : decodeSketch(scores),
    ...rest,
  }));
};

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
    setPreferences: async (userId, { like_saved }, now) => {
      const item = await table.update(profileKey(userId), {
        text: 'SET #created = if_not_exists(#created, :now), #liked = :liked ADD #version :one',
        names: { '#created': 'created_at', '#version': 'keywords_version', '#liked': 'like_saved' },
        values: { ':now': now, ':one': 1, ':liked': like_saved },
      });
      return fromItem({ ...profileKey(userId), ...item });
    },
    setRecalculated: async (userId, version, { scores, scored_model }) => {
      await table.update(
        profileKey(userId),
        setting({ scores: encodeSketch(scores), scored_model }),
        and(itemExists, hasVersion(version)),
      );
    },
    setScores: async ({ user_id: userId, keywords_version, scores: before }, scores) => {
      const unchanged: Expression =
        before === null
          ? { text: 'attribute_not_exists(#scores)', names: { '#scores': 'scores' } }
          : {
              text: '#scores = :before',
              names: { '#scores': 'scores' },
              values: { ':before': encodeSketch(before) },
            };
      await table.update(
        profileKey(userId),
        setting({ scores: encodeSketch(scores) }),
        and(itemExists, hasVersion(keywords_version), unchanged),
      );
    },
    keywordsVersion: async (userId) => (await get(userId))?.keywords_version ?? 0,
  };
};
