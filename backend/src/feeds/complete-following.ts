import type { SubscriptionStore } from '../model/feed/subscription.ts';
import type { SendFetch } from '../queues/messages.ts';
import { keepOnSchedule, toFetchMessage, type ScheduleContext } from '../refresh/schedule.ts';

export type CompleteFollowingDeps = ScheduleContext & {
  subscriptions: Pick<SubscriptionStore, 'list'>;
  sendFetch: SendFetch;
};

/**
 * Creates the function that completes what was cut off while a reader followed a feed. Such a feed is in the reader's list,
 * but without a subscriber no article would ever reach the reader.
 */
export const createCompleteFollowing =
  (deps: CompleteFollowingDeps) =>
  async (user_id: string): Promise<void> => {
    const { subscriptions, subscribers, feeds, sendFetch, now } = deps;
    for (const subscription of await subscriptions.list(user_id)) {
      const { feed_id, created_at, counted_at } = subscription;
      const subscriber = await subscribers.get(feed_id, user_id);
      // Entries that were never counted never came.
      if (subscriber !== null && counted_at !== created_at) continue;
      const feed = await feeds.get(feed_id);
      if (feed === null) continue;
      const { fetch_interval_minutes, text_mode, volume, is_active } = subscription;
      await subscribers.put({ feed_id, user_id, fetch_interval_minutes, text_mode, volume, is_active });
      await keepOnSchedule(deps, feed_id);
      if (!is_active) continue;
      const at = now();
      const message = toFetchMessage(feed, feed.next_fetch_at ?? at.toISOString(), at);
      await sendFetch([{ ...message, new_subscriber: user_id }]);
    }
  };
