import type { FetchMessage } from '../../queues/messages.ts';
import type { Feed } from '../../model/feed/feed.ts';
import { intervalOf } from './next-fetch.ts';

/**
 * Returns the queue message that requests a fetch. It holds the current due time and the values that decide the next
 * one.
 */
export const toFetchMessage = (feed: Feed, next_fetch_at: string, now: Date): FetchMessage => ({
  feed_id: feed.feed_id,
  url: feed.url,
  next_fetch_at,
  interval_minutes: intervalOf(feed, now),
  ...(feed.skip_hours === null ? {} : { skip_hours: feed.skip_hours }),
  last_fetched_at: feed.last_fetched_at,
});
