import pMap from 'p-map';
import type { EntryStore } from '../../model/article/entry.ts';
import {
  isStale,
  lastReadUnder,
  unreadUnder,
  type ReadWatermarkStore,
} from '../../model/article/watermark.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Subscription, SubscriptionStore, CountUnread } from '../../model/feed/subscription.ts';

const CONCURRENT_COUNTS = 8;

export type CountDeps = {
  entries: Pick<EntryStore, 'countUnread'>;
  marks: Pick<ReadWatermarkStore, 'get'>;
  subscriptions: Pick<SubscriptionStore, 'setCount'>;
  now: Clock;
};

export const createCountUnread =
  ({ entries, marks, subscriptions, now }: CountDeps): CountUnread =>
  async (userId, feedId, lastReadAt) => {
    const counted_at = now().toISOString();
    const stored = await marks.get(userId);
    const { count, first_expiry } = await entries.countUnread(userId, feedId, counted_at, stored.marks);
    await subscriptions.setCount(
      userId,
      feedId,
      { unread_count: count, counted_at, counted_seq: stored.seq, recount_at: first_expiry },
      lastReadAt,
    );
    return count;
  };

export type WithCounts = (userId: string, subscriptions: Subscription[]) => Promise<Subscription[]>;

/**
 * Returns a reader's subscriptions with their current unread counts: marks are honoured, and a feed is counted again if
 * its stored count is out of date.
 */
export const createWithCounts =
  ({
    marks,
    countUnread,
    now,
  }: Pick<CountDeps, 'marks' | 'now'> & { countUnread: CountUnread }): WithCounts =>
  async (userId, subscriptions) => {
    const at = now().toISOString();
    const stored = await marks.get(userId);
    return pMap(
      subscriptions,
      async (subscription) => ({
        ...subscription,
        unread_count: isStale(subscription, stored.marks, at)
          ? await countUnread(userId, subscription.feed_id)
          : unreadUnder(subscription, stored.marks),
        last_read_at: lastReadUnder(subscription, stored.marks),
      }),
      { concurrency: CONCURRENT_COUNTS },
    );
  };
