import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Clock } from '../lib/clock.ts';
import type { SendFetch } from '../queues/messages.ts';
import { type FeedChanges, type Feed as WireFeed, onlyPage } from '../contract/index.ts';
import { toFetchMessage } from '../refresh/schedule/fetch-request.ts';
import type { Discover } from '../discovery/discover.ts';
import { AlreadySubscribedError, IconUnknownError } from './errors.ts';
import { FeedUnknownError } from '../model/feed/errors.ts';
import type { Feed, FeedStore, SubscriberStore } from '../model/feed/feed.ts';
import { harmlessImage } from '../icons/icon-image.ts';
import type { IconStore } from '../icons/icon.ts';
import type { KeepOnSchedule } from '../refresh/schedule/schedule.ts';
import type { Subscribe } from './subscribe.ts';
import type { Subscription, SubscriptionStore } from '../model/feed/subscription.ts';
import { feedToWire } from '../model/feed/feed-to-wire.ts';
import type { WithCounts } from '../articles/reading/unread.ts';
import type { Unsubscribe } from './unsubscribe.ts';

export type FeedEndpointDeps = {
  feeds: Pick<FeedStore, 'get' | 'getMany' | 'update'>;
  icons: Pick<IconStore, 'get'>;
  subscriptions: SubscriptionStore;
  subscribers: Pick<SubscriberStore, 'put'>;
  keepOnSchedule: KeepOnSchedule;
  discover: Discover;
  subscribe: Subscribe;
  unsubscribe: Unsubscribe;
  sendFetch: SendFetch;
  withCounts: WithCounts;
  now: Clock;
};

type FeedEndpoints =
  | 'addFeed'
  | 'listFeeds'
  | 'getFeed'
  | 'updateFeed'
  | 'deleteFeed'
  | 'discoverFeeds'
  | 'getFeedIcon'
  | 'resumeFeed';

export const createFeedEndpoints = (deps: FeedEndpointDeps): HandlersOf<FeedEndpoints> => {
  const load = async (
    userId: string,
    feedId: string,
  ): Promise<{ feed: Feed; subscription: Subscription }> => {
    const [subscription, feed] = await Promise.all([
      deps.subscriptions.get(userId, feedId),
      deps.feeds.get(feedId),
    ]);
    if (subscription === null) throw new FeedUnknownError();
    if (feed === null) throw new Error(`feed ${feedId} is subscribed to but missing`);
    const [counted = subscription] = await deps.withCounts(userId, [subscription]);
    return { feed, subscription: counted };
  };

  const change = async (userId: string, feedId: string, changes: FeedChanges): Promise<void> => {
    const { folder, title, fetch_interval_minutes, is_active } = changes;
    const changed = await deps.subscriptions.update(userId, feedId, {
      ...(folder === undefined ? {} : { folder }),
      ...(title === undefined ? {} : { title }),
      ...(fetch_interval_minutes === undefined ? {} : { fetch_interval_minutes }),
      ...(is_active === undefined ? {} : { is_active }),
    });
    if (changed === null) throw new FeedUnknownError();
    if (fetch_interval_minutes === undefined && is_active === undefined) return;
    await deps.subscribers.put({
      feed_id: feedId,
      user_id: userId,
      fetch_interval_minutes: changed.fetch_interval_minutes,
      is_active: changed.is_active,
    });
    await deps.keepOnSchedule(feedId);
  };

  /**
   * Follows the feed at `url` and then unsubscribes from this one. The unsubscription comes last, so that a repeated
   * call completes one that was interrupted.
   */
  const moveTo = async (
    userId: string,
    feedId: string,
    url: string,
    changes: FeedChanges,
  ): Promise<string> => {
    const { subscription } = await load(userId, feedId);
    const next = await deps.subscribe(userId, url, subscription, feedId).then(
      ({ feed }) => feed.feed_id,
      (error: unknown) => {
        if (error instanceof AlreadySubscribedError) return error.feed_id;
        throw error;
      },
    );
    await change(userId, next, changes);
    if (next !== feedId) await deps.unsubscribe(userId, feedId, next);
    return next;
  };

  return {
    addFeed: async ({ reader: { user_id }, body: { url, folder } }) => {
      const { feed, subscription } = await deps.subscribe(user_id, url, { folder: folder ?? null });
      return feedToWire(feed, subscription);
    },
    listFeeds: async ({ reader: { user_id } }) => {
      const subscriptions = await deps.withCounts(user_id, await deps.subscriptions.list(user_id));
      const feeds = new Map(
        (await deps.feeds.getMany(subscriptions.map(({ feed_id }) => feed_id))).map((feed) => [
          feed.feed_id,
          feed,
        ]),
      );
      const items: WireFeed[] = [];
      for (const subscription of subscriptions) {
        const feed = feeds.get(subscription.feed_id);
        if (feed === undefined) throw new Error(`feed ${subscription.feed_id} is subscribed to but missing`);
        if (feed.title !== subscription.feed_title)
          await deps.subscriptions.update(user_id, feed.feed_id, { feed_title: feed.title });
        items.push(feedToWire(feed, subscription));
      }
      return onlyPage(items.toSorted((a, b) => a.title.localeCompare(b.title)));
    },
    getFeed: async ({ reader: { user_id }, params: { feed_id } }) => {
      const { feed, subscription } = await load(user_id, feed_id);
      return feedToWire(feed, subscription);
    },
    getFeedIcon: async ({ reader: { user_id }, params: { feed_id } }) => {
      const [subscription, icon] = await Promise.all([
        deps.subscriptions.get(user_id, feed_id),
        deps.icons.get(feed_id),
      ]);
      if (subscription === null) throw new FeedUnknownError();
      // Check the stored icon again, because the rules for harmless images may have changed since.
      const harmless = icon === null ? null : harmlessImage(icon.bytes);
      if (icon === null || harmless === null) throw new IconUnknownError();
      return { ...harmless, hash: icon.hash };
    },
    updateFeed: async ({ reader: { user_id }, params: { feed_id }, body: { url, ...changes } }) => {
      let target = feed_id;
      if (url === undefined) await change(user_id, feed_id, changes);
      else target = await moveTo(user_id, feed_id, url, changes);
      const { feed, subscription } = await load(user_id, target);
      return feedToWire(feed, subscription);
    },
    deleteFeed: async ({ reader: { user_id }, params: { feed_id } }) => {
      await deps.unsubscribe(user_id, feed_id);
      return undefined;
    },
    discoverFeeds: async ({ body: { url } }) => {
      const { candidates } = await deps.discover(url);
      return onlyPage(candidates);
    },
    resumeFeed: async ({ reader: { user_id }, params: { feed_id } }) => {
      const { feed, subscription } = await load(user_id, feed_id);
      const next_fetch_at = deps.now().toISOString();
      // The error stays visible until a fetch succeeds.
      await deps.feeds.update(feed_id, { fetch_status: 'active', consecutive_errors: 0, next_fetch_at });
      await deps.keepOnSchedule(feed_id);
      await deps.sendFetch([toFetchMessage(feed, next_fetch_at, deps.now())]);
      return feedToWire((await deps.feeds.get(feed_id)) ?? feed, subscription);
    },
  };
};
