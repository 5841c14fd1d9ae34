import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import type { SubscriptionStore } from '../../model/feed/subscription.ts';
import type { StartJob } from '../start-job.ts';
import { feedUnknown } from '../../model/feed/errors.ts';
import { DomainError } from '../../lib/domain-error.ts';

const feedStopped = (why: string | null) =>
  new DomainError(
    'FEED_INACTIVE',
    `This feed is stopped${why === null ? '' : `: ${why.replace(/\.$/, '')}`}.`,
    {
      reason: 'stopped',
    },
  );

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
    if (subscription === null) throw feedUnknown();
    if (!subscription.is_active)
      throw new DomainError('FEED_INACTIVE', 'You have paused this feed.', { reason: 'paused' });
    if (feed?.fetch_status === 'stopped') throw feedStopped(feed.error_message);
  };

  return {
    fetchFeeds: async ({ reader: { user_id }, body: { feed_id } }) => {
      if (feed_id !== undefined) await checkActive(user_id, feed_id);
      return startJob(user_id, 'fetch-feeds', { feedId: feed_id });
    },
    cleanupArticles: ({ reader: { user_id } }) => startJob(user_id, 'cleanup'),
  };
};
