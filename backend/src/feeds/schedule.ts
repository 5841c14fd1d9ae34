import type { Clock } from '../config/log.ts';
import type { FeedStore, SubscriberStore } from './feed.ts';

export type KeepOnSchedule = (feedId: string) => Promise<void>;

/**
 * Makes a feed's place on the schedule follow its subscribers: asked as often as the one who asks most, due at once when
 * it had left the schedule, off it when nobody follows it.
 */
export const createKeepOnSchedule = ({
  feeds,
  subscribers,
  now,
}: {
  feeds: Pick<FeedStore, 'get' | 'update'>;
  subscribers: Pick<SubscriberStore, 'list'>;
  now: Clock;
}): KeepOnSchedule => {
  const intervalsOf = async (feedId: string): Promise<number[]> =>
    (await subscribers.list(feedId))
      .filter(({ is_active }) => is_active)
      .map(({ fetch_interval_minutes }) => fetch_interval_minutes);
  return async (feedId) => {
    const feed = await feeds.get(feedId);
    if (feed === null) return;
    let intervals = await intervalsOf(feedId);
    if (intervals.length === 0 && feed.next_fetch_at !== null) {
      await feeds.update(feedId, { next_fetch_at: null });
      feed.next_fetch_at = null;
      // Whoever subscribed since the list was read found the feed still on the schedule.
      intervals = await intervalsOf(feedId);
    }
    if (intervals.length === 0) return;
    const fetch_interval_minutes = intervals.reduce((a, b) => Math.min(a, b));
    const isOff = feed.next_fetch_at === null;
    if (!isOff && feed.fetch_interval_minutes === fetch_interval_minutes) return;
    await feeds.update(feedId, {
      fetch_interval_minutes,
      ...(isOff ? { next_fetch_at: now().toISOString() } : {}),
    });
  };
};
