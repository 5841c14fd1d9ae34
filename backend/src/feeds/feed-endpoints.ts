import { oncePer } from '../lib/memory.ts';
import { type Limiter, keyFor } from '../limits/limiter.ts';
import type { Context } from '../model/context.ts';
import { withCounts, type CountContext } from '../articles/reading/unread.ts';
import {
  followedFeed,
  type FollowedFeed,
  withFeeds,
  feedUnknown,
  feedToWire,
} from '../model/feed/followed-feed.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import {
  onlyPage,
  type Endpoints,
  type Feed as WireFeed,
  type Page,
  type ResponseOf,
  type ServedImage,
} from '../contract/index.ts';
import { discover, type DiscoverContext } from '../discovery/discover.ts';
import { harmlessImage } from '../pictures/icon-svg.ts';
import type { Feed } from '../model/feed/feed.ts';
import { fetchDays } from '../model/feed/fetches.ts';
import { byPosition, type Subscription } from '../model/feed/subscription.ts';
import { readHistory, type HistoryContext } from './read-history.ts';
import { type FiguresContext, readFigures } from './feed-figures.ts';
import { DomainError } from '../lib/errors.ts';
import { markAll, type MarkContext } from '../articles/reading/mark-all.ts';
import { changeFeed, resumeFeed, type ChangeContext } from './change-feed.ts';
import { subscribe } from './subscribe.ts';
import { unsubscribeMany, type LeavingContext } from './unsubscribe.ts';
import type { Clock } from '../lib/clock.ts';
import { requireAllowed } from '../limits/windows.ts';

/** Returns a feed that the reader follows, with the current unread count. Throws NOT_FOUND. */
const loadFollowed = async (
  ctx: CountContext & Pick<Context, 'feeds'>,
  userId: string,
  feedId: string,
): Promise<FollowedFeed> => {
  const { subscription, feed } = await followedFeed(ctx, userId, feedId);
  const [counted = subscription] = await withCounts(ctx, userId, [subscription]);
  return { feed, subscription: counted };
};

const readIcon = async (
  { subscriptions, icons }: Pick<Context, 'subscriptions' | 'icons'>,
  userId: string,
  feedId: string,
): Promise<ServedImage> => {
  const [subscription, icon] = await Promise.all([subscriptions.get(userId, feedId), icons.get(feedId)]);
  if (subscription === null) throw feedUnknown();
  // Check the stored icon again, because the rules for harmless images may have changed since.
  const harmless = icon === null ? null : harmlessImage(icon.bytes);
  if (icon === null || harmless === null) throw new DomainError('NOT_FOUND', 'This feed has no icon.');
  return { ...harmless, hash: icon.hash };
};

type FeedEndpoints =
  | 'listFeeds'
  | 'listUpdatedFeeds'
  | 'getCounts'
  | 'getFeed'
  | 'getFeedFetches'
  | 'getFeedFigures'
  | 'getFeedHistory'
  | 'getFeedIcon'
  | 'discoverFeeds';

/*
 * The last answers, by the subscriptions that they were made of. A process that keeps subscriptions hands out the same array
 * for as long as none of them is changed, and the API sends the same answer again without checking it once more.
 */
const listed = new WeakMap<readonly Subscription[], { version: number | null; answer: Page<WireFeed> }>();
const countsOf = oncePer((followed: readonly Subscription[]): ResponseOf<Endpoints['getCounts']> => {
  const feeds = followed
    .map(({ feed_id, unread_count }) => ({ feed_id, unread_count }))
    .filter(({ unread_count }) => unread_count > 0)
    // The same counts make the same answer, and with that the same ETag.
    .toSorted((a, b) => (a.feed_id < b.feed_id ? -1 : 1));
  return Object.freeze({
    unread_count: feeds.reduce((sum, { unread_count }) => sum + unread_count, 0),
    feeds,
  });
});

const shownFeeds = new WeakMap<Subscription, { feed: Feed; shown: WireFeed }>();

/** Returns a feed as the list shows it, the same frozen object as long as neither the feed nor the subscription is changed. */
const shownFeed = ({ feed, subscription }: FollowedFeed): WireFeed => {
  const former = shownFeeds.get(subscription);
  if (former?.feed === feed) return former.shown;
  const shown = Object.freeze(feedToWire(feed, subscription));
  shownFeeds.set(subscription, { feed, shown });
  return shown;
};

const listFeeds = async (
  ctx: CountContext & Pick<Context, 'feeds'>,
  user_id: string,
): Promise<Page<WireFeed>> => {
  const followed = await withCounts(ctx, user_id, await ctx.subscriptions.list(user_id));
  const version = ctx.feeds.version();
  const former = listed.get(followed);
  if (former !== undefined && version !== null && former.version === version) return former.answer;
  const all = await withFeeds(ctx.feeds, followed);
  for (const { feed, subscription } of all)
    if (feed.title !== subscription.feed_title)
      await ctx.subscriptions.update(user_id, feed.feed_id, { feed_title: feed.title });
  const items = all.map(shownFeed);
  const answer = onlyPage(
    items.toSorted((a, b) =>
      byPosition({ position: a.position, name: a.title }, { position: b.position, name: b.title }),
    ),
  );
  listed.set(followed, { version, answer: Object.freeze(answer) });
  return answer;
};

