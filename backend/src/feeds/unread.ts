import type { EntryStore } from '../articles/entry.ts';
import type { Clock } from '../config/log.ts';
import type { SubscriptionStore } from './subscription.ts';

/** Counts a reader's unread of a feed anew and stores it, with when they last read if they just did. Counting again is always right. */
export type CountUnread = (userId: string, feedId: string, lastReadAt?: string) => Promise<number>;

export const createCountUnread =
  ({
    entries,
    subscriptions,
    now,
  }: {
    entries: Pick<EntryStore, 'countUnread'>;
    subscriptions: Pick<SubscriptionStore, 'setUnreadCount'>;
    now: Clock;
  }): CountUnread =>
  async (userId, feedId, lastReadAt) => {
    const countedAt = now().toISOString();
    const count = await entries.countUnread(userId, feedId, countedAt);
    await subscriptions.setUnreadCount(userId, feedId, count, countedAt, lastReadAt);
    return count;
  };
