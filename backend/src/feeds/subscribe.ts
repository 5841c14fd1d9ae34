import type { Clock } from '../config/log.ts';
import { nextFetchAt } from '../refresh/next-fetch.ts';
import { feedFacts, healthy } from '../refresh/refresh-feed.ts';
import type { createTakeIn } from '../refresh/take-in.ts';
import { FeedNotFoundError, type Discover } from './discover.ts';
import { AlreadySubscribedError, SubscriptionLimitError } from './errors.ts';
import type { Feed, FeedStore, SubscriberStore } from './feed.ts';
import { feedIdOf } from './feed-url.ts';
import type { KeepOnSchedule } from './schedule.ts';
import type { Subscription, SubscriptionStore } from './subscription.ts';

export const DEFAULT_INTERVAL_MINUTES = 60;

export type SubscribeDeps = {
  feeds: Pick<FeedStore, 'create' | 'get' | 'update'>;
  subscribers: Pick<SubscriberStore, 'put'>;
  subscriptions: Pick<SubscriptionStore, 'create' | 'get' | 'list'>;
  keepOnSchedule: KeepOnSchedule;
  discover: Discover;
  takeIn: ReturnType<typeof createTakeIn>;
  now: Clock;
  maxSubscriptions: number;
};

export type SubscribeSettings = Partial<
  Pick<Subscription, 'folder' | 'title' | 'fetch_interval_minutes' | 'is_active'>
>;

export type Subscribe = (
  userId: string,
  address: string,
  settings: SubscribeSettings,
  /** The subscription that the new one takes the place of. */
  replaces?: string,
) => Promise<{ feed: Feed; subscription: Subscription }>;

/**
 * Finds the feed behind an address, reads it, and subscribes: feed, subscription, subscriber, articles, in this order, so
 * that whatever a crash cuts off, asking again completes it. Throws what discovery throws, AlreadySubscribedError and
 * SubscriptionLimitError.
 */
export const createSubscribe =
  (deps: SubscribeDeps): Subscribe =>
  async (user_id, address, settings, replaces) => {
    const others = (await deps.subscriptions.list(user_id)).filter(({ feed_id }) => feed_id !== replaces);
    if (others.length >= deps.maxSubscriptions) throw new SubscriptionLimitError(deps.maxSubscriptions);
    const { found, tried } = await deps.discover(address);
    if (found === null) throw new FeedNotFoundError(tried);

    const { url, response, parsed } = found;
    const now = deps.now();
    const at = now.toISOString();
    const feed_id = feedIdOf(url);
    const fetch_interval_minutes = settings.fetch_interval_minutes ?? DEFAULT_INTERVAL_MINUTES;
    const title = parsed.title ?? new URL(url).hostname;
    const next_fetch_at = nextFetchAt(feed_id, fetch_interval_minutes, now);
    const facts = feedFacts(response, parsed);
    await deps.feeds.create({
      feed_id,
      url,
      title,
      site_url: null,
      ...facts,
      // Only a document that was taken in may answer for "nothing new".
      etag: null,
      last_modified: null,
      body_hash: null,
      ...healthy,
      fetch_interval_minutes,
      next_fetch_at,
      claimed_by: null,
      last_fetched_at: at,
      feed_last_updated: null,
      created_at: at,
    });
    const wanted: Subscription = {
      user_id,
      feed_id,
      folder: settings.folder ?? null,
      title: settings.title ?? null,
      feed_title: title,
      fetch_interval_minutes,
      is_active: settings.is_active ?? true,
      unread_count: 0,
      counted_at: at,
      last_read_at: null,
      created_at: at,
    };
    const isNew = await deps.subscriptions.create(wanted);
    const subscription = isNew ? wanted : ((await deps.subscriptions.get(user_id, feed_id)) ?? wanted);
    const wasNeverCounted = subscription.counted_at === subscription.created_at;
    if (!isNew && !wasNeverCounted) throw new AlreadySubscribedError(feed_id);

    if (subscription.is_active) await deps.subscribers.put({ feed_id, user_id, fetch_interval_minutes });
    await deps.keepOnSchedule(feed_id);
    const taken = await deps.takeIn({
      feedId: feed_id,
      documentUrl: response.url,
      parsed,
      newSubscriber: user_id,
    });
    const feed = await deps.feeds.update(feed_id, {
      ...facts,
      ...healthy,
      last_fetched_at: at,
      next_fetch_at,
      ...(taken.new_articles > 0 ? { feed_last_updated: at } : {}),
    });
    if (feed === null) throw new Error(`feed ${feed_id} vanished while it was subscribed to`);
    if (!isNew) throw new AlreadySubscribedError(feed_id);
    return { feed, subscription };
  };
