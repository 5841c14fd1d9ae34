import type { Clock } from '../lib/clock.ts';
import type { Feed, FeedStore, SubscriberStore } from '../model/feed/feed.ts';
import { DEFAULT_INTERVAL_MINUTES, newFeed, newSubscription } from '../model/feed/new-feed.ts';
import type { KeepOnSchedule } from '../refresh/schedule/schedule.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';

export type FollowDeps = {
  feeds: Pick<FeedStore, 'create'>;
  subscribers: Pick<SubscriberStore, 'put'>;
  subscriptions: Pick<SubscriptionStore, 'create'>;
  keepOnSchedule: KeepOnSchedule;
  now: Clock;
};

type FollowRequest = {
  user_id: string;
  /** The normalised address. */
  url: string;
  title: string | null;
  folder: string | null;
};

export type Follow = (request: FollowRequest) => Promise<Feed>;

/**
 * Subscribes to a feed without fetching it. A new feed is due at once, so the schedule finds it even if the caller
 * fails. Writes the feed, the subscription and the subscriber, in this order: a repeated call completes one that was
 * interrupted, and does not change an existing subscription.
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
    // This differs from the id of the address if a feed moved there and kept its id.
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