/** The endpoints that show a reader's feeds, and those that a page leads to. */
export const feedEndpoints = (
  ctx: CountContext & DiscoverContext & HistoryContext & FiguresContext & Pick<Context, 'icons'>,
): HandlersOf<FeedEndpoints> => ({
  listFeeds: ({ reader: { user_id } }) => listFeeds(ctx, user_id),
  listUpdatedFeeds: async ({ reader: { user_id }, query: { since } }) => {
    // These subscriptions honour marks of whole feeds, because such a mark counts as reading.
    const followed = await withCounts(ctx, user_id, await ctx.subscriptions.list(user_id));
    const items = (await withFeeds(ctx.feeds, followed, () => {})).flatMap(({ feed, subscription }) => {
      const updated = feed.feed_last_updated;
      return updated === null || updated <= (since ?? subscription.last_read_at ?? '')
        ? []
        : [{ updated, feed: feedToWire(feed, subscription) }];
    });
    const latestFirst = items.toSorted(
      (a, b) => b.updated.localeCompare(a.updated) || a.feed.title.localeCompare(b.feed.title),
    );
    return onlyPage(latestFirst.map(({ feed }) => feed));
  },
  getCounts: async ({ reader: { user_id } }) =>
    countsOf(await withCounts(ctx, user_id, await ctx.subscriptions.list(user_id))),
  getFeed: async ({ reader: { user_id }, params: { feed_id } }) => {
    const { feed, subscription } = await loadFollowed(ctx, user_id, feed_id);
    return feedToWire(feed, subscription);
  },
  getFeedFetches: async ({ reader: { user_id }, params: { feed_id } }) => {
    const { feed } = await loadFollowed(ctx, user_id, feed_id);
    return { days: fetchDays(feed.fetch_days, ctx.now()) };
  },
  getFeedFigures: ({ reader: { user_id } }) => readFigures(ctx, user_id),
  getFeedHistory: ({ reader: { user_id }, params: { feed_id }, query }) =>
    readHistory(ctx, user_id, feed_id, query),
  getFeedIcon: ({ reader: { user_id }, params: { feed_id } }) => readIcon(ctx, user_id, feed_id),
  discoverFeeds: async ({ body: { url } }) => {
    const { candidates } = await discover(ctx, url, { hasPreviews: true });
    return onlyPage(candidates);
  },
});

type SubscriptionEndpoints = 'addFeed' | 'updateFeed' | 'deleteFeed' | 'resumeFeed';

/** The endpoints that change what a reader follows. */
export const subscriptionEndpoints = (
  ctx: ChangeContext & LeavingContext & Pick<Context, 'sendFetch'> & { limiter: Limiter },
): HandlersOf<SubscriptionEndpoints> => ({
  addFeed: async ({ reader: { user_id }, body: { url, folder, if_several } }) => {
    const settings = { folder: folder ?? null };
    const asksIfSeveral = if_several === 'ask';
    const { feed, subscription } = await subscribe(ctx, user_id, url, settings, { asksIfSeveral });
    return feedToWire(feed, subscription);
  },
  updateFeed: async ({ reader: { user_id }, params: { feed_id }, body }) => {
    // A new address is looked for like that of a new subscription.
    if (body.url !== undefined) await limitRegistration(ctx, user_id);
    const target = await changeFeed(ctx, user_id, feed_id, body);
    const { feed, subscription } = await loadFollowed(ctx, user_id, target);
    return feedToWire(feed, subscription);
  },
  deleteFeed: async ({ reader: { user_id }, params: { feed_id } }) => {
    return (await unsubscribeMany(ctx, user_id, feed_id)) ?? undefined;
  },
  resumeFeed: async ({ reader: { user_id }, params: { feed_id } }) => {
    const { feed, subscription } = await loadFollowed(ctx, user_id, feed_id);
    return feedToWire(await resumeFeed(ctx, feed), subscription);
  },
});

/** The endpoint that marks the articles of a followed feed as read. */
export const markFeedReadEndpoint = (ctx: MarkContext): HandlersOf<'markFeedRead'> => ({
  markFeedRead: async ({ reader: { user_id }, params: { feed_id } }) => {
    if ((await ctx.subscriptions.get(user_id, feed_id)) === null) throw feedUnknown();
    return markAll(ctx, user_id, ctx.now().toISOString(), [feed_id]);
  },
});

/**
 * Counts a request of this reader as a registration of a feed, beside the class of its endpoint. Throws
 * RateLimitedError.
 */
const limitRegistration = async (
  { limiter, now }: { limiter: Limiter; now: Clock },
  user_id: string,
): Promise<void> => {
  const key = keyFor('feed_registration', { user_id, address: null, token_id: null, attempt: null });
  requireAllowed(await limiter('feed_registration', key), now());
};
