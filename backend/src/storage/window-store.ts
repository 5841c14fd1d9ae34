import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import { windowMilliseconds, type RateLimitRule } from '../limits/rate-class.ts';
import { WindowThrottledError, type WindowStore } from '../limits/windows.ts';
import { StorageThrottledError } from '../lib/errors.ts';
import { StorageUnavailableError } from './table/errors.ts';
import type { Expression } from './table/queries.ts';
import { keyed, parseItem } from './table/items.ts';
import { timeToLiveAttribute, windowKey } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';

type RetryStrategy = Extract<DynamoDBClientConfig['retryStrategy'], { acquireInitialRetryToken: unknown }>;

const attempt = (retries: number) => ({ getRetryCount: () => retries, getRetryDelay: () => 0 });

/**
 * A strategy that sends a lost request once more, for example on a connection that became stale while the function
 * slept. Throttling is an answer and is not retried: the SDK would wait for seconds to receive it again, while a
 * reader's request waits.
 */
const retryStrategy: RetryStrategy = {
  acquireInitialRetryToken: () => Promise.resolve(attempt(0)),
  refreshRetryTokenForRetry: (before, { errorType }) => {
    const isLost = errorType === 'TRANSIENT' || errorType === 'SERVER_ERROR';
    return isLost && before.getRetryCount() === 0
      ? Promise.resolve(attempt(1))
      : Promise.reject(new Error('not tried again'));
  },
  recordSuccess: () => {},
};

/** Creates a client for the counters of the rate limits. It answers or fails quickly. */
export const createWindowsClient = (config: DynamoDBClientConfig): DynamoDBClient =>
  new DynamoDBClient({ ...config, retryStrategy });

const windowSchema = keyed.extend({ count: z.int().min(1), ends_at: z.number() });

/** The most updates for one request. Two are enough unless a window is opened, filled or deleted in between. */
const maxTries = 6;

const names = { '#ends': 'ends_at' };

const openWindow = (rule: RateLimitRule, time: number): [update: Expression, condition: Expression] => {
  const endsAt = time + windowMilliseconds(rule);
  return [
    {
      text: 'SET #count = :one, #started = :now, #ends = :ends, #ttl = :ttl',
      names: { ...names, '#count': 'count', '#started': 'started_at', '#ttl': timeToLiveAttribute },
      values: { ':one': 1, ':now': time, ':ends': endsAt, ':ttl': Math.ceil(endsAt / 1000) },
    },
    { text: 'attribute_not_exists(#ends) OR #ends <= :now', names, values: { ':now': time } },
  ];
};

const countOne = (rule: RateLimitRule, time: number): [update: Expression, condition: Expression] => [
  { text: 'ADD #count :one', names: { '#count': 'count' }, values: { ':one': 1 } },
  {
    text: '#ends > :now AND #count < :attempts',
    names: { ...names, '#count': 'count' },
    values: { ':now': time, ':attempts': rule.attempts },
  },
];

/**
 * Creates a store with one item for each key. Every request is one atomic conditional update. It counts one more if a
 * window is running and has room, or opens a window if none is running. At most the allowed number of updates succeeds,
 * whoever sends them. An update that is made twice, because its answer was lost, counts twice.
 */
export const createWindowStore = (table: TableClient): WindowStore => {
  const count: WindowStore['count'] = async (keyHash, rule, now, isRunning) => {
    const key = windowKey(keyHash);
    const time = now.getTime();
    const read = (item: Item) => parseItem(windowSchema, { ...key, ...item });
    let opens = !isRunning;
    for (let tries = 0; tries < maxTries; tries++) {
      const updated = await table.update(key, ...(opens ? openWindow : countOne)(rule, time));
      if (updated !== null) {
        const { count: counted, ends_at } = read(updated);
        return { count: counted, ends_at, is_counted: true };
      }
      if (!opens) {
        const item = await table.get(key);
        const found = item === null ? null : read(item);
        if (found !== null && found.ends_at > time && found.count >= rule.attempts)
          return { count: found.count, ends_at: found.ends_at, is_counted: false };
      }
      opens = !opens;
    }
    throw new StorageUnavailableError(`A window changed ${maxTries} times while it was counted in`);
  };

  return {
    count: async (...request) => {
      try {
        return await count(...request);
      } catch (error) {
        if (error instanceof StorageThrottledError && error.isOfKey)
          throw new WindowThrottledError(error.message, { cause: error });
        throw error;
      }
    },
  };
};
