import type { Clock } from '../lib/clock.ts';
import type { SendJob } from '../queues/messages.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { FeedInactiveError, FeedUnknownError } from '../model/feed/errors.ts';
import type { FeedStore } from '../model/feed/feed.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import { createCancelJob, type OnCancelled } from './cancel-job.ts';
import { JobUnknownError } from './errors.ts';
import type { Job, JobStore } from '../model/job/job.ts';
import { decodeJobCursor, encodeJobCursor } from './job-cursor.ts';
import { withProgress, withRows } from './progress.ts';
import { createCheckJob } from './restart-job.ts';
import { jobToWire, type StartJob } from './start-job.ts';

type JobEndpoints = 'fetchFeeds' | 'cleanupArticles' | 'listJobs' | 'getJob' | 'cancelJob';

export type JobEndpointDeps = {
  jobs: JobStore;
  feeds: Pick<FeedStore, 'get'>;
  subscriptions: Pick<SubscriptionStore, 'get'>;
  startJob: StartJob;
  sendJob: SendJob;
  cancelled: OnCancelled;
  now: Clock;
  newId: () => string;
};

export const createJobEndpoints = (deps: JobEndpointDeps): HandlersOf<JobEndpoints> => {
  const { jobs, startJob, now } = deps;
  const cancel = createCancelJob(jobs, deps.cancelled);
  const check = createCheckJob(deps);

  /** Checks whether a job has not expired, because DynamoDB may delete an expired item only days later. */
  const isKept = ({ ttl }: Job): boolean => ttl > now().getTime() / 1000;

  const checkActive = async (userId: string, feedId: string): Promise<void> => {
    const [subscription, feed] = await Promise.all([
      deps.subscriptions.get(userId, feedId),
      deps.feeds.get(feedId),
    ]);
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
    listJobs: async ({ reader: { user_id }, query: { limit, cursor } }) => {
      const after = cursor === undefined ? undefined : decodeJobCursor(user_id, cursor);
      const kept = (await jobs.list(user_id, { limit: limit + 1, after })).filter(isKept);
      const page = kept.slice(0, limit);
      const last = page.at(-1);
      const shown = await Promise.all(page.map(async (job) => withProgress(jobs, await check(job))));
      return {
        items: shown.map(jobToWire),
        next_cursor: kept.length > limit && last !== undefined ? encodeJobCursor(user_id, last.job_id) : null,
        has_more: kept.length > limit,
      };
    },
    getJob: async ({ reader: { user_id }, params: { job_id } }) => {
      const job = await jobs.get(user_id, job_id);
      if (job === null || !isKept(job)) throw new JobUnknownError();
      return jobToWire(await withRows(jobs, await check(job)));
    },
    cancelJob: async ({ reader: { user_id }, params: { job_id } }) =>
      jobToWire(await withRows(jobs, await cancel(user_id, job_id))),
  };
};
