import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { jobId as jobIdShape } from '../contract/index.ts';
import { digest } from '../lib/digest.ts';
import { DomainError } from '../lib/errors.ts';
import { invalidCursor } from '../lib/json-cursor.ts';
import type { Context } from '../model/context.ts';
import { feedUnknown } from '../model/feed/followed-feed.ts';
import type { Job } from '../model/job/job.ts';
import type { OnCancelled } from './job-definition.ts';
import { withProgress, withRows } from './job-reports.ts';
import { checkJob, type JobContext } from './restart-job.ts';
import { jobToWire, startJob } from './start-job.ts';
import { cancelJob, jobUnknown } from './stop-job.ts';

const SEAL_DIGITS = 16;

// The seal has no secret key, because it only detects mistakes: a forged cursor leads only to the forger's own jobs.
const seal = (userId: string, jobId: string): string => digest(SEAL_DIGITS, 'jobs', userId, jobId);

/** Returns the cursor of the page that begins after this job. */
const encodeJobCursor = (userId: string, jobId: string): string =>
  Buffer.from(seal(userId, jobId) + jobId).toString('base64url');

/**
 * Returns the id of the job in a cursor. Throws INVALID_CURSOR unless encodeJobCursor made the cursor for this
 * reader and it is unchanged.
 */
const decodeJobCursor = (userId: string, cursor: string): string => {
  const jobId = Buffer.from(cursor, 'base64url').toString('utf8').slice(SEAL_DIGITS);
  if (!jobIdShape.safeParse(jobId).success || encodeJobCursor(userId, jobId) !== cursor)
    throw invalidCursor();
  return jobId;
};

/** The endpoints that show and cancel jobs of any kind. Looking at a dead job restarts it. */
export const jobEndpoints = (
  ctx: JobContext & { onCancelled: OnCancelled },
): HandlersOf<'listJobs' | 'getJob' | 'cancelJob'> => {
  const { jobs, now } = ctx;

  /** Checks whether a job has not expired, because DynamoDB may delete an expired item only days later. */
  const isKept = ({ ttl }: Job): boolean => ttl > now().getTime() / 1000;

  return {
    listJobs: async ({ reader: { user_id }, query: { limit, cursor } }) => {
      const after = cursor === undefined ? undefined : decodeJobCursor(user_id, cursor);
      const kept = (await jobs.list(user_id, { limit: limit + 1, after })).filter(isKept);
      const page = kept.slice(0, limit);
      const last = page.at(-1);
      const shown = await Promise.all(page.map(async (job) => withProgress(ctx, await checkJob(ctx, job))));
      return {
        items: shown.map(jobToWire),
        next_cursor: kept.length > limit && last !== undefined ? encodeJobCursor(user_id, last.job_id) : null,
        has_more: kept.length > limit,
      };
    },
    getJob: async ({ reader: { user_id }, params: { job_id } }) => {
      const job = await jobs.get(user_id, job_id);
      if (job === null || !isKept(job)) throw jobUnknown();
      return jobToWire(await withRows(ctx, await checkJob(ctx, job)));
    },
    cancelJob: async ({ reader: { user_id }, params: { job_id } }) =>
      jobToWire(await withRows(ctx, await cancelJob(ctx, user_id, job_id))),
  };
};

const feedStopped = (why: string | null) =>
  new DomainError(
    'FEED_INACTIVE',
    `This feed is stopped${why === null ? '' : `: ${why.replace(/\.$/, '')}`}.`,
    {
      reason: 'stopped',
    },
  );

type FeedsContext = Pick<Context, 'feeds' | 'subscriptions'>;

/** @throws NOT_FOUND, FEED_INACTIVE */
const checkActive = async (
  { feeds, subscriptions }: FeedsContext,
  userId: string,
  feedId: string,
): Promise<void> => {
  const [subscription, feed] = await Promise.all([subscriptions.get(userId, feedId), feeds.get(feedId)]);
  if (subscription === null) throw feedUnknown();
  if (!subscription.is_active)
    throw new DomainError('FEED_INACTIVE', 'You have paused this feed.', { reason: 'paused' });
  if (feed?.fetch_status === 'stopped') throw feedStopped(feed.error_message);
};

/** The endpoints that start a job which belongs to no other capability's endpoints. */
export const startEndpoints = (
  ctx: JobContext & FeedsContext,
): HandlersOf<'fetchFeeds' | 'cleanupArticles'> => ({
  fetchFeeds: async ({ reader: { user_id }, body: { feed_id } }) => {
    if (feed_id !== undefined) await checkActive(ctx, user_id, feed_id);
    return startJob(ctx, user_id, 'fetch-feeds', { feedId: feed_id });
  },
  cleanupArticles: ({ reader: { user_id } }) => startJob(ctx, user_id, 'cleanup'),
});
