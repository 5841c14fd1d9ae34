import pMap from 'p-map';
import type { ProfileStore } from '../model/reader/profile.ts';
import type { ReaderStore } from '../model/reader/reader.ts';
import { jobForReader } from '../owner/job-for-reader.ts';
import type { Log } from '../logging/log.ts';
import type { FeedStore, SubscriberStore } from '../model/feed/feed.ts';
import type { KeepOnSchedule } from '../refresh/schedule/schedule.ts';
import type { RestartDead } from '../jobs/restart-job.ts';
import type { StartJob } from '../jobs/start-job.ts';
import type { ForgetFeed } from './forget-feed.ts';

/**
 * Number of feeds or readers in work at once. Each takes a few reads of some milliseconds, so that fifteen minutes are
 * enough for 100,000 feeds.
 */
const CONCURRENT = 8;

/** Number of readers in one page of the list. */
const PAGE = 500;

type DailyCleanupDeps = {
  feeds: Pick<FeedStore, 'listAll'>;
  subscribers: Pick<SubscriberStore, 'list'>;
  readers: Pick<ReaderStore, 'list'>;
  profiles: Pick<ProfileStore, 'get'>;
  keepOnSchedule: KeepOnSchedule;
  forgetFeed: ForgetFeed;
  restartDead: RestartDead;
  startJob: StartJob;
  log: Log;
};

/**
 * Creates the daily run. It puts every feed in its place on the schedule and forgets feeds that nobody follows. For
 * every reader it restarts dead jobs and starts a cleanup. A failure of one feed or reader is logged and does not stop
 * the others.
 * @throws AggregateError at the end if anything failed.
 */
export const createDailyCleanup = (deps: DailyCleanupDeps) => async (): Promise<void> => {
  const { feeds, subscribers, readers, profiles, keepOnSchedule, forgetFeed, restartDead, startJob, log } =
    deps;
  const following = new Set<string>();
  const listed = new Set<string>();
  const failed: unknown[] = [];
  const unlessItFails = async (what: Record<string, unknown>, run: () => Promise<unknown>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      log.error('cleanup failed', { ...what, error });
      failed.push(error);
    }
  };
  await pMap(
    await feeds.listAll(),
    (feed) =>
      unlessItFails({ feed_id: feed.feed_id }, async () => {
        await keepOnSchedule(feed.feed_id);
        const followers = await subscribers.list(feed.feed_id);
        for (const { user_id } of followers) following.add(user_id);
        if (followers.length === 0) await forgetFeed(feed);
      }),
    { concurrency: CONCURRENT },
  );
  // Include readers who follow no feed: they may still have expired entries and saved copies.
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<ReaderStore['list']>> = await readers.list({ after, limit: PAGE });
    for (const { user_id } of page.readers) listed.add(user_id);
    after = page.has_more ? (page.readers.at(-1)?.user_id ?? null) : null;
  } while (after !== null);
  const userIds = following.union(listed);
  await pMap(
    userIds,
    (user_id) =>
      unlessItFails({ user_id }, async () => {
        await restartDead(user_id);
        // Start an account deletion again even if it failed for good: nobody is left who could ask for it.
        const kind = jobForReader('cleanup', {
          user_id,
          profile: await profiles.get(user_id),
          isListed: listed.has(user_id),
          isFollowing: following.has(user_id),
        });
        if (kind !== null) await startJob(user_id, kind);
      }),
    { concurrency: CONCURRENT },
  );
  log.info('cleanups started', { readers: userIds.size, failed: failed.length });
  if (failed.length > 0) throw new AggregateError(failed, `cleanup failed ${failed.length} times`);
};
