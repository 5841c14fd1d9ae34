import type { Clock } from '../lib/clock.ts';
import { intervalOf, nextFetchAt } from '../refresh/schedule/next-fetch.ts';
import { publisherFacts } from '../refresh/publisher-facts.ts';
import { feedFacts } from '../refresh/refresh-feed.ts';
import type { TakeSnapshot } from '../model/feed/snapshot.ts';
import type { createIngest } from '../refresh/ingest.ts';
import { FeedNotFoundError, type Discover } from '../discovery/discover.ts';
import { AlreadySubscribedError, SubscriptionLimitError } from './errors.ts';
import type { Feed, FeedStore, SubscriberStore } from '../model/feed/feed.ts';
import { feedIdOf } from '../model/feed/feed-url.ts';
import { healthy } from '../model/feed/feed-health.ts';
import type { RenewIcon } from '../icons/icon.ts';
import { DEFAULT_INTERVAL_MINUTES, newFeed, newSubscription } from '../model/feed/new-feed.ts';
import type { KeepOnSchedule } from '../refresh/schedule/schedule.ts';
import type { Subscription, SubscriptionStore } from '../model/feed/subscription.ts';

export type SubscribeDeps = {
  feeds: Pick<FeedStore, 'create' | 'get' | 'update'>;
  subscribers: Pick<SubscriberStore, 'put'>;
  subscriptions: Pick<SubscriptionStore, 'create' | 'get' | 'list'>;
  keepOnSchedule: KeepOnSchedule;
  discover: Discover;
  ingest: ReturnType<typeof createIngest>;
  renewIcon: RenewIcon;
  takeSnapshot: TakeSnapshot;
  now: Clock;
  maxSubscriptions: number;
};

type SubscribeSettings = Partial<
  Pick<Subscription, 'folder' | 'title' | 'fetch_interval_minutes' | 'is_active'>
>;

export type Subscribe = (
  userId: string,
  address: string,
  settings: SubscribeSettings,
  /** The feed id of the subscription that the new one replaces. */
  replaces?: string,
) => Promise<{ feed: Feed; subscription: Subscription }>;

/**
 * Finds and reads the feed for an address and subscribes the reader to it. Writes the feed, the subscription, the
 * subscriber and the articles, in this order, so that a repeated call completes one that was interrupted. Throws the
 * errors of discovery, AlreadySubscribedError and SubscriptionLimitError.
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
    const fetch_interval_minutes = settings.fetch_interval_minutes ?? DEFAULT_INTERVAL_MINUTES;
    const title = parsed.title ?? new URL(url).hostname;
    const next_fetch_at = nextFetchAt(feedIdOf(url), fetch_interval_minutes, now);
    const facts = feedFacts(response, parsed);
    const existing = await deps.feeds.create(
      newFeed({ url, title, fetch_interval_minutes, next_fetch_at, last_fetched_at: at, created_at: at }),
    );
    // This differs from the id of the address if a feed moved there.
    const { feed_id } = existing;
    const { title: ownTitle = null, folder = null, is_active = true } = settings;
    const wanted = newSubscription({
      user_id,
      feed_id,
      feed_title: title,
      created_at: at,
      folder,
      title: ownTitle,
      is_active,
      fetch_interval_minutes,
    });
    const isNew = await deps.subscriptions.create(wanted);
    const subscription = isNew ? wanted : ((await deps.subscriptions.get(user_id, feed_id)) ?? wanted);
    const { fetch_interval_minutes: interval, is_active: isActive } = subscription;
    await deps.subscribers.put({ feed_id, user_id, fetch_interval_minutes: interval, is_active: isActive });
    await deps.keepOnSchedule(feed_id);
    const wasNeverCounted = subscription.counted_at === subscription.created_at;
    if (!isNew && !wasNeverCounted) throw new AlreadySubscribedError(feed_id);

    const [taken, icon] = await Promise.all([
      deps.ingest({ feedId: feed_id, documentUrl: response.url, parsed, newSubscriber: user_id }),
      deps.renewIcon(existing, parsed),
      deps.takeSnapshot(feed_id, response),
    ]);
    const kept = {
      ...facts,
      ...publisherFacts(response, parsed, now),
      ...icon,
      ...healthy,
      unprocessable_items: taken.unprocessable,
      last_fetched_at: at,
    };
    const paced = await deps.feeds.update(feed_id, kept);
    if (paced === null) throw new Error(`feed ${feed_id} vanished while it was subscribed to`);
    const feed = await deps.feeds.update(feed_id, {
      next_fetch_at: nextFetchAt(feed_id, intervalOf(paced, now), now, paced.skip_hours ?? []),
    });
    await deps.keepOnSchedule(feed_id);
    if (!isNew) throw new AlreadySubscribedError(feed_id);
    return { feed: feed ?? paced, subscription };
  };
