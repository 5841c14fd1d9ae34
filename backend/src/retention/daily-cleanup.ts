import pMap from 'p-map';
import { allReaders } from '../model/reader/all-readers.ts';
import type { Context } from '../model/context.ts';
import { isScoringDue } from '../model/reader/scoring-due.ts';
import type { ReaderStore } from '../model/reader/reader.ts';
import { jobForReader } from '../owner/job-for-reader.ts';
import type { Log } from '../logging/log.ts';
import type { Feed, FeedStore } from '../model/feed/feed.ts';
import { keepOnSchedule, type ScheduleContext } from '../refresh/schedule.ts';
import { restartDead, type JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import type { ForgetFeed } from './forget-feed.ts';

/**
 * Number of feeds or readers in work at once. Each takes a few reads of some milliseconds, so that fifteen minutes are
 * enough for 100,000 feeds.
 */
const CONCURRENT = 8;

type MaintainFeedDeps = ScheduleContext & { forgetFeed: ForgetFeed };

/** Maintains one feed and returns the ids of the readers who follow it. */
type MaintainFeed = (feed: Feed) => Promise<string[]>;

/** Creates the function that puts a feed in its place on the schedule, and forgets it if nobody follows it. */
export const createMaintainFeed =
  (deps: MaintainFeedDeps): MaintainFeed =>
  async (feed) => {
    await keepOnSchedule(deps, feed.feed_id);
    const followers = await deps.subscribers.list(feed.feed_id);
    if (followers.length === 0) await deps.forgetFeed(feed);
    return followers.map(({ user_id }) => user_id);
  };

type MaintainContext = JobContext & Pick<Context, 'profiles'>;

type Maintained = { user_id: string; isListed: boolean; isFollowing: boolean };

/**
 * Restarts a reader's dead jobs, starts a cleanup of the reader's articles and, if some remained unscored because the
 * model did not answer, a recalculation.
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
};

type DailyCleanupDeps = MaintainContext & {
  feeds: Pick<FeedStore, 'listAll'>;
  readers: Pick<ReaderStore, 'list'>;
  maintainFeed: MaintainFeed;
  log: Log;
};

/**
 * Creates the daily run, which maintains every feed and then every reader. A failure of one feed or reader is logged
 * and does not stop the others.
 * @throws AggregateError at the end if anything failed.
 */
export const createDailyCleanup = (deps: DailyCleanupDeps) => async (): Promise<void> => {
  const { feeds, readers, maintainFeed, log } = deps;
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
    for (const user_id of await maintainFeed(feed)) following.add(user_id);
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
    maintainReader(deps, { user_id, isListed: listed.has(user_id), isFollowing: following.has(user_id) });
  await pMap(userIds, (user_id) => unlessItFails({ user_id }, () => visitReader(user_id)), {
    concurrency: CONCURRENT,
  });

  log.info('cleanups started', { readers: userIds.size, failed: failed.length });
  if (failed.length > 0) throw new AggregateError(failed, `cleanup failed ${failed.length} times`);
};
