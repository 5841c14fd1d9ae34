import type { FeedAddress } from '../model/feed/feed-url.ts';
import type { Feed } from '../model/feed/feed.ts';
import { newFeed, newSubscription } from '../model/feed/new-feed.ts';
import { writeFollowing, type WriteFollowingContext } from './write-following.ts';

type FollowRequest = FeedAddress & { user_id: string; title: string | null; folder: string | null };

/**
 * Subscribes to a feed without fetching it. Throws SUBSCRIPTION_LIMIT. A new feed is due at once, so the schedule finds it even if the caller
 * fails. A repeated call completes one that was interrupted, and does not change an existing subscription.
 */
export const follow = async (
  ctx: WriteFollowingContext,
  { user_id, url, feed_id, title, folder }: FollowRequest,
): Promise<Feed> => {
  const at = ctx.now().toISOString();
  const wanted = newFeed({
    feed_id,
    url,
    title: title ?? new URL(url).hostname,
    next_fetch_at: at,
    last_fetched_at: null,
    created_at: at,
  });
  const { feed } = await writeFollowing(ctx, wanted, (stored) =>
    newSubscription({
      user_id,
      feed_id: stored.feed_id,
      feed_title: stored.title,
      created_at: at,
      folder,
      // A title that is the feed's own is not the reader's.
      title: stored.last_fetched_at !== null && stored.title === title ? null : title,
    }),
  );
  return feed;
};
