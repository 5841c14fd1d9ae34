import { digest } from '../config/digest.ts';
import type { Feed } from '../feeds/feed.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SHORTEST_MINUTES = 30;
const LONGEST_MINUTES = 24 * 60;
const JITTER = 0.1;

/** The share of the time since the last change for which RFC 9111, 4.2.2, lets a cache take an answer for fresh. */
const HEURISTIC_FRESHNESS = 0.1;

export type Pace = Pick<
  Feed,
  'fetch_interval_minutes' | 'publisher_ttl_minutes' | 'feed_last_updated' | 'created_at'
>;

/**
 * Minutes until a feed is worth asking again, 30 to 1,440: what its most eager subscriber asked for, or longer where
 * the publisher asked for that, or where a tenth of the time since its last new article is longer.
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
 * When a feed is due again: its interval (minutes) from now, moved by up to 10 % either way, by feed and day, so that
 * feeds added together do not stay together; then out of the hours (UTC) in which its publisher wants to be left alone.
 * Between 30 minutes and 24 hours from now.
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
