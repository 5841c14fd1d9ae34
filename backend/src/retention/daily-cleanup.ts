import type { Log } from '../config/log.ts';
import type { FeedStore, SubscriberStore } from '../feeds/feed.ts';
import type { KeepOnSchedule } from '../feeds/schedule.ts';
import type { createCleanup } from './cleanup.ts';

/**
 * The daily run: every feed's place on the schedule, then everyone who follows a feed, paused ones too. One reader's failure is logged and does not keep the next
 * from theirs.
 */
export const createDailyCleanup =
  ({
    feeds,
    subscribers,
    keepOnSchedule,
    cleanup,
    log,
  }: {
    feeds: Pick<FeedStore, 'listAll'>;
    subscribers: Pick<SubscriberStore, 'list'>;
    keepOnSchedule: KeepOnSchedule;
    cleanup: ReturnType<typeof createCleanup>;
    log: Log;
  }) =>
  async (): Promise<void> => {
    const readers = new Set<string>();
    for (const { feed_id } of await feeds.listAll()) {
      await keepOnSchedule(feed_id);
      for (const { user_id } of await subscribers.list(feed_id)) readers.add(user_id);
    }
    const failed: unknown[] = [];
    for (const user_id of readers) {
      try {
        log.info('cleaned up', { user_id, ...(await cleanup(user_id)) });
      } catch (error) {
        log.error('cleanup failed', { user_id, error });
        failed.push(error);
      }
    }
    if (failed.length > 0) throw new AggregateError(failed, `cleanup failed for ${failed.length} readers`);
  };
