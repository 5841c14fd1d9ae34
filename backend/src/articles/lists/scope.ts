import type { SubscriptionStore } from '../../model/feed/subscription.ts';
import { feedUnknown } from '../../model/feed/followed-feed.ts';

/**
 * One feed, several, or the feeds of a folder; with a folder, the feeds named are limited to it. Without any of them it
 * means all feeds.
 */
export type Scope = {
  feed_id?: string | undefined;
  feed_ids?: readonly string[] | undefined;
  folder?: string | undefined;
};

/**
 * Returns the feeds in a scope; null means all feeds. An unknown folder gives an empty list, and of several feeds those are
 * left out that the reader does not follow.
 * @throws NOT_FOUND for a feed that the reader does not follow.
 */
export const feedsInScope = async (
  subscriptions: Pick<SubscriptionStore, 'list' | 'get'>,
  userId: string,
  { feed_id: feedId, feed_ids: feedIds, folder }: Scope,
): Promise<string[] | null> => {
  if (feedId !== undefined) {
    const subscription = await subscriptions.get(userId, feedId);
    if (subscription === null) throw feedUnknown();
    return folder === undefined || subscription.folder === folder ? [feedId] : [];
  }
  if (folder === undefined && feedIds === undefined) return null;
  const named = feedIds === undefined ? null : new Set(feedIds);
  return (await subscriptions.list(userId))
    .filter((one) => folder === undefined || one.folder === folder)
    .map(({ feed_id }) => feed_id)
    .filter((id) => named?.has(id) ?? true);
};
