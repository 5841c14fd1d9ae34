import pMap from 'p-map';
import type { ProfileStore } from '../accounts/profile.ts';
import type { ReaderStore } from '../accounts/reader.ts';
import { upkeepOf } from '../accounts/upkeep.ts';
import type { Log } from '../config/log.ts';
import type { FeedStore, SubscriberStore } from '../feeds/feed.ts';
import type { KeepOnSchedule } from '../feeds/schedule.ts';
import type { RestartDead } from '../jobs/restart-job.ts';
import type { StartJob } from '../jobs/start-job.ts';
import type { ForgetFeed } from './forget-feed.ts';

/** Feeds, or readers, at once: some reads of a few milliseconds each, so that fifteen minutes do for 100,000 feeds. */
const CONCURRENT = 8;

/** Readers asked for at once. */
const PAGE = 500;

export type DailyCleanupDeps = {
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
 * The daily run: puts every feed in its place on the schedule, lets go of feeds that nobody follows, and for every reader
 * begins dead jobs anew and starts a cleanup. What fails for one feed or reader is logged and keeps no other from theirs.
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
  // Also who follows no feed may have read entries and copies to go.
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
        // Also where that failed for good: nobody is left who could ask for it again.
        const kind = upkeepOf('cleanup', {
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
