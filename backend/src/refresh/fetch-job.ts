import type { Context } from '../model/context.ts';
import type { JobDefinition, Step } from '../jobs/job-definition.ts';
import { reportFetch } from '../jobs/job-reports.ts';
import { inBatches } from '../lib/lists.ts';
import type { Feed } from '../model/feed/feed.ts';
import {
  isOver,
  type Job,
  isComplete,
  pendingFeed,
  type FeedOutcome,
  type JobPart,
} from '../model/job/job.ts';
import type { FeedMessage } from '../queues/messages.ts';
import { toFeedMessage } from './schedule.ts';

/**
 * Number of feeds in one part of a job: their outcomes stay under 1 KB, so that recording some costs one write unit.
 */
export const FEEDS_PER_PART = 8;

type FetchFeedsContext = Pick<Context, 'feeds' | 'subscriptions' | 'jobs' | 'jobParts' | 'sendFetch' | 'now'>;

/** The fetches to request, by feed. */
type Requests = ReadonlyMap<string, FeedMessage>;

const skipped: FeedOutcome = { ...pendingFeed, outcome: 'skipped' };

/** Returns the outcome with which a feed enters a job. */
const firstOutcome = ({ feed_id, fetch_status, error_code }: Feed, requests: Requests): FeedOutcome =>
  fetch_status === 'stopped'
    ? { ...pendingFeed, outcome: 'stopped', error_code }
    : requests.has(feed_id)
      ? pendingFeed
      : skipped;

const pendingIn = ({ feeds }: JobPart): string[] =>
  Object.entries(feeds).flatMap(([feedId, { outcome }]) => (outcome === 'pending' ? [feedId] : []));

/** Returns the feeds that the reader has not paused, or the single requested one, in order of their ids. */
const feedsOf = async (ctx: FetchFeedsContext, job: Job): Promise<Feed[]> => {
  const followed = (await ctx.subscriptions.list(job.user_id)).filter(
    ({ feed_id, is_active }) => is_active && (job.feed_id === null || feed_id === job.feed_id),
  );
  const feeds = await ctx.feeds.getMany(followed.map(({ feed_id }) => feed_id));
  return feeds.toSorted((a, b) => (a.feed_id < b.feed_id ? -1 : 1));
};

/** Returns the fetches of feeds. A stopped feed gets none, nor does one off the schedule, whose claim would fail. */
const requestsFor = (feeds: Feed[], now: Date): Requests =>
  new Map(
    feeds.flatMap((feed): [string, FeedMessage][] =>
      feed.next_fetch_at === null || feed.fetch_status === 'stopped'
        ? []
        : [[feed.feed_id, toFeedMessage(feed, feed.next_fetch_at, now)]],
    ),
  );

const feedIdsIn = (parts: readonly JobPart[]): Set<string> =>
  new Set(parts.flatMap((part) => Object.keys(part.feeds)));

/** Returns new parts for the feeds that no existing part has. Feeds of an earlier run stay in their parts. */
const newParts = (job: Job, existing: JobPart[], feeds: Feed[], requests: Requests): JobPart[] => {
  const placed = feedIdsIn(existing);
  const rest = feeds.filter(({ feed_id }) => !placed.has(feed_id));
  const first = existing.reduce((last, { part }) => Math.max(last, part), -1) + 1;
  return inBatches(rest, FEEDS_PER_PART).map((own, at) => ({
    user_id: job.user_id,
    job_id: job.job_id,
    part: first + at,
    feeds: Object.fromEntries(own.map((feed) => [feed.feed_id, firstOutcome(feed, requests)])),
  }));
};

/** Records that feeds of existing parts are not fetched, because they have left the schedule or were deleted since. */
const skipLost = async (ctx: FetchFeedsContext, existing: JobPart[], requests: Requests): Promise<void> => {
  for (const part of existing) {
    const lost = pendingIn(part).filter((feedId) => !requests.has(feedId));
    if (lost.length > 0)
      await ctx.jobParts.setOutcomes(part, Object.fromEntries(lost.map((feedId) => [feedId, skipped])));
  }
};

/** Returns the messages for all feeds without an outcome. Each names the part that waits for it. */
const pendingFetches = (parts: JobPart[], requests: Requests): FeedMessage[] =>
  parts.flatMap((part) =>
    pendingIn(part).flatMap((feedId) => {
      const { user_id, job_id } = part;
      const request = requests.get(feedId);
      return request === undefined ? [] : [{ ...request, job: { user_id, job_id, part: part.part } }];
    }),
  );

/**
 * Sends the feeds of a job to the fetch queue, even if they are not due. A repeated run adds missing feeds and sends
 * pending ones again. The steps:
 *
 * 1. Put the feeds into parts, which will hold their outcomes.
 * 2. Store the total. From then on, the process that records the last outcome ends the job.
 * 3. Begin again if the job was widened to all feeds in the meantime.
 * 4. End the job if nothing is pending, otherwise send the fetches and leave the job waiting.
 */
const fetchFeeds = async (ctx: FetchFeedsContext, job: Job): Promise<Step> => {
  const { jobs, jobParts } = ctx;
  const { user_id, job_id } = job;
  const feeds = await feedsOf(ctx, job);
  const requests = requestsFor(feeds, ctx.now());
  const existing = await jobParts.list(user_id, job_id);
  const added = newParts(job, existing, feeds, requests);
  await jobParts.putAll(added);
  await skipLost(ctx, existing, requests);

  const total = feedIdsIn([...existing, ...added]).size;
  if ((await jobs.advance(job, { total })) === null) {
    const found = await jobs.get(user_id, job_id);
    const isWidened = found?.taken_by === job.taken_by && found.feed_id !== job.feed_id;
    return isWidened && !isOver(found) ? fetchFeeds(ctx, found) : { state: 'waiting', total };
  }
  const parts = existing.length === 0 ? added : await jobParts.list(user_id, job_id);
  if (parts.every(isComplete)) {
    const { done, result } = reportFetch(parts).summary;
    return { state: 'done', done, result };
  }
  await ctx.sendFetch(pendingFetches(parts, requests));
  return { state: 'waiting', total };
};

/** The job that fetches the reader's feeds, or a single one, and tells which are stopped. It ends when each feed has an outcome. */
export const fetchFeedsJob = (ctx: FetchFeedsContext): JobDefinition => ({
  run: (job) => fetchFeeds(ctx, job),
});
