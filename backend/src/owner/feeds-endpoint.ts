import pMap from 'p-map';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { feedId, type OwnedFeed } from '../contract/index.ts';
import { redactText } from '../logging/redact.ts';
import { lastSuccess } from '../model/feed/feed-health.ts';
import type { Feed, FeedStore, SubscriberStore } from '../model/feed/feed.ts';
import type { Clock } from '../lib/clock.ts';
import { intervalOf } from '../model/feed/fetch-interval.ts';
import { idIn } from './id-cursor.ts';

const CONCURRENT_READS = 8;

export type FeedsEndpointDeps = {
  feeds: Pick<FeedStore, 'listAll'>;
  subscribers: Pick<SubscriberStore, 'list'>;
  now: Clock;
};

const DAY_MINUTES = 1440;

/** Returns the place of a feed in the list, which is its cursor: stopped feeds first, then those that fail, in order of their ids. */
const placeOf = ({ feed_id, fetch_status, consecutive_errors }: Feed): string => {
  const rank = fetch_status === 'stopped' ? 0 : consecutive_errors > 0 ? 1 : 2;
  return `${rank}${feed_id}`;
};

/**
 * Returns the address of a feed without its secrets. In the place of each stand the first digits of the feed's id, so that feeds
 * which differ in a secret alone can be told apart.
 */
export const ownedAddress = ({ feed_id, url }: Pick<Feed, 'feed_id' | 'url'>): string =>
  redactText(url).replaceAll('[redacted]', `[redacted ${feed_id.slice(0, 6)}]`);

const toOwned = (feed: Feed, readers: number, now: Date): OwnedFeed => ({
  feed_id: feed.feed_id,
  url: ownedAddress(feed),
  title: feed.title,
  fetch_status: feed.fetch_status,
  error_code: feed.error_code,
  error_message: feed.error_message,
  consecutive_errors: feed.consecutive_errors,
  last_fetched_at: feed.last_fetched_at,
  last_success_at: lastSuccess(feed),
  next_fetch_at: feed.fetch_status === 'active' ? feed.next_fetch_at : null,
  created_at: feed.created_at,
  readers,
  fetches_a_day: feed.fetch_status === 'active' ? DAY_MINUTES / intervalOf(feed, now).minutes : 0,
});

/** Creates the endpoint that lists the feeds of all readers. */
export const createFeedsEndpoint = ({
  feeds,
  subscribers,
  now,
}: FeedsEndpointDeps): HandlersOf<'listAllFeeds'> => ({
  listAllFeeds: async ({ query: { limit, cursor } }) => {
    const after = idIn(cursor, (text) => /^[0-2]/.test(text) && feedId.safeParse(text.slice(1)).success);
    const rest = (await feeds.listAll())
      .map((feed) => ({ feed, place: placeOf(feed) }))
      .filter(({ place }) => after === null || place > after)
      .toSorted((a, b) => (a.place < b.place ? -1 : 1));
    const page = rest.slice(0, limit);
    const has_more = rest.length > limit;
    return {
      items: await pMap(
        page,
        async ({ feed }) => toOwned(feed, (await subscribers.list(feed.feed_id)).length, now()),
        {
          concurrency: CONCURRENT_READS,
        },
      ),
      next_cursor: has_more ? (page.at(-1)?.place ?? null) : null,
      has_more,
    };
  },
});
