import { FeedUnknownError } from '../../model/feed/errors.ts';
import type { SubscriptionStore } from '../../model/feed/subscription.ts';

/** One feed, or the feeds of a folder, or one feed if it is in the folder. Without both it means all feeds. */
export type Scope = { feed_id?: string | undefined; folder?: string | undefined };

/**
 * Returns the feeds in a scope; null means all feeds. An unknown folder gives an empty list.
 * @throws FeedUnknownError for a feed that the reader does not follow.
 */
export const feedsInScope = async (
  subscriptions: Pick<SubscriptionStore, 'list' | 'get'>,
  userId: string,
  { feed_id: feedId, folder }: Scope,
): Promise<string[] | null> => {
  if (feedId !== undefined) {
    const subscription = await subscriptions.get(userId, feedId);
    if (subscription === null) throw new FeedUnknownError();
    return folder === undefined || subscription.folder === folder ? [feedId] : [];
  }
  if (folder === undefined) return null;
  const all = await subscriptions.list(userId);
  return all.filter((subscription) => subscription.folder === folder).map(({ feed_id }) => feed_id);
};
