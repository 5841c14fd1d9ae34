import type { FetchMessage, JobRef, SendFetch } from '../config/messages.ts';
import type { FeedStore } from '../feeds/feed.ts';
import type { SubscriptionStore } from '../feeds/subscription.ts';
import type { FeedOutcome, Job, JobPart, JobStore } from './job.ts';
import type { JobWorker } from './run-job.ts';

/** Feeds in one part of a job: their outcomes stay under 1 KB, so that recording some costs one write unit. */
const FEEDS_PER_PART = 10;

const pending: FeedOutcome = { outcome: 'pending', new_articles: 0, error_code: null };

/** Sends the reader's active feeds to the fetch queue, due or not, and leaves the job waiting for their outcomes. */
export const createFetchFeedsWorker =
  ({
    feeds,
    subscriptions,
    jobs,
    sendFetch,
  }: {
    feeds: Pick<FeedStore, 'getMany'>;
    subscriptions: Pick<SubscriptionStore, 'list'>;
    jobs: JobStore;
    sendFetch: SendFetch;
  }): JobWorker =>
  async ({ user_id, job_id }) => {
    const active = (await subscriptions.list(user_id)).filter(({ is_active }) => is_active);
    const due = (await feeds.getMany(active.map(({ feed_id }) => feed_id)))
      .filter(({ fetch_status }) => fetch_status === 'active')
      .toSorted((a, b) => (a.feed_id < b.feed_id ? -1 : 1));
    if (due.length === 0) return { state: 'done', done: 0, result: resultOf([]) };

    const standing = new Map((await jobs.listParts(user_id, job_id)).map((part) => [part.part, part]));
    const parts: JobPart[] = [];
    const messages: FetchMessage[] = [];
    for (const [index, { feed_id, url, next_fetch_at, fetch_interval_minutes }] of due.entries()) {
      const part = Math.floor(index / FEEDS_PER_PART);
      parts[part] ??= { user_id, job_id, part, feeds: {} };
      const before = standing.get(part)?.feeds[feed_id];
      parts[part].feeds[feed_id] = before ?? pending;
      if (next_fetch_at === null || (before !== undefined && before.outcome !== 'pending')) continue;
      const interval_minutes = fetch_interval_minutes;
      messages.push({ feed_id, url, next_fetch_at, interval_minutes, job: { user_id, job_id, part } });
    }
    await jobs.putParts(parts.filter(({ part }) => !standing.has(part)));
    await jobs.update(user_id, job_id, { state: 'running', total: due.length });
    await sendFetch(messages);
    return { state: 'waiting', total: due.length };
  };

const resultOf = (outcomes: FeedOutcome[]): Record<string, unknown> => ({
  feeds: outcomes.length,
  new_articles: outcomes.reduce((sum, { new_articles }) => sum + new_articles, 0),
  updated_feeds: outcomes.filter(({ outcome }) => outcome === 'updated').length,
  unchanged_feeds: outcomes.filter(({ outcome }) => outcome === 'unchanged' || outcome === 'skipped').length,
  failed_feeds: outcomes.filter(({ outcome }) => outcome === 'failed').length,
});

export type RecordOutcomes = (ref: JobRef, outcomes: Record<string, FeedOutcome>) => Promise<void>;

/** Records what became of feeds of one part of a job; whoever records the last one ends the job. */
export const createRecordOutcomes =
  ({ jobs }: { jobs: JobStore }): RecordOutcomes =>
  async ({ user_id, job_id, part }, outcomes) => {
    const recorded = await jobs.setOutcomes({ user_id, job_id, part }, outcomes);
    if (recorded === null || !isComplete(recorded)) return;
    const parts = await jobs.listParts(user_id, job_id);
    if (!parts.every(isComplete)) return;
    const all = outcomesOf(parts);
    await jobs.update(user_id, job_id, {
      state: 'done',
      done: all.length,
      total: all.length,
      result: resultOf(all),
    });
    await jobs.release({ user_id, job_id, kind: 'fetch-feeds' });
  };

const isComplete = ({ feeds }: JobPart): boolean =>
  Object.values(feeds).every(({ outcome }) => outcome !== 'pending');
const outcomesOf = (parts: JobPart[]): FeedOutcome[] => parts.flatMap(({ feeds }) => Object.values(feeds));

/** A running fetch job with its progress as its parts stand. */
export const withProgress = async (jobs: Pick<JobStore, 'listParts'>, job: Job): Promise<Job> => {
  if (job.kind !== 'fetch-feeds' || job.state !== 'running') return job;
  const outcomes = outcomesOf(await jobs.listParts(job.user_id, job.job_id));
  return { ...job, done: outcomes.filter(({ outcome }) => outcome !== 'pending').length };
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
