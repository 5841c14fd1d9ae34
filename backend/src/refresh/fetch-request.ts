import type { FetchMessage } from '../config/messages.ts';
import type { Feed } from '../feeds/feed.ts';
import { intervalOf } from './next-fetch.ts';

/** The message that has a feed fetched: what it is due for now, and what decides when it is due again. */
export const toFetchMessage = (feed: Feed, next_fetch_at: string, now: Date): FetchMessage => ({
  feed_id: feed.feed_id,
  url: feed.url,
  next_fetch_at,
  interval_minutes: intervalOf(feed, now),
  ...(feed.skip_hours === null ? {} : { skip_hours: feed.skip_hours }),
  last_fetched_at: feed.last_fetched_at,
});
