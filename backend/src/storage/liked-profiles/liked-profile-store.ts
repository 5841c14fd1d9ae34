import { z } from 'zod';
import { calibration } from '../../model/score/calibration.ts';
import type { ReadThrough, LikedProfile, LikedProfileStore } from '../../scoring/liked-profile.ts';
import { itemIsNew, type Expression } from '../table/expressions.ts';
import { keyed, parseItem } from '../table/items.ts';
import { idIn, readThroughKey, readThroughOf, likedProfileKey, likedProfilesOf } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';
import { vectorAttributes, vectorOf } from '../table/vector-item.ts';

const likedProfileSchema = keyed.extend({
  revision: z.int().min(1),
  taste: z.object({ ...vectorAttributes, calibration }).nullable(),
});

const readThroughSchema = keyed.extend({ ...vectorAttributes, ttl: z.int() });

const readThroughFrom = (item: Item): ReadThrough => {
  const { PK, SK, ttl, ...vector } = parseItem(readThroughSchema, item);
  const [, created_at = '', article_id = ''] = SK.split('#');
  return { user_id: idIn(PK), article_id, created_at, vector, ttl };
};

const hasRevision = (revision: number): Expression =>
  revision === 0
    ? itemIsNew
    : {
        text: '#revision = :revision',
        names: { '#revision': 'revision' },
        values: { ':revision': revision },
      };

const toLikedProfile = ({
  calibration: parameters,
  ...vector
}: LikedProfile['vector'] & Pick<LikedProfile, 'calibration'>): LikedProfile => ({
  vector,
  calibration: parameters,
});

export const createLikedProfileStore = (table: TableClient): LikedProfileStore => ({
  get: async (userId) => {
    const item = await table.get(likedProfileKey(userId));
    if (item === null) return { revision: 0, profile: null };
    const { revision, taste } = parseItem(likedProfileSchema, item);
    return { revision, profile: taste === null ? null : toLikedProfile(taste) };
  },
  // Keep the revision even if nothing is liked any more, so that the write of a caller that read an older state fails.
  put: (userId, profile, after) =>
    table.put(
      {
        ...likedProfileKey(userId),
        revision: after + 1,
        taste: profile === null ? null : { ...vectorOf(profile.vector), calibration: profile.calibration },
      },
      hasRevision(after),
    ),
  listReadThrough: async (userId, limit) => {
    const { items } = await table.queryPage({ ...readThroughOf(userId), descending: true, limit });
    return items.map(readThroughFrom);
  },
  putReadThrough: async ({ user_id: userId, article_id, created_at, vector, ttl }) => {
    await table.put({ ...readThroughKey(userId, created_at, article_id), ...vectorOf(vector), ttl });
  },
  removeReadThrough: async ({ user_id: userId, article_id, created_at }) => {
    await table.delete(readThroughKey(userId, created_at, article_id));
  },
  forget: async (userId) => {
    const items = await table.queryAll(likedProfilesOf(userId));
    await table.batchDelete(items.map((item) => parseItem(keyed, item)));
  },
});
