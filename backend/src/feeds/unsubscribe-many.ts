import type { Job as WireJob } from '../contract/index.ts';
import { jobToWire, scheduleJob, type ScheduleContext } from '../jobs/start-job.ts';
import type { EntryStore } from '../model/article/entry.ts';
import type { FeedStore, SubscriberStore } from '../model/feed/feed.ts';
import { shownTitle, type SubscriptionStore } from '../model/feed/subscription.ts';
import { isOver } from '../model/job/job.ts';
import type { Unsubscribe } from './unsubscribe.ts';
import { feedUnknown } from '../model/feed/errors.ts';

/**
 * Number of articles up to which a feed is left before the answer: about two seconds of writes. A request may take 29
 * seconds.
 */
export const LEFT_AT_ONCE = 500;

type ScheduleDeps = ScheduleContext & { newId: () => string };

type UnsubscribeManyDeps = ScheduleDeps & {
  entries: Pick<EntryStore, 'list'>;
  subscriptions: Pick<SubscriptionStore, 'get' | 'leavingJob' | 'markLeaving' | 'releasePlace'>;
  subscribers: Pick<SubscriberStore, 'delete'>;
  unsubscribe: Unsubscribe;
};

/**
 * Unsubscribes a reader from a feed. Returns null if that is done, or the job that does the rest; the feed is gone from
 * the reader's lists and counts in either case. A repeated call is answered with the same job while it runs. Throws
 * NOT_FOUND.
 */
export type UnsubscribeMany = (userId: string, feedId: string) => Promise<WireJob | null>;

const hasMany = async (
  { entries, now }: Pick<UnsubscribeManyDeps, 'entries' | 'now'>,
  user_id: string,
  feedId: string,
): Promise<boolean> => {
  const { has_more } = await entries.list({
    user_id,
    sort: 'published_at',
    filter: 'all',
    feed_ids: [feedId],
    limit: LEFT_AT_ONCE,
    after: null,
    now: now().toISOString(),
  });
  return has_more;
};

/** Schedules the job that leaves a feed; one with this id that exists already stays as it is. */
const scheduleLeaving = (
  deps: ScheduleContext,
  userId: string,
  feedId: string,
  job: { jobId: string; title: string | null },
): Promise<WireJob> =>
  scheduleJob(deps, userId, 'unsubscribe', {
    jobId: job.jobId,
    notBefore: deps.now(),
    total: null,
    result: { title: job.title },
    feedId,
  });

/**
 * Creates the function that leaves a feed at once, or by a job if it has more than LEFT_AT_ONCE articles. In that case
 * the subscription is handed over to the job first, and the job is written after it: a call that was cut off between
 * the two is completed by a repeated one or by the daily cleanup.
 */
export const createUnsubscribeMany =
  (deps: UnsubscribeManyDeps): UnsubscribeMany =>
  async (userId, feedId) => {
    const { subscriptions, jobs, newId } = deps;
    const subscription = await subscriptions.get(userId, feedId);
    if (subscription === null) {
      const jobId = await subscriptions.leavingJob(userId, feedId);
      if (jobId === null) throw feedUnknown();
      const job = await jobs.get(userId, jobId);
      return job === null ? scheduleLeaving(deps, userId, feedId, { jobId, title: null }) : jobToWire(job);
    }
    if (!(await hasMany(deps, userId, feedId))) {
      await deps.unsubscribe(userId, feedId);
      return null;
    }
    const jobId = newId();
    const isHandedOver = await subscriptions.markLeaving(userId, feedId, jobId, null);
    // Another call was faster; the job is its one.
    if (!isHandedOver) return createUnsubscribeMany(deps)(userId, feedId);
    await deps.subscribers.delete(feedId, userId);
    await subscriptions.releasePlace(userId);
    return scheduleLeaving(deps, userId, feedId, { jobId, title: shownTitle(subscription) });
  };

type TidyLeavingDeps = ScheduleDeps & {
  feeds: Pick<FeedStore, 'get'>;
  subscriptions: Pick<SubscriptionStore, 'listAll' | 'markLeaving'>;
};

/** Creates the function that starts a new job for each feed that a reader has left and whose job failed or is missing. */
export const createTidyLeaving =
  (deps: TidyLeavingDeps) =>
  async (userId: string): Promise<void> => {
    for (const { feed_id, job_id } of (await deps.subscriptions.listAll(userId)).leaving) {
      const job = await deps.jobs.get(userId, job_id);
      if (job !== null && !isOver(job)) continue;
      const jobId = deps.newId();
      const title = (await deps.feeds.get(feed_id))?.title ?? null;
      if (await deps.subscriptions.markLeaving(userId, feed_id, jobId, job_id))
        await scheduleLeaving(deps, userId, feed_id, { jobId, title });
    }
  };
