import type { Clock } from '../config/log.ts';
import type { FeedStore, SubscriberStore } from './feed.ts';

export type KeepOnSchedule = (feedId: string) => Promise<void>;

/**
 * Makes a feed's place on the schedule follow its subscribers: asked as often as the one who asks most, due at once when
 * it had left the schedule, off it when nobody follows it.
 */
export const createKeepOnSchedule =
  ({
    feeds,
    subscribers,
    now,
  }: {
    feeds: Pick<FeedStore, 'get' | 'update'>;
    subscribers: Pick<SubscriberStore, 'list'>;
    now: Clock;
  }): KeepOnSchedule =>
  async (feedId) => {
    const feed = await feeds.get(feedId);
    if (feed === null) return;
    const intervals = (await subscribers.list(feedId)).map(
      ({ fetch_interval_minutes }) => fetch_interval_minutes,
    );
    if (intervals.length === 0) {
      if (feed.next_fetch_at !== null) await feeds.update(feedId, { next_fetch_at: null });
      return;
    }
    const fetch_interval_minutes = Math.min(...intervals);
    const isOff = feed.next_fetch_at === null;
    if (!isOff && feed.fetch_interval_minutes === fetch_interval_minutes) return;
    await feeds.update(feedId, {
      fetch_interval_minutes,
      ...(isOff ? { next_fetch_at: now().toISOString() } : {}),
    });
  };
