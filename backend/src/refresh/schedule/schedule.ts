import type { Clock } from '../../lib/clock.ts';
import type { FeedStore, SubscriberStore } from '../../model/feed/feed.ts';

export type KeepOnSchedule = (feedId: string) => Promise<void>;

/**
 * Updates a feed's place on the schedule after its subscribers changed. Its interval is the shortest that an active
 * subscriber asked for. A feed that was off the schedule is due at once; a feed without active subscribers leaves the
 * schedule.
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
      // A reader who subscribed after the list was read found the feed still on the schedule, so read the list again.
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
