import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { FeedInactiveError, FeedUnknownError } from '../../model/feed/errors.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import type { SubscriptionStore } from '../../model/feed/subscription.ts';
import type { StartJob } from '../start-job.ts';

type StartEndpointDeps = {
  feeds: Pick<FeedStore, 'get'>;
  subscriptions: Pick<SubscriptionStore, 'get'>;
  startJob: StartJob;
};

/** Creates the endpoints that start a job which belongs to no other capability's endpoints. */
export const createStartEndpoints = ({
  feeds,
  subscriptions,
  startJob,
}: StartEndpointDeps): HandlersOf<'fetchFeeds' | 'cleanupArticles'> => {
  const checkActive = async (userId: string, feedId: string): Promise<void> => {
    const [subscription, feed] = await Promise.all([subscriptions.get(userId, feedId), feeds.get(feedId)]);
    if (subscription === null) throw new FeedUnknownError();
    if (!subscription.is_active) throw new FeedInactiveError('paused');
    if (feed?.fetch_status === 'stopped') throw new FeedInactiveError('stopped', feed.error_message);
  };

  return {
    fetchFeeds: async ({ reader: { user_id }, body: { feed_id } }) => {
      if (feed_id !== undefined) await checkActive(user_id, feed_id);
      return startJob(user_id, 'fetch-feeds', { feedId: feed_id });
    },
    cleanupArticles: ({ reader: { user_id } }) => startJob(user_id, 'cleanup'),
  };
};
