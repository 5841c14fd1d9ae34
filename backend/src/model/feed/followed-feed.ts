import type { Feed, FeedStore } from './feed.ts';
import type { Subscription } from './subscription.ts';

/** A reader's subscription with the feed that all its readers share. */
export type FollowedFeed = { subscription: Subscription; feed: Feed };

const refuse = (feedId: string): never => {
  throw missingFeed(feedId);
};

/** Returns the error for a subscription without its feed. Feeds are never deleted, so the table is damaged. */
export const missingFeed = (feedId: string): Error =>
  new Error(`feed ${feedId} is subscribed to but missing`);

/**
 * Returns subscriptions with their feeds, in the same order. If a feed is missing, `onMissing` is called with its id,
 * and the subscription is left out; by default this throws.
 */
export const withFeeds = async (
  feeds: Pick<FeedStore, 'getMany'>,
  subscriptions: Subscription[],
  onMissing: (feedId: string) => void = refuse,
): Promise<FollowedFeed[]> => {
  const stored = await feeds.getMany(subscriptions.map(({ feed_id }) => feed_id));
  const byId = new Map(stored.map((feed) => [feed.feed_id, feed]));
  return subscriptions.flatMap((subscription) => {
    const feed = byId.get(subscription.feed_id);
    if (feed !== undefined) return [{ subscription, feed }];
    onMissing(subscription.feed_id);
    return [];
  });
};

/** Returns how many items of a feed's last document a reader does not have because others were newer. */
export const olderItems = (
  { over_limit_items, over_limit_ever }: Pick<Feed, 'over_limit_items' | 'over_limit_ever'>,
  { older_known, older_brought }: Pick<Subscription, 'older_known' | 'older_brought'>,
): number => {
  if (older_brought === null) return older_known + over_limit_items;
  const leftSince = Math.max(0, over_limit_ever - older_brought);
  return older_known + Math.min(over_limit_items, leftSince);
};
