import { z } from 'zod';
import type { SubscriptionStore } from '../../model/feed/subscription.ts';
import { itemIsNew, type Expression } from '../table/expressions.ts';
import { keyed, parseItem } from '../table/items.ts';
import { placesKey } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';

const placesSchema = keyed.extend({ taken: z.int().min(0), claimed_at: z.string() });

const isFree = (limit: number): Expression => ({
  text: '#taken < :limit',
  names: { '#taken': 'taken' },
  values: { ':limit': limit },
});

const claiming = (now: string): Expression => ({
  text: 'SET #at = :now ADD #taken :one',
  names: { '#at': 'claimed_at', '#taken': 'taken' },
  values: { ':now': now, ':one': 1 },
});

const releasing: Expression = {
  text: 'ADD #taken :less',
  names: { '#taken': 'taken' },
  values: { ':less': -1 },
};

const isTaken: Expression = {
  text: '#taken > :none',
  names: { '#taken': 'taken' },
  values: { ':none': 0 },
};

type Places = Pick<SubscriptionStore, 'claimPlace' | 'releasePlace' | 'recountPlaces'>;

/**
 * Creates the count of each reader's subscriptions, which is the one place where parallel requests meet. `count` returns
 * how many feeds a reader follows.
 */
export const createPlaces = (table: TableClient, count: (userId: string) => Promise<number>): Places => ({
  claimPlace: async (userId, limit, now) => {
    const key = placesKey(userId);
    if ((await table.get(key)) === null) {
      const taken = (await count(userId)) + 1;
      if (taken > limit) return false;
      if (await table.put({ ...key, taken, claimed_at: now }, itemIsNew)) return true;
    }
    return (await table.update(key, claiming(now), isFree(limit))) !== null;
  },
  releasePlace: async (userId) => {
    await table.update(placesKey(userId), releasing, isTaken);
  },
  recountPlaces: async (userId, before) => {
    const item = await table.get(placesKey(userId));
    if (item === null) return;
    const { taken, claimed_at } = parseItem(placesSchema, item);
    if (claimed_at > before) return;
    const asSeen: Expression = {
      text: '#taken = :seen AND #at = :seenAt',
      names: { '#taken': 'taken', '#at': 'claimed_at' },
      values: { ':seen': taken, ':seenAt': claimed_at },
    };
    const counted: Expression = {
      text: 'SET #taken = :counted',
      names: { '#taken': 'taken' },
      values: { ':counted': await count(userId) },
    };
    await table.update(placesKey(userId), counted, asSeen);
  },
});
