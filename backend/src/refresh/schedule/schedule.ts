import type { Clock } from '../../lib/clock.ts';
import { isHealthy } from '../../model/feed/feed-health.ts';
import type { Feed, FeedStore, Subscriber, SubscriberStore } from '../../model/feed/feed.ts';
import { strongestMode } from '../../model/text/text-mode.ts';
import { fetchTerms, nextFetchAt } from './next-fetch.ts';

type Feeds = Pick<FeedStore, 'get' | 'update' | 'updateIfDueAt'>;

const ATTEMPTS = 3;

export type KeepOnSchedule = (feedId: string) => Promise<void>;

/**
 * Updates a feed's place on the schedule after its subscribers changed. Its interval is the shortest that an active
 * subscriber chose, or the automatic one if that is shorter and one left it at that, and it holds from now on. A feed that was off the schedule is due at once; a feed without active
 * subscribers leaves the schedule. The feed also learns where its active subscribers want its texts from.
 */
export const createKeepOnSchedule = ({
  feeds,
  subscribers,
  now,
}: {
  feeds: Feeds;
  subscribers: Pick<SubscriberStore, 'list'>;
  now: Clock;
}): KeepOnSchedule => {
  const activeOf = async (feedId: string): Promise<Subscriber[]> =>
    (await subscribers.list(feedId)).filter(({ is_active }) => is_active);
  return async (feedId) => {
    const feed = await feeds.get(feedId);
    if (feed === null) return;
    let active = await activeOf(feedId);
    if (active.length === 0 && feed.next_fetch_at !== null) {
      await feeds.update(feedId, { next_fetch_at: null });
      feed.next_fetch_at = null;
      // A reader who subscribed after the list was read found the feed still on the schedule, so read the list again.
      active = await activeOf(feedId);
    }
    if (active.length === 0) return;
    const chosen = active.flatMap(({ fetch_interval_minutes }) => fetch_interval_minutes ?? []);
    const fetch_interval_minutes = chosen.length === 0 ? null : chosen.reduce((a, b) => Math.min(a, b));
    const is_automatic_too = chosen.length > 0 && chosen.length < active.length;
    const wanted_text = strongestMode(active.map(({ text_mode }) => text_mode));
    const isOff = feed.next_fetch_at === null;
    const isInPlace =
      !isOff &&
      feed.fetch_interval_minutes === fetch_interval_minutes &&
      feed.is_automatic_too === is_automatic_too &&
      feed.wanted_text === wanted_text;
    const changed = isInPlace
      ? feed
      : await feeds.update(feedId, {
          fetch_interval_minutes,
          is_automatic_too,
          wanted_text,
          ...(isOff ? { next_fetch_at: now().toISOString() } : {}),
        });
    // Also if the feed is in its place: a call that was cut off may have written the interval alone.
    if (changed !== null) await bringForward(feeds, changed);
  };
};

/**
 * Moves the next fetch of a feed that works to the end of the interval that a reader chose, if it is planned later. A
 * fetch at the same time plans the next one by the former interval, so this looks again after one.
 */
const bringForward = async (feeds: Feeds, changed: Feed): Promise<void> => {
  let feed: Feed | null = changed;
  for (let attempt = 0; attempt < ATTEMPTS && feed !== null; attempt++) {
    const { feed_id, fetch_interval_minutes, last_fetched_at, next_fetch_at } = feed;
    if (fetch_interval_minutes === null || last_fetched_at === null || next_fetch_at === null) return;
    if (!isHealthy(feed)) return;
    const fetched = new Date(last_fetched_at);
    const due = nextFetchAt(feed_id, fetchTerms(feed, fetched), fetched);
    if (due >= next_fetch_at) return;
    if ((await feeds.updateIfDueAt(feed_id, next_fetch_at, { next_fetch_at: due })) !== null) return;
    feed = await feeds.get(feed_id);
  }
};
