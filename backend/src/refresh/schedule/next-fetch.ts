import { digest } from '../../lib/digest.ts';
import type { Feed } from '../../model/feed/feed.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SHORTEST_MINUTES = 30;
const LONGEST_MINUTES = 24 * 60;
const JITTER = 0.1;

/** Fraction of the time since the last change for which a cache may treat a response as fresh (RFC 9111, 4.2.2). */
const HEURISTIC_FRESHNESS = 0.1;

export type Pace = Pick<
  Feed,
  'fetch_interval_minutes' | 'publisher_ttl_minutes' | 'feed_last_updated' | 'created_at'
>;

/**
 * Returns the minutes until the next fetch of a feed, 30 to 1,440. It is the longest of the smallest interval that a
 * subscriber asked for, the interval that the publisher asked for, and a tenth of the time since the last new article.
 */
export const intervalOf = (feed: Pace, now: Date): number => {
  const idleMs = Math.max(0, now.getTime() - Date.parse(feed.feed_last_updated ?? feed.created_at));
  const wanted = Math.max(
    feed.fetch_interval_minutes,
    feed.publisher_ttl_minutes ?? 0,
    Math.floor((idleMs * HEURISTIC_FRESHNESS) / MINUTE_MS),
  );
  return Math.min(Math.max(wanted, SHORTEST_MINUTES), LONGEST_MINUTES);
};

const outsideOf = (skipHours: readonly number[], at: number): number => {
  for (let later = 0; later < 24; later++) {
    const moved = later === 0 ? at : Math.floor(at / HOUR_MS + later) * HOUR_MS;
    if (!skipHours.includes(new Date(moved).getUTCHours())) return moved;
  }
  return at;
};

/**
 * Returns the time at which a feed is due again: its interval (minutes) from now, moved by up to 10 % in either
 * direction. The move depends on feed and day, so that feeds added together do not stay together. A time in the hours
 * (UTC) in which the publisher wants no requests moves to the end of them. The result is between 30 minutes and 24
 * hours from now.
 */
export const nextFetchAt = (
  feedId: string,
  intervalMinutes: number,
  now: Date,
  skipHours: readonly number[] = [],
): string => {
  const share = parseInt(digest(8, feedId, now.toISOString().slice(0, 10)), 16) / 0xffffffff;
  const minutes = Math.min(
    Math.max(SHORTEST_MINUTES, intervalMinutes * (1 - JITTER + 2 * JITTER * share)),
    LONGEST_MINUTES,
  );
  const due = outsideOf(skipHours, now.getTime() + Math.round(minutes * MINUTE_MS));
  return new Date(Math.min(due, now.getTime() + LONGEST_MINUTES * MINUTE_MS)).toISOString();
};
