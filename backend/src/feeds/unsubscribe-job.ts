import { countUnread } from '../articles/reading/unread.ts';
import type { UnsubscribeContext } from './unsubscribe.ts';
import { z } from 'zod';
import { inSlices, type JobDefinition, type Step } from '../jobs/job-definition.ts';
import { type Subscription, toSubscriber } from '../model/feed/subscription.ts';
import type { Job } from '../model/job/job.ts';
import { leaveFeed, leavePage } from '../delivery/leave-feed.ts';
import { scoreBatches } from '../queues/outgoing.ts';
import { keepOnSchedule } from '../refresh/schedule.ts';

/** Number of pages of 200 entries in a slice: a few seconds of work for a function. */
const PAGES_A_SLICE = 5;

const position = z.object({
  after: z
    .object({ order: z.number().nullable().default(null), published_at: z.string(), article_id: z.string() })
    .nullable(),
  removed: z.int().min(0),
  /** The feeds that took over entries so far. */
  owners: z.array(z.string()),
});

type Position = z.infer<typeof position>;

/**
 * The job that removes a feed of many articles from a reader's entries. The subscription was handed over to it, so the
 * reader sees neither the feed nor its articles any more:
 *
 * 1. Delete the subscriber: no new articles arrive.
 * 2. Remove the feed from the entries, page by page.
 * 3. Take the feed off the schedule if nobody else follows it, and count the feeds that took over entries.
 * 4. Delete the subscription.
 *
 * If the reader follows the feed again meanwhile, the job ends there, and what its last page removed comes back.
 */
export const unsubscribeJob = (ctx: UnsubscribeContext): JobDefinition => ({
  run: inSlices(position, async (job, from) => {
    const { user_id: userId, feed_id: feedId } = job;
    if (feedId === null) return done(job, 0);
    let at: Position = from ?? { after: null, removed: 0, owners: [] };
    if (from === null) await endDelivery(ctx, userId, feedId);
    for (let pages = 0; pages < PAGES_A_SLICE; pages += 1) {
      if ((await ctx.subscriptions.leavingJob(userId, feedId)) !== job.job_id) return stop(ctx, job, at, []);
      const page = await leavePage(ctx, userId, feedId, at.after);
      at = {
        after: page.reached,
        removed: at.removed + page.removed.length,
        owners: [...new Set([...at.owners, ...page.owners])],
      };
      if ((await ctx.subscriptions.get(userId, feedId)) !== null) return stop(ctx, job, at, page.removed);
      if (page.has_more && at.after !== null) continue;
      return finish(ctx, job, at);
    }
    return { state: 'more', cursor: at, done: at.removed, total: null };
  }),
});

const titleOf = ({ result }: Job): unknown => result?.['title'] ?? null;

const done = (job: Job, removed: number): Step<Position> => ({
  state: 'done',
  done: removed,
  result: { title: titleOf(job), removed_articles: removed },
});

/** Deletes the subscriber, unless the reader follows the feed again: then it is written anew. */
const endDelivery = async (
  { subscriptions, subscribers }: UnsubscribeContext,
  user_id: string,
  feed_id: string,
): Promise<void> => {
  await subscribers.delete(feed_id, user_id);
  const again: Subscription | null = await subscriptions.get(user_id, feed_id);
  if (again === null) return;
  await subscribers.put(toSubscriber(again));
};

const finish = async (
  ctx: UnsubscribeContext,
  job: Job,
  { owners, removed }: Position,
): Promise<Step<Position>> => {
  const { subscriptions, subscribers } = ctx;
  const { user_id: userId, job_id: jobId, feed_id: feedId } = job;
  for (const owner of owners) {
    // If the reader unsubscribed from this feed meanwhile, that may have been done before these entries arrived.
    if ((await subscribers.get(owner, userId)) === null) await leaveFeed(ctx, userId, owner);
    await countUnread(ctx, userId, owner);
  }
  if (feedId !== null) {
    await keepOnSchedule(ctx, feedId);
    await subscriptions.endLeaving(userId, feedId, jobId);
  }
  return done(job, removed);
};

/**
 * Ends the job of a reader who follows the feed again. The articles that it removed after that come back through
 * scoring: the message that brought them with the new subscription may have found them still there.
 */
const stop = async (
  ctx: UnsubscribeContext,
  job: Job,
  { owners, removed }: Position,
  lastRemoved: string[],
): Promise<Step<Position>> => {
  const { user_id, feed_id } = job;
  if (feed_id === null) return done(job, removed);
  await ctx.sendScore(scoreBatches(lastRemoved, { feed_id, user_id, sent_at: ctx.now().toISOString() }));
  for (const owner of new Set([feed_id, ...owners])) await countUnread(ctx, user_id, owner);
  return done(job, removed - lastRemoved.length);
};
