import pMap from 'p-map';
import { awaitingOlder } from '../feeds/older-job.ts';
import { restartDead, type JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import type { Context } from '../model/context.ts';
import type { Feed } from '../model/feed/feed.ts';
import { allReaders } from '../model/reader/reader.ts';
import { isScoringDue } from '../model/reader/waiting.ts';
import { jobForReader } from '../owner/job-for-reader.ts';
import { keepOnSchedule, type ScheduleContext } from '../refresh/schedule.ts';

/**
 * Number of feeds or readers in work at once. Each takes a few reads of some milliseconds, so that fifteen minutes are
 * enough for 100,000 feeds.
 */
const CONCURRENT = 8;

/**
 * The time in milliseconds after the last fetch. It is longer than Seen remembers an item that is no longer in the
 * feed, so by then Seen would forget all its items anyway.
 */
const FORGOTTEN_AFTER_MS = 36 * 86_400_000;

type ForgetContext = Pick<Context, 'feeds' | 'seen' | 'now'>;

/**
 * Deletes the data of a feed that nobody follows. Its articles, their vectors and contents, and its snapshot have a time
 * to live. This function deletes Seen and the validators of the last document. The feed itself stays, less than 1 KB,
 * because saved articles are shown under its name. A reader who subscribes later gets its newest articles, as from any
 * feed.
 */
const forgetFeed = async (ctx: ForgetContext, feed: Feed): Promise<void> => {
  const { feed_id, last_fetched_at, etag, last_modified, body_hash } = feed;
  const isForgotten = etag === null && last_modified === null && body_hash === null;
  if (isForgotten || last_fetched_at === null) return;
  if (Date.parse(last_fetched_at) + FORGOTTEN_AFTER_MS > ctx.now().getTime()) return;
  await ctx.seen.delete(feed_id);
  await ctx.feeds.update(feed_id, { etag: null, last_modified: null, body_hash: null });
};

/**
 * Puts a feed in its place on the schedule, and forgets it if nobody follows it. Returns the ids of the readers who
 * follow it.
 */
const maintainFeed = async (ctx: ScheduleContext & ForgetContext, feed: Feed): Promise<string[]> => {
  await keepOnSchedule(ctx, feed.feed_id);
  const followers = await ctx.subscribers.list(feed.feed_id);
  if (followers.length === 0) await forgetFeed(ctx, feed);
  return followers.map(({ user_id }) => user_id);
};

type MaintainContext = JobContext & Pick<Context, 'profiles' | 'subscriptions' | 'feeds'>;

type Maintained = { user_id: string; isListed: boolean; isFollowing: boolean };

/**
 * Restarts a reader's dead jobs, starts a cleanup of the reader's articles and, if some remained unscored because the
 * model did not answer, a recalculation. Older items of feeds that no job has brought are brought.
 */
const maintainReader = async (ctx: MaintainContext, reader: Maintained): Promise<void> => {
  const { user_id } = reader;
  await restartDead(ctx, user_id);
  // Start an account deletion again even if it failed for good: nobody is left who could ask for it.
  const profile = await ctx.profiles.get(user_id);
  const kind = jobForReader('cleanup', { ...reader, profile });
  if (kind !== null) await startJob(ctx, user_id, kind);
  if (kind === 'cleanup' && profile !== null && isScoringDue(profile, ctx.now()))
    await startJob(ctx, user_id, 'recalculate');
  if (kind === 'cleanup' && (await awaitingOlder(ctx, user_id)).length > 0)
    await startJob(ctx, user_id, 'older-articles');
};

type DailyContext = ScheduleContext & ForgetContext & MaintainContext & Pick<Context, 'readers' | 'log'>;

/**
 * The daily run, which maintains every feed and then every reader. A failure of one feed or reader is logged and does not
 * stop the others.
 * @throws AggregateError at the end if anything failed.
 */
export const dailyCleanup = async (ctx: DailyContext): Promise<void> => {
  const { feeds, readers, log } = ctx;
  const failed: unknown[] = [];
  const unlessItFails = async (what: Record<string, unknown>, run: () => Promise<unknown>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      log.error('cleanup failed', { ...what, error });
      failed.push(error);
    }
  };

  const following = new Set<string>();
  const visitFeed = async (feed: Feed) => {
    for (const user_id of await maintainFeed(ctx, feed)) following.add(user_id);
  };
  await pMap(
    await feeds.listAll(),
    (feed) => unlessItFails({ feed_id: feed.feed_id }, () => visitFeed(feed)),
    { concurrency: CONCURRENT },
  );

  // Include readers who follow no feed: they may still have expired entries and saved copies.
  const listed = new Set<string>();
  for await (const userId of allReaders(readers)) listed.add(userId);
  const userIds = following.union(listed);
  const visitReader = (user_id: string) =>
    maintainReader(ctx, { user_id, isListed: listed.has(user_id), isFollowing: following.has(user_id) });
  await pMap(userIds, (user_id) => unlessItFails({ user_id }, () => visitReader(user_id)), {
    concurrency: CONCURRENT,
  });

  log.info('cleanups started', { readers: userIds.size, failed: failed.length });
  if (failed.length > 0) throw new AggregateError(failed, `cleanup failed ${failed.length} times`);
};
