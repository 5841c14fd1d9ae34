import type { Feed, FeedStore, SubscriberStore } from '../model/feed/feed.ts';
import type { FollowedFeed } from '../model/feed/followed-feed.ts';
import type { Subscription, SubscriptionStore } from '../model/feed/subscription.ts';
import type { KeepOnSchedule } from '../refresh/schedule/schedule.ts';

export type WriteFollowingDeps = {
  feeds: Pick<FeedStore, 'create'>;
  subscriptions: Pick<SubscriptionStore, 'create' | 'get'>;
  subscribers: Pick<SubscriberStore, 'put'>;
  keepOnSchedule: KeepOnSchedule;
};

/**
 * Writes that a reader follows a feed: the feed unless it exists, the subscription unless it exists, the subscriber,
 * and the feed's place on the schedule, in this order, so that a repeated call completes one that was interrupted.
 * `subscriptionOf` gets the stored feed, whose id differs from that of its address if a feed moved there. Returns what
 * is stored; `isNew` is false if the reader had the subscription already, which then stays as it is.
 */
export const writeFollowing = async (
  { feeds, subscriptions, subscribers, keepOnSchedule }: WriteFollowingDeps,
  wantedFeed: Feed,
  subscriptionOf: (feed: Feed) => Subscription,
): Promise<FollowedFeed & { isNew: boolean }> => {
  const feed = await feeds.create(wantedFeed);
  const wanted = subscriptionOf(feed);
  const { user_id, feed_id } = wanted;
  const isNew = await subscriptions.create(wanted);
  const subscription = isNew ? wanted : ((await subscriptions.get(user_id, feed_id)) ?? wanted);
  const { fetch_interval_minutes, is_active } = subscription;
  await subscribers.put({ feed_id, user_id, fetch_interval_minutes, is_active });
  await keepOnSchedule(feed_id);
  return { feed, subscription, isNew };
};
