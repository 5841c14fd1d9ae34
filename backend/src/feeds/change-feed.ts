import type { JobContext } from '../jobs/restart-job.ts';
import type { Context } from '../model/context.ts';
import { startJob } from '../jobs/start-job.ts';
import { toSubscriber } from '../model/feed/subscription.ts';
import { rescore } from '../scoring/recalculate.ts';
import { unsubscribe, type UnsubscribeContext } from './unsubscribe.ts';
import type { FeedChanges } from '../contract/index.ts';
import { keepOnSchedule, toFeedMessage, type ScheduleContext } from '../refresh/schedule.ts';
import { feedUnknown } from '../model/feed/followed-feed.ts';
import { AlreadySubscribedError, subscribe, type SubscribeContext } from './subscribe.ts';
import { type Feed, isHealthy } from '../model/feed/feed.ts';

/** The context for changing a reader's settings for a feed. */
export type ChangeContext = SubscribeContext & UnsubscribeContext & JobContext & Pick<Context, 'profiles'>;

/**
 * Changes a reader's settings for a feed. With a `url`, the subscription moves to the feed at that address. Returns the
 * id of the feed that the reader follows then. Throws NOT_FOUND and, with a `url`, the errors of subscribing.
 */
export const changeFeed = async (
  ctx: ChangeContext,
  userId: string,
  feedId: string,
  { url, ...changes }: FeedChanges,
): Promise<string> => {
  if (url === undefined) {
    await changeSettings(ctx, userId, feedId, changes);
    return feedId;
  }
  // Leave the old feed last, so that a repeated call completes one that was interrupted.
  const target = await followInstead(ctx, userId, feedId, url);
  await changeSettings(ctx, userId, target, changes);
  if (target !== feedId) await unsubscribe(ctx, userId, feedId, target);
  return target;
};

const changeSettings = async (
  ctx: ChangeContext,
  user_id: string,
  feed_id: string,
  { folder, position, title, fetch_interval_minutes, text_mode, volume, keep_days, is_active }: FeedChanges,
): Promise<void> => {
  const changed = await ctx.subscriptions.update(user_id, feed_id, {
    ...(folder === undefined ? {} : { folder }),
    ...(position === undefined ? {} : { position }),
    ...(title === undefined ? {} : { title }),
    ...(fetch_interval_minutes === undefined ? {} : { fetch_interval_minutes }),
    ...(text_mode === undefined ? {} : { text_mode }),
    ...(volume === undefined ? {} : { volume }),
    ...(keep_days === undefined ? {} : { keep_days }),
    ...(is_active === undefined ? {} : { is_active }),
  });
  if (changed === null) throw feedUnknown();
  const ofSubscriber = [fetch_interval_minutes, text_mode, volume, keep_days, is_active];
  if (ofSubscriber.every((each) => each === undefined)) return;
  await ctx.subscribers.put(toSubscriber(changed));
  await keepOnSchedule(ctx, feed_id);
  // This is done even if the value did not change: the call that set it may have been interrupted here.
  if (volume !== undefined) await rescore(ctx, user_id);
  if (keep_days === undefined) return;
  // The cleanup gives the articles that are here their new time, since that of all is no longer known to be right.
  await ctx.profiles.setRetentionApplied(user_id, null);
  await startJob(ctx, user_id, 'cleanup');
};

/** Follows the feed at this address with the settings of the feed that it replaces. Returns the id of the new feed. */
const followInstead = async (
  ctx: ChangeContext,
  userId: string,
  feedId: string,
  url: string,
): Promise<string> => {
  const subscription = await ctx.subscriptions.get(userId, feedId);
  if (subscription === null) throw feedUnknown();
  try {
    const { feed } = await subscribe(ctx, userId, url, subscription, { replaces: feedId });
    return feed.feed_id;
  } catch (error) {
    if (error instanceof AlreadySubscribedError) return error.details.feed_id;
    throw error;
  }
};

/** The shortest time between two requests to a publisher that readers may cause by resuming a feed. */
const SHORTEST_MS = 60_000;

const isDue = (feed: Feed, at: string): boolean =>
  feed.fetch_status === 'active' && feed.next_fetch_at !== null && feed.next_fetch_at <= at;

/**
 * Puts a stopped or failing feed back on the schedule and requests a fetch now, or a minute after the last one, which
 * `next_fetch_at` says. Returns the feed as stored then. A healthy feed stays as it is.
 */
export const resumeFeed = async (
  ctx: ScheduleContext & Pick<Context, 'sendFetch'>,
  feed: Feed,
): Promise<Feed> => {
  const { feeds, sendFetch, now } = ctx;
  const { feed_id, fetch_status, last_fetched_at } = feed;
  const time = now();
  const at = time.toISOString();
  if (fetch_status === 'active' && isHealthy(feed)) return feed;
  if (!isDue(feed, at)) {
    const soonest = last_fetched_at === null ? 0 : Date.parse(last_fetched_at) + SHORTEST_MS;
    const next_fetch_at = new Date(Math.max(time.getTime(), soonest)).toISOString();
    // The error stays visible until a fetch succeeds. Of several calls at the same time, one makes the change.
    await feeds.updateIfDueAt(feed_id, feed.next_fetch_at, {
      fetch_status: 'active',
      consecutive_errors: 0,
      failing_since: null,
      next_fetch_at,
    });
  }
  await keepOnSchedule(ctx, feed_id);
  const resumed = (await feeds.get(feed_id)) ?? feed;
  // Of several messages for the same due time, only one gets the claim.
  if (resumed.next_fetch_at !== null && isDue(resumed, at))
    await sendFetch([toFeedMessage(resumed, resumed.next_fetch_at, time)]);
  return resumed;
};
