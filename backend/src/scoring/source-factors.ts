import type { Entry } from '../model/article/entry.ts';
import type { FeedStore } from '../model/feed/feed.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import { sourceFactor } from '../model/ranking/source.ts';

/** Returns the factor of scores for each feed under which these entries of a reader are listed, by feed_id. */
export type LoadSourceFactors = (
  userId: string,
  entries: Pick<Entry, 'feed_ids'>[],
) => Promise<ReadonlyMap<string, number>>;

export const createLoadSourceFactors =
  ({
    feeds,
    subscriptions,
  }: {
    feeds: Pick<FeedStore, 'getMany'>;
    subscriptions: Pick<SubscriptionStore, 'list'>;
  }): LoadSourceFactors =>
  async (userId, entries) => {
    const feedIds = [...new Set(entries.map(({ feed_ids: [feedId] }) => feedId))];
    const [found, followed] = await Promise.all([feeds.getMany(feedIds), subscriptions.list(userId)]);
    const volumes = new Map(followed.map(({ feed_id, volume }) => [feed_id, volume]));
    return new Map(
      found.map(({ feed_id, articles_per_week }) => [
        feed_id,
        sourceFactor(articles_per_week, volumes.get(feed_id) ?? 'normal'),
      ]),
    );
  };
