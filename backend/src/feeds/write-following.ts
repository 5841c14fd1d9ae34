import type { Settings } from '../config/settings.ts';
import type { Context } from '../model/context.ts';
import type { Feed } from '../model/feed/feed.ts';
import type { FollowedFeed } from '../model/feed/followed-feed.ts';
import type { Subscription } from '../model/feed/subscription.ts';
import { keepOnSchedule, type ScheduleContext } from '../refresh/schedule.ts';
import { DomainError } from '../lib/domain-error.ts';

/** Returns the error of a reader who follows as many feeds as the deployment allows. */
export const subscriptionLimit = (limit: number) =>
  new DomainError('SUBSCRIPTION_LIMIT', `You follow ${limit} feeds, which is the limit.`, { limit });

/** What is needed to write that a reader follows a feed. */
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
  const { fetch_interval_minutes, text_mode, volume, is_active } = subscription;
  await subscribers.put({ feed_id, user_id, fetch_interval_minutes, text_mode, volume, is_active });
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
