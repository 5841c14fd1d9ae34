import type { Clock } from '../config/log.ts';
import type { FetchMessage, JobRef, SendFetch } from '../config/messages.ts';
import type { FeedStore } from '../feeds/feed.ts';
import type { SubscriptionStore } from '../feeds/subscription.ts';
import { toFetchMessage } from '../refresh/fetch-request.ts';
import type { FeedOutcome, JobPart, JobStore } from './job.ts';
import { LEASE_MS } from './lease.ts';
import { isComplete, outcomeOfJob } from './progress.ts';
import type { JobWorker } from './run-job.ts';

/** Feeds in one part of a job: their outcomes stay under 1 KB, so that recording some costs one write unit. */
const FEEDS_PER_PART = 10;

const pending: FeedOutcome = { outcome: 'pending', new_articles: 0, error_code: null };
const skipped: FeedOutcome = { ...pending, outcome: 'skipped' };

const pendingIn = ({ feeds }: JobPart): string[] =>
  Object.entries(feeds).flatMap(([feedId, { outcome }]) => (outcome === 'pending' ? [feedId] : []));

/** Sends the reader's active feeds to the fetch queue, due or not, and leaves the job waiting for their outcomes. */
export const createFetchFeedsWorker = ({
  feeds,
  subscriptions,
  jobs,
  sendFetch,
  now,
}: {
  feeds: Pick<FeedStore, 'getMany'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  jobs: JobStore;
  sendFetch: SendFetch;
  now: Clock;
}): JobWorker => ({
  run: async ({ user_id, job_id, kind }) => {
    const active = (await subscriptions.list(user_id)).filter(({ is_active }) => is_active);
    const due = (await feeds.getMany(active.map(({ feed_id }) => feed_id)))
      .filter(({ fetch_status }) => fetch_status === 'active')
      .toSorted((a, b) => (a.feed_id < b.feed_id ? -1 : 1));

    // What is asked for now; a feed off the schedule would refuse its fetch, and one gone meanwhile has none.
    const requests = new Map(
      due.flatMap((feed): [string, FetchMessage][] =>
        feed.next_fetch_at === null ? [] : [[feed.feed_id, toFetchMessage(feed, feed.next_fetch_at, now())]],
      ),
    );
    const asked = (feedId: string): FeedOutcome => (requests.has(feedId) ? pending : skipped);

    // Parts that stand were written by this message before: their feeds keep their place.
    const standing = await jobs.listParts(user_id, job_id);
    const placed = new Set(standing.flatMap((part) => Object.keys(part.feeds)));
    const rest = due.map(({ feed_id }) => feed_id).filter((feedId) => !placed.has(feedId));
    const first = Math.max(-1, ...standing.map(({ part }) => part)) + 1;
    const added = Array.from({ length: Math.ceil(rest.length / FEEDS_PER_PART) }, (_, at): JobPart => {
      const own = rest.slice(at * FEEDS_PER_PART, (at + 1) * FEEDS_PER_PART);
      const outcomes = Object.fromEntries(own.map((feedId) => [feedId, asked(feedId)]));
      return { user_id, job_id, part: first + at, feeds: outcomes };
    });
    await jobs.putParts(added);
    for (const part of standing) {
      const lost = pendingIn(part).filter((feedId) => !requests.has(feedId));
      if (lost.length > 0)
        await jobs.setOutcomes(part, Object.fromEntries(lost.map((feedId) => [feedId, skipped])));
    }

    const parts = standing.length === 0 ? added : await jobs.listParts(user_id, job_id);
    const outcome = outcomeOfJob({ kind }, parts);
    // Nothing is left that would end the job.
    if (parts.every(isComplete)) return { state: 'done', done: outcome.done, result: outcome.result };
    const { total } = outcome;
    if ((await jobs.update(user_id, job_id, { state: 'running', total })) === null)
      return { state: 'waiting', total };
    await sendFetch(
      parts.flatMap((part) =>
        pendingIn(part).flatMap((feedId) => {
          const request = requests.get(feedId);
          return request === undefined ? [] : [{ ...request, job: { user_id, job_id, part: part.part } }];
        }),
      ),
    );
    return { state: 'waiting', total };
  },
});

export type RecordOutcomes = (ref: JobRef, outcomes: Record<string, FeedOutcome>) => Promise<void>;

/** Records what became of feeds of one part of a job; whoever records the last one ends the job. */
export const createRecordOutcomes =
  ({ jobs, now }: { jobs: JobStore; now: Clock }): RecordOutcomes =>
  async ({ user_id, job_id, part }, outcomes) => {
    const recorded = await jobs.setOutcomes({ user_id, job_id, part }, outcomes);
    if (recorded === null || !isComplete(recorded)) return;
    const [job, parts] = await Promise.all([jobs.get(user_id, job_id), jobs.listParts(user_id, job_id)]);
    if (job === null) return;
    if (!parts.every(isComplete)) {
      await jobs.extendLease(job, new Date(now().getTime() + LEASE_MS).toISOString());
      return;
    }
    await jobs.update(user_id, job_id, { state: 'done', ...outcomeOfJob(job, parts) });
    await jobs.release(job);
  };

export type FetchResult = { message: FetchMessage; outcome: FeedOutcome | null };

/** After a batch of fetches: one write for each part of a job, not one for each feed. */
export const createReportFetches =
  (recordOutcomes: RecordOutcomes) =>
  async (results: FetchResult[]): Promise<void> => {
    const byPart = new Map<string, { ref: JobRef; outcomes: Record<string, FeedOutcome> }>();
    for (const { message, outcome } of results) {
      if (message.job === undefined || outcome === null) continue;
      const key = `${message.job.job_id}#${message.job.part}`;
      const group = byPart.get(key) ?? { ref: message.job, outcomes: {} };
      group.outcomes[message.feed_id] = outcome;
      byPart.set(key, group);
    }
    for (const { ref, outcomes } of byPart.values()) await recordOutcomes(ref, outcomes);
  };

export type ReportScored = (
  feedId: string,
  job: (JobRef & { new_articles: number }) | undefined,
) => Promise<void>;

/** After scoring: the feed's articles have reached the reader's lists. */
export const createReportScored =
  (recordOutcomes: RecordOutcomes): ReportScored =>
  async (feedId, job) => {
    if (job === undefined) return;
    const { new_articles, ...ref } = job;
    await recordOutcomes(ref, { [feedId]: { outcome: 'updated', new_articles, error_code: null } });
  };
