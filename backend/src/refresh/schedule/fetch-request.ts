import type { FetchMessage } from '../../queues/messages.ts';
import type { Feed } from '../../model/feed/feed.ts';
import { withFetch } from '../../model/fetches/fetch-days.ts';
import { fetchTerms } from './next-fetch.ts';

/**
 * Returns the queue message that requests a fetch. It holds the current due time and the values that decide the next
 * one.
 */
export const toFetchMessage = (feed: Feed, next_fetch_at: string, now: Date): FetchMessage => {
  const { skip_hours, ...terms } = fetchTerms(feed, now);
  return {
    feed_id: feed.feed_id,
    url: feed.url,
    next_fetch_at,
    ...terms,
    ...(skip_hours === undefined ? {} : { skip_hours: [...skip_hours] }),
    last_fetched_at: feed.last_fetched_at,
    fetch_days: withFetch(feed.fetch_days, now, 'unchanged'),
  };
};
