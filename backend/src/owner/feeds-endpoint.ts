import pMap from 'p-map';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { feedId, type OwnedFeed } from '../contract/index.ts';
import { redactText } from '../logging/redact.ts';
import { lastSuccess } from '../model/feed/feed-health.ts';
import type { Feed, FeedStore, SubscriberStore } from '../model/feed/feed.ts';
import { idIn } from './id-cursor.ts';

const CONCURRENT_READS = 8;

export type FeedsEndpointDeps = {
  feeds: Pick<FeedStore, 'listAll'>;
  subscribers: Pick<SubscriberStore, 'list'>;
};

const toOwned = (feed: Feed, readers: number): OwnedFeed => ({
  feed_id: feed.feed_id,
  url: redactText(feed.url),
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
});

/** Creates the endpoint that lists the feeds of all readers. */
export const createFeedsEndpoint = ({
  feeds,
  subscribers,
}: FeedsEndpointDeps): HandlersOf<'listAllFeeds'> => ({
  listAllFeeds: async ({ query: { limit, cursor } }) => {
    const after = idIn(cursor, (text) => feedId.safeParse(text).success);
    const rest = (await feeds.listAll())
      .filter(({ feed_id }) => after === null || feed_id > after)
      .toSorted((a, b) => (a.feed_id < b.feed_id ? -1 : 1));
    const page = rest.slice(0, limit);
    const has_more = rest.length > limit;
    return {
      items: await pMap(page, async (feed) => toOwned(feed, (await subscribers.list(feed.feed_id)).length), {
        concurrency: CONCURRENT_READS,
      }),
      next_cursor: has_more ? (page.at(-1)?.feed_id ?? null) : null,
      has_more,
    };
  },
});
