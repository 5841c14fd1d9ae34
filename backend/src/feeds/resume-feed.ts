import type { Clock } from '../lib/clock.ts';
import type { Feed, FeedStore } from '../model/feed/feed.ts';
import type { SendFetch } from '../queues/messages.ts';
import { toFetchMessage } from '../refresh/schedule/fetch-request.ts';
import type { KeepOnSchedule } from '../refresh/schedule/schedule.ts';

export type ResumeFeedDeps = {
  feeds: Pick<FeedStore, 'get' | 'update'>;
  keepOnSchedule: KeepOnSchedule;
  sendFetch: SendFetch;
  now: Clock;
};

/** Puts a stopped feed back on the schedule and requests a fetch now. Returns the feed as stored then. */
export type ResumeFeed = (feed: Feed) => Promise<Feed>;

export const createResumeFeed =
  ({ feeds, keepOnSchedule, sendFetch, now }: ResumeFeedDeps): ResumeFeed =>
  async (feed) => {
    const { feed_id } = feed;
    const next_fetch_at = now().toISOString();
    // The error stays visible until a fetch succeeds.
    await feeds.update(feed_id, {
      fetch_status: 'active',
      consecutive_errors: 0,
      failing_since: null,
      next_fetch_at,
    });
    await keepOnSchedule(feed_id);
    await sendFetch([toFetchMessage(feed, next_fetch_at, now())]);
    return (await feeds.get(feed_id)) ?? feed;
  };
