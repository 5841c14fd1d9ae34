import type { Clock } from '../lib/clock.ts';
import type { FetchMessage, SendFetch } from '../queues/messages.ts';
import type { FeedStore } from '../model/feed/feed.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import { toFetchMessage } from './schedule/fetch-request.ts';
import {
  isOver,
  pendingFeed,
  type FeedOutcome,
  type Job,
  type JobPart,
  type JobStore,
} from '../model/job/job.ts';
import { isComplete, outcomeOfJob } from '../jobs/progress.ts';
import type { JobWorker, Step } from '../jobs/run-job.ts';

/**
 * Number of feeds in one part of a job: their outcomes stay under 1 KB, so that recording some costs one write unit.
 */
export const FEEDS_PER_PART = 8;

const skipped: FeedOutcome = { ...pendingFeed, outcome: 'skipped' };

const pendingIn = ({ feeds }: JobPart): string[] =>
  Object.entries(feeds).flatMap(([feedId, { outcome }]) => (outcome === 'pending' ? [feedId] : []));

/**
 * Sends the reader's active feeds, or the single requested one, to the fetch queue, even if they are not due, and
 * leaves the job waiting for their outcomes. A repeated run adds missing feeds and sends pending ones again.
 */
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
}): JobWorker => {
  const run = async (job: Job): Promise<Step> => {
    const { user_id, job_id } = job;
    const active = (await subscriptions.list(user_id)).filter(
      ({ feed_id, is_active }) => is_active && (job.feed_id === null || feed_id === job.feed_id),
    );
    const due = (await feeds.getMany(active.map(({ feed_id }) => feed_id)))
      .filter(({ fetch_status }) => fetch_status === 'active')
      .toSorted((a, b) => (a.feed_id < b.feed_id ? -1 : 1));

    // The fetches to request now. A feed that is off the schedule gets none, because its claim would fail; a deleted
    // feed gets none either.
    const requests = new Map(
      due.flatMap((feed): [string, FetchMessage][] =>
        feed.next_fetch_at === null ? [] : [[feed.feed_id, toFetchMessage(feed, feed.next_fetch_at, now())]],
      ),
    );
    const asked = (feedId: string): FeedOutcome => (requests.has(feedId) ? pendingFeed : skipped);

    // Existing parts were written by an earlier run: their feeds stay in them.
    const existing = await jobs.listParts(user_id, job_id);
    const placed = new Set(existing.flatMap((part) => Object.keys(part.feeds)));
    const rest = due.map(({ feed_id }) => feed_id).filter((feedId) => !placed.has(feedId));
    const first = existing.reduce((last, { part }) => Math.max(last, part), -1) + 1;
    const added = Array.from({ length: Math.ceil(rest.length / FEEDS_PER_PART) }, (_, at): JobPart => {
      const own = rest.slice(at * FEEDS_PER_PART, (at + 1) * FEEDS_PER_PART);
      const outcomes = Object.fromEntries(own.map((feedId) => [feedId, asked(feedId)]));
      return { user_id, job_id, part: first + at, feeds: outcomes };
    });
    await jobs.putParts(added);
    for (const part of existing) {
      const lost = pendingIn(part).filter((feedId) => !requests.has(feedId));
      if (lost.length > 0)
        await jobs.setOutcomes(part, Object.fromEntries(lost.map((feedId) => [feedId, skipped])));
    }

    const total = placed.size + rest.length;
    // Store the total before reading the parts: from now on, the process that records the last outcome ends the job.
    if ((await jobs.advance(job, { total })) === null) {
      const found = await jobs.get(user_id, job_id);
      const isWidened = found?.taken_by === job.taken_by && found.feed_id !== job.feed_id;
      return isWidened && !isOver(found) ? run(found) : { state: 'waiting', total };
    }
    const parts = existing.length === 0 ? added : await jobs.listParts(user_id, job_id);
    if (parts.every(isComplete)) {
      const { done, result } = outcomeOfJob(job, parts);
      return { state: 'done', done, result };
    }
    await sendFetch(
      parts.flatMap((part) =>
        pendingIn(part).flatMap((feedId) => {
          const request = requests.get(feedId);
          return request === undefined ? [] : [{ ...request, job: { user_id, job_id, part: part.part } }];
        }),
      ),
    );
    return { state: 'waiting', total };
  };
  return { run };
};
