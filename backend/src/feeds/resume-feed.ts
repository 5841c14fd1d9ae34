import type { Feed } from '../model/feed/feed.ts';
import { isHealthy } from '../model/feed/feed-health.ts';
import type { SendFetch } from '../queues/messages.ts';
import { keepOnSchedule, toFetchMessage, type ScheduleContext } from '../refresh/schedule.ts';

export type ResumeFeedDeps = ScheduleContext & { sendFetch: SendFetch };

/** The shortest time between two requests to a publisher that readers may cause by resuming a feed. */
const SHORTEST_MS = 60_000;

/**
 * Puts a stopped or failing feed back on the schedule and requests a fetch now, or a minute after the last one, which
 * `next_fetch_at` says. Returns the feed as stored then. A healthy feed stays as it is.
 */
export type ResumeFeed = (feed: Feed) => Promise<Feed>;

const isDue = (feed: Feed, at: string): boolean =>
  feed.fetch_status === 'active' && feed.next_fetch_at !== null && feed.next_fetch_at <= at;

export const createResumeFeed =
  (deps: ResumeFeedDeps): ResumeFeed =>
  async (feed) => {
    const { feeds, sendFetch, now } = deps;
    const { feed_id, fetch_status, last_fetched_at } = feed;
    const time = now();
    const at = time.toISOString();
    if (fetch_status === 'active' && isHealthy(feed)) return feed;
    if (!isDue(feed, at)) {
      const soonest = last_fetched_at === null ? 0 : Date.parse(last_fetched_at) + SHORTEST_MS;
      const next_fetch_at = new Date(Math.max(time.getTime(), soonest)).toISOString();
      // The error stays visible until a fetch succeeds. Of several calls at the same time, one makes the change.
      await feeds.updateIfDueAt(feed_id, feed.next_fetch_at, {
        fetch_status: 'active',
        consecutive_errors: 0,
        failing_since: null,
        next_fetch_at,
      });
    }
    await keepOnSchedule(deps, feed_id);
    const resumed = (await feeds.get(feed_id)) ?? feed;
    // Of several messages for the same due time, only one gets the claim.
    if (resumed.next_fetch_at !== null && isDue(resumed, at))
      await sendFetch([toFetchMessage(resumed, resumed.next_fetch_at, time)]);
    return resumed;
  };
