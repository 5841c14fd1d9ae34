import { withCounts, type CountContext } from '../articles/reading/unread.ts';
import type { FeedStore } from '../model/feed/feed.ts';
import { missingFeed, type FollowedFeed } from '../model/feed/followed-feed.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import { feedUnknown } from '../model/feed/errors.ts';

export type LoadFollowedDeps = CountContext & {
  feeds: Pick<FeedStore, 'get'>;
  subscriptions: Pick<SubscriptionStore, 'get'>;
};

/** Returns a feed that the reader follows, with the current unread count. Throws NOT_FOUND. */
export const loadFollowed = async (
  deps: LoadFollowedDeps,
  userId: string,
  feedId: string,
): Promise<FollowedFeed> => {
  const { feeds, subscriptions } = deps;
  const [subscription, feed] = await Promise.all([subscriptions.get(userId, feedId), feeds.get(feedId)]);
  if (subscription === null) throw feedUnknown();
  if (feed === null) throw missingFeed(feedId);
  const [counted = subscription] = await withCounts(deps, userId, [subscription]);
  return { feed, subscription: counted };
};
