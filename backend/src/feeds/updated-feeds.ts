import { onlyPage } from '../contract/index.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { FeedStore } from '../model/feed/feed.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import { feedToWire } from '../model/feed/feed-to-wire.ts';
import type { WithCounts } from '../articles/reading/unread.ts';

export type UpdatedFeedsDeps = {
  feeds: Pick<FeedStore, 'getMany'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  withCounts: WithCounts;
};

/**
 * Creates the endpoint that lists the reader's feeds with new articles since a given time or, without one, since the
 * reader last read in each.
 */
export const createUpdatedFeedsEndpoint = ({
  feeds,
  subscriptions,
  withCounts,
}: UpdatedFeedsDeps): HandlersOf<'listUpdatedFeeds'> => ({
  listUpdatedFeeds: async ({ reader: { user_id }, query: { since } }) => {
    // These subscriptions honour marks of whole feeds, because such a mark counts as reading.
    const followed = await withCounts(user_id, await subscriptions.list(user_id));
    const shared = new Map(
      (await feeds.getMany(followed.map(({ feed_id }) => feed_id))).map((feed) => [feed.feed_id, feed]),
    );
    const items = followed.flatMap((subscription) => {
      const feed = shared.get(subscription.feed_id);
      const updated = feed?.feed_last_updated ?? null;
      if (feed === undefined || updated === null || updated <= (since ?? subscription.last_read_at ?? ''))
        return [];
      return [{ updated, feed: feedToWire(feed, subscription) }];
    });
    return onlyPage(
      items
        .toSorted((a, b) => b.updated.localeCompare(a.updated) || a.feed.title.localeCompare(b.feed.title))
        .map(({ feed }) => feed),
    );
  },
});
