import type { IntervalReason, NextFetchReason, FetchDayOutcome } from '../../contract/index.ts';
import { isHealthy, type Feed } from './feed.ts';

const MINUTE_MS = 60_000;
const LONGEST_MINUTES = 24 * 60;
/** The automatic interval of a feed that often has new articles. */
const USUAL_MINUTES = 60;

/** Fraction of the time since the last change for which a cache may treat a response as fresh (RFC 9111, 4.2.2). */
const HEURISTIC_FRESHNESS = 0.1;

export type Pace = Pick<
  Feed,
  'fetch_interval_minutes' | 'publisher_ttl_minutes' | 'feed_last_updated' | 'created_at'
> &
  Partial<Pick<Feed, 'is_automatic_too' | 'push'>>;

/** The minutes between two fetches of a feed that works, with the reason for them. */
type Interval = { minutes: number; reason: Exclude<IntervalReason, 'another_reader'> };

/** A time is planned up to a tenth later than its interval says, and must not be later than the end of a lease. */
const LATEST = 1.1;

/**
 * Returns the interval of a feed, 15 to 1,440 minutes. While its hub tells of news the feed is fetched once a day, or when
 * the lease ends if that is sooner.
 */
export const intervalOf = (feed: Pace, now: Date): Interval => {
  const own = ownInterval(feed, now);
  const leaseMs = Date.parse(feed.push?.until ?? '') - now.getTime();
  const minutes = Math.min(Math.floor(leaseMs / MINUTE_MS / LATEST), LONGEST_MINUTES);
  return minutes > own.minutes ? { minutes, reason: 'hub' } : own;
};

/**
 * Returns the interval that a feed has without a hub, 15 to 1,440 minutes. An interval that a subscriber chose holds, unless
 * another one left it to the service and the automatic one is shorter.
 */
const ownInterval = (feed: Pace, now: Date): Interval => {
  const { fetch_interval_minutes: minutes, is_automatic_too: isAutomaticToo = false } = feed;
  const automatic = automaticOf(feed, now);
  if (minutes === null || (isAutomaticToo && automatic.minutes < minutes)) return automatic;
  return { minutes, reason: 'chosen' };
};

/**
 * Returns the automatic interval, 60 to 1,440 minutes: the longest of an hour, the interval that the publisher asks for,
 * and a tenth of the time since the last new article.
 */
const automaticOf = (feed: Pace, now: Date): Interval => {
  const idleMs = Math.max(0, now.getTime() - Date.parse(feed.feed_last_updated ?? feed.created_at));
  const idle = Math.floor((idleMs * HEURISTIC_FRESHNESS) / MINUTE_MS);
  const asked = feed.publisher_ttl_minutes ?? 0;
  const longest = Math.max(USUAL_MINUTES, asked, idle);
  const minutes = Math.min(longest, LONGEST_MINUTES);
  if (longest === USUAL_MINUTES) return { minutes, reason: 'usual' };
  return {
    minutes,
    reason: asked >= Math.min(idle, LONGEST_MINUTES) ? 'publisher_asks' : 'publishes_rarely',
  };
};

/** Returns why the next fetch of a feed is at its time; null if none is planned. */
export const nextFetchReason = (feed: Feed): NextFetchReason | null => {
  if (feed.fetch_status === 'stopped' || feed.next_fetch_at === null) return null;
  if (feed.last_fetched_at === null) return 'first';
  if (isHealthy(feed)) return 'interval';
  return feed.is_asked_to_wait || feed.error_code === 'rate_limited' ? 'asked_to_wait' : 'failing';
};

const DAY_MS = 86_400_000;
/** Number of days that are kept, the last one being that of the latest fetch. */
const KEPT = 30;

/** In the order in which a later one of the same day replaces an earlier one: what came is worth more than a failure. */
const outcomes = ['none', 'unchanged', 'failed', 'new'] as const satisfies readonly FetchDayOutcome[];

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

type Days = { last: number; ranks: number[] };

const FORM = /^([0-9a-z]{1,6}):([0-9a-f]{15})$/;

/** Reads days as they are stored; anything else is no days. */
const decode = (stored: string | null): Days | null => {
  const [, last, digits] = FORM.exec(stored ?? '') ?? [];
  if (last === undefined || digits === undefined) return null;
  const ranks = Array.from(digits, (digit) => parseInt(digit, 16)).flatMap((two) => [two >> 2, two & 3]);
  return { last: parseInt(last, 36), ranks };
};

/** Writes days as the number of the last one, and two days in each of 15 hex digits, which takes some 20 bytes. */
const encode = ({ last, ranks }: Days): string => {
  const digits = Array.from({ length: KEPT / 2 }, (_, at) =>
    (((ranks[2 * at] ?? 0) << 2) | (ranks[2 * at + 1] ?? 0)).toString(16),
  );
  return `${last.toString(36)}:${digits.join('')}`;
};

/** Returns the days up to this one, those between without a fetch. A clock that went back changes nothing. */
const upTo = (days: Days | null, day: number): Days => {
  if (days === null) return { last: day, ranks: Array.from({ length: KEPT }, () => 0) };
  const later = Math.min(KEPT, Math.max(0, day - days.last));
  return {
    last: Math.max(day, days.last),
    ranks: [...days.ranks.slice(later), ...Array.from({ length: later }, () => 0)],
  };
};

/** Returns the days of a feed with the outcome of a fetch at this time, in UTC. */
export const withFetch = (
  stored: string | null,
  at: Date,
  outcome: Exclude<FetchDayOutcome, 'none'>,
): string => {
  const { last, ranks } = upTo(decode(stored), dayOf(at));
  const rank = Math.max(ranks.at(-1) ?? 0, outcomes.indexOf(outcome));
  return encode({ last, ranks: [...ranks.slice(0, -1), rank] });
};

/** Returns the outcome of each of the last 30 days in UTC, the earliest first, this one last. */
export const fetchDays = (stored: string | null, now: Date): { day: string; outcome: FetchDayOutcome }[] => {
  const { last, ranks } = upTo(decode(stored), dayOf(now));
  return ranks.map((rank, at) => ({
    day: new Date((last - KEPT + 1 + at) * DAY_MS).toISOString().slice(0, 10),
    outcome: outcomes[rank] ?? 'none',
  }));
};
