import { countUnread, type CountContext } from '../articles/reading/unread.ts';
import type { Context } from '../model/context.ts';
import { leaveFeed, type LeaveContext } from '../delivery/leave-feed.ts';
import { forgetSignIns } from '../model/feed/site-sign-in.ts';
import { shownTitle } from '../model/feed/subscription.ts';
import { keepOnSchedule, type ScheduleContext } from '../refresh/schedule.ts';
import { feedUnknown } from '../model/feed/followed-feed.ts';
import type { Job as WireJob } from '../contract/index.ts';
import { jobToWire, scheduleJob, type ScheduleContext as JobContext } from '../jobs/start-job.ts';
import { isOver } from '../model/job/job.ts';

/** The context for unsubscribing a reader from a feed. */
export type UnsubscribeContext = ScheduleContext & LeaveContext & CountContext & Pick<Context, 'siteSignIns'>;

/**
 * Unsubscribes a reader from a feed; `replacementFeedId` is a feed that takes over the reader's entries from it. The order
 * lets a call that was interrupted be repeated:
 *
 * 1. Delete the subscriber, so that no new articles arrive, and the reader's sign-in for the site.
 * 2. Remove the feed from the entries.
 * 3. Take the feed off the schedule if nobody else follows it.
 * 4. Count the unread entries of the feeds that took over entries.
 * 5. Delete the subscription.
 *
 * Throws NOT_FOUND.
 */
export const unsubscribe = async (
  ctx: UnsubscribeContext,
  userId: string,
  feedId: string,
  replacementFeedId?: string,
): Promise<void> => {
  const { subscriptions, subscribers } = ctx;
  if ((await subscriptions.get(userId, feedId)) === null) throw feedUnknown();
  const isBegun = (await subscribers.get(feedId, userId)) === null;
  await subscribers.delete(feedId, userId);
  await forgetSignIns(ctx, [feedId]);

  const found = await leaveFeed(ctx, userId, feedId, replacementFeedId);

  await keepOnSchedule(ctx, feedId);

  // An interrupted earlier call may have moved entries without counting them.
  const followed = (await subscriptions.list(userId)).map(({ feed_id }) => feed_id);
  const owners = isBegun ? followed.filter((id) => id !== feedId) : found;
  for (const owner of owners) {
    // If the reader unsubscribed from this feed at the same time, that call may have run before these entries
    // arrived.
    if ((await subscribers.get(owner, userId)) === null) await leaveFeed(ctx, userId, owner);
    await countUnread(ctx, userId, owner);
  }

  if (await subscriptions.delete(userId, feedId)) await subscriptions.releasePlace(userId);
};

/**
 * Number of articles up to which a feed is left before the answer: about two seconds of writes. A request may take 29
 * seconds.
 */
export const LEFT_AT_ONCE = 500;

export type LeavingContext = JobContext & Pick<Context, 'newId' | 'feeds' | 'subscriptions'>;

const hasMany = async (
  { entries, now }: Pick<Context, 'entries' | 'now'>,
  user_id: string,
  feedId: string,
): Promise<boolean> => {
  const { has_more } = await entries.list({
    user_id,
    sort: 'published_at',
    filter: 'all',
    feed_ids: [feedId],
    limit: LEFT_AT_ONCE,
    after: null,
    now: now().toISOString(),
  });
  return has_more;
};

/** Schedules the job that leaves a feed; one with this id that exists already stays as it is. */
const scheduleLeaving = (
  ctx: JobContext,
  userId: string,
  feedId: string,
  job: { jobId: string; title: string | null },
): Promise<WireJob> =>
  scheduleJob(ctx, userId, 'unsubscribe', {
    jobId: job.jobId,
    notBefore: ctx.now(),
    total: null,
    result: { title: job.title },
    feedId,
  });

/**
 * Unsubscribes a reader from a feed: at once, or by a job if it has more than LEFT_AT_ONCE articles. Returns null if that is
 * done, or the job that does the rest; the feed is gone from the reader's lists and counts in either case. A repeated call
 * is answered with the same job while it runs. For a job, the subscription is handed over to the job first, and the job is written after it: a call that was cut off between
 * the two is completed by a repeated one or by the daily cleanup.
 */
export const unsubscribeMany = async (
  ctx: UnsubscribeContext & LeavingContext,
  userId: string,
  feedId: string,
): Promise<WireJob | null> => {
  const { subscriptions, jobs, newId } = ctx;
  const subscription = await subscriptions.get(userId, feedId);
  if (subscription === null) {
    const jobId = await subscriptions.leavingJob(userId, feedId);
    if (jobId === null) throw feedUnknown();
    const job = await jobs.get(userId, jobId);
    return job === null ? scheduleLeaving(ctx, userId, feedId, { jobId, title: null }) : jobToWire(job);
  }
  if (!(await hasMany(ctx, userId, feedId))) {
    await unsubscribe(ctx, userId, feedId);
    return null;
  }
  const jobId = newId();
  const isHandedOver = await subscriptions.markLeaving(userId, feedId, jobId, null);
  // Another call was faster; the job is its one.
  if (!isHandedOver) return unsubscribeMany(ctx, userId, feedId);
  await ctx.subscribers.delete(feedId, userId);
  await forgetSignIns(ctx, [feedId]);
  await subscriptions.releasePlace(userId);
  return scheduleLeaving(ctx, userId, feedId, { jobId, title: shownTitle(subscription) });
};

/** Starts a new job for each feed that a reader has left and whose job failed or is missing. */
export const tidyLeaving = async (ctx: LeavingContext, userId: string): Promise<void> => {
  for (const { feed_id, job_id } of (await ctx.subscriptions.listAll(userId)).leaving) {
    const job = await ctx.jobs.get(userId, job_id);
    if (job !== null && !isOver(job)) continue;
    const jobId = ctx.newId();
    const title = (await ctx.feeds.get(feed_id))?.title ?? null;
    if (await ctx.subscriptions.markLeaving(userId, feed_id, jobId, job_id))
      await scheduleLeaving(ctx, userId, feed_id, { jobId, title });
  }
};
