import type { Settings } from '../config/settings.ts';
import type { Context } from '../model/context.ts';
import type { Feed } from '../model/feed/feed.ts';
import { type FollowedFeed, newFeed, newSubscription } from '../model/feed/followed-feed.ts';
import { type Subscription, toSubscriber } from '../model/feed/subscription.ts';
import { keepOnSchedule, type ScheduleContext, toFeedMessage } from '../refresh/schedule.ts';
import { DomainError } from '../lib/errors.ts';
import type { FeedAddress } from '../model/feed/feed-url.ts';
import { isNewsletter } from '../model/feed/newsletter.ts';

/** Returns the error of a reader who follows as many feeds as the deployment allows. */
export const subscriptionLimit = (limit: number) =>
  new DomainError('SUBSCRIPTION_LIMIT', `You follow ${limit} feeds, which is the limit.`, { limit });

/** The context for writing that a reader follows a feed. */
export type WriteFollowingContext = ScheduleContext &
  Pick<Context, 'subscriptions'> & { settings: Pick<Settings, 'MAX_SUBSCRIPTIONS'> };

/** Time after which a claimed place whose subscription is not there belongs to a request that was cut off. */
const CUT_OFF_MS = 60_000;

/**
 * Writes that a reader follows a feed: the feed unless it exists, the subscription unless it exists, the subscriber,
 * and the feed's place on the schedule, in this order, so that a repeated call completes one that was interrupted.
 * `subscriptionOf` gets the stored feed, whose id differs from that of its address if a feed moved there. A subscription
 * that replaces another may be one above the limit until that is gone. Returns what is stored; `isNew` is false if the
 * reader had the subscription already, which then stays as it is. Throws SUBSCRIPTION_LIMIT.
 */
export const writeFollowing = async (
  ctx: WriteFollowingContext,
  wantedFeed: Feed,
  subscriptionOf: (feed: Feed) => Subscription,
  isReplacing = false,
): Promise<FollowedFeed & { isNew: boolean }> => {
  const { feeds, subscriptions, subscribers } = ctx;
  const feed = await feeds.create(wantedFeed);
  const wanted = subscriptionOf(feed);
  const { user_id, feed_id } = wanted;
  const existing = await subscriptions.get(user_id, feed_id);
  const isNew = existing === null && (await createInPlace(ctx, wanted, isReplacing));
  const subscription = isNew ? wanted : (existing ?? (await subscriptions.get(user_id, feed_id)) ?? wanted);
  await subscribers.put(toSubscriber(subscription));
  await keepOnSchedule(ctx, feed_id);
  return { feed, subscription, isNew };
};

/** Creates the subscription in one of the reader's places; returns false if a call at the same time has created it. */
const createInPlace = async (
  ctx: WriteFollowingContext,
  wanted: Subscription,
  isReplacing: boolean,
): Promise<boolean> => {
  const { subscriptions } = ctx;
  const { MAX_SUBSCRIPTIONS } = ctx.settings;
  const { user_id, feed_id } = wanted;
  const limit = MAX_SUBSCRIPTIONS + (isReplacing ? 1 : 0);
  if (!(await claimPlace(ctx, user_id, limit))) {
    // The feed was written before, and nobody may follow it.
    await keepOnSchedule(ctx, feed_id);
    throw subscriptionLimit(MAX_SUBSCRIPTIONS);
  }
  const isNew = await subscriptions.create(wanted);
  if (!isNew) await subscriptions.releasePlace(user_id);
  return isNew;
};

/** Claims a place, after counting them again if fewer subscriptions are stored than places are taken. */
const claimPlace = async (
  { subscriptions, now }: WriteFollowingContext,
  userId: string,
  limit: number,
): Promise<boolean> => {
  const at = now();
  if (await subscriptions.claimPlace(userId, limit, at.toISOString())) return true;
  if ((await subscriptions.list(userId)).length >= limit) return false;
  await subscriptions.recountPlaces(userId, new Date(at.getTime() - CUT_OFF_MS).toISOString());
  return subscriptions.claimPlace(userId, limit, at.toISOString());
};

type FollowRequest = FeedAddress & {
  user_id: string;
  title: string | null;
  folder: string | null;
  keep_days: number | null;
};

/**
 * Subscribes to a feed without fetching it. Throws SUBSCRIPTION_LIMIT. A new feed is due at once, so the schedule finds it even if the caller
 * fails. A repeated call completes one that was interrupted, and does not change an existing subscription.
 */
export const follow = async (
  ctx: WriteFollowingContext,
  { user_id, url, feed_id, title, folder, keep_days }: FollowRequest,
): Promise<Feed> => {
  const at = ctx.now().toISOString();
  const wanted = newFeed({
    feed_id,
    url,
    title: title ?? new URL(url).hostname,
    next_fetch_at: at,
    last_fetched_at: null,
    created_at: at,
  });
  const { feed } = await writeFollowing(ctx, wanted, (stored) =>
    newSubscription({
      user_id,
      feed_id: stored.feed_id,
      feed_title: stored.title,
      created_at: at,
      folder,
      keep_days,
      // A title that is the feed's own is not the reader's.
      title: stored.last_fetched_at !== null && stored.title === title ? null : title,
    }),
  );
  return feed;
};

/**
 * Completes what was cut off while a reader followed a feed. Such a feed is in the reader's list,
 * but without a subscriber no article would ever reach the reader.
 */
export const completeFollowing = async (
  ctx: ScheduleContext & Pick<Context, 'subscriptions' | 'sendFetch'>,
  user_id: string,
): Promise<void> => {
  const { subscriptions, subscribers, feeds, sendFetch, now } = ctx;
  for (const subscription of await subscriptions.list(user_id)) {
    const { feed_id, created_at, counted_at } = subscription;
    const subscriber = await subscribers.get(feed_id, user_id);
    // Entries that were never counted never came.
    if (subscriber !== null && counted_at !== created_at) continue;
    const feed = await feeds.get(feed_id);
    if (feed === null) continue;
    await subscribers.put(toSubscriber(subscription));
    await keepOnSchedule(ctx, feed_id);
    if (!subscription.is_active || isNewsletter(feed)) continue;
    const at = now();
    const message = toFeedMessage(feed, feed.next_fetch_at ?? at.toISOString(), at);
    await sendFetch([{ ...message, new_subscriber: user_id }]);
  }
};
