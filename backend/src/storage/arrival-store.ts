import type { ArrivalStore } from '../model/reader/reader.ts';
import { profileFromItem } from './profile-store.ts';
import { rulesFromItem } from './rule-store.ts';
import { subscriptionFromItem } from './subscription-store.ts';
import { profileKey, rulesKey, subscriberKey, subscriptionKey, type Key } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';

export const createArrivalStore = (table: TableClient): ArrivalStore => {
  /** Returns the items of these keys in their order, null for each that does not exist. */
  const getEach = async (keys: Key[]): Promise<(Item | null)[]> => {
    const found = await table.batchGet(keys);
    return keys.map(({ PK, SK }) => found.find((item) => item['PK'] === PK && item['SK'] === SK) ?? null);
  };
  return {
    getTerms: async (userId, feedId) => {
      const keys = [profileKey(userId), subscriptionKey(userId, feedId), rulesKey(userId)];
      const [profile = null, subscription = null, rules = null] = await getEach(keys);
      return {
        profile: profile === null ? null : profileFromItem(profile),
        subscription: subscription === null ? null : subscriptionFromItem(subscription),
        rules: rulesFromItem(rules),
      };
    },
    getChangeable: async (userId, feedId) => {
      const [profile = null, subscriber = null] = await getEach([
        profileKey(userId),
        subscriberKey(feedId, userId),
      ]);
      return {
        profile: profile === null ? null : profileFromItem(profile),
        is_followed: subscriber !== null,
      };
    },
  };
};
