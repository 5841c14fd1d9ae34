import type { Clock } from '../config/log.ts';
import type { Feed, FeedStore, SubscriberStore } from './feed.ts';
import { DEFAULT_INTERVAL_MINUTES, newFeed, newSubscription } from './new-feed.ts';
import type { KeepOnSchedule } from './schedule.ts';
import type { SubscriptionStore } from './subscription.ts';

export type FollowDeps = {
  feeds: Pick<FeedStore, 'create'>;
  subscribers: Pick<SubscriberStore, 'put'>;
  subscriptions: Pick<SubscriptionStore, 'create'>;
  keepOnSchedule: KeepOnSchedule;
  now: Clock;
};

export type FollowRequest = {
  user_id: string;
  /** Normalised. */
  url: string;
  title: string | null;
  folder: string | null;
};

export type Follow = (request: FollowRequest) => Promise<Feed>;

/**
 * Subscribes to a feed that nobody has to have read: a new one is due at once, so that the schedule finds it whatever
 * happens to the caller. Feed, subscription, subscriber, in this order: asking again completes what a crash cut off, and
 * changes nothing of a subscription that stands.
 */
export const createFollow =
  (deps: FollowDeps): Follow =>
  async ({ user_id, url, title, folder }) => {
    const at = deps.now().toISOString();
    const fetch_interval_minutes = DEFAULT_INTERVAL_MINUTES;
    const feed = await deps.feeds.create(
      newFeed({
        url,
        title: title ?? new URL(url).hostname,
        fetch_interval_minutes,
        next_fetch_at: at,
        last_fetched_at: null,
        created_at: at,
      }),
    );
    // Another one than the address's own where a feed moved and kept its id.
    const { feed_id } = feed;
    const isNamedSo = feed.last_fetched_at !== null && feed.title === title;
    await deps.subscriptions.create(
      newSubscription({
        user_id,
        feed_id,
        feed_title: feed.title,
        created_at: at,
        folder,
        title: isNamedSo ? null : title,
        fetch_interval_minutes,
      }),
    );
    await deps.subscribers.put({ feed_id, user_id, fetch_interval_minutes, is_active: true });
    await deps.keepOnSchedule(feed_id);
    return feed;
  };
