import { digest } from '../../lib/digest.ts';
import type { Feed } from '../../model/feed/feed.ts';
import { intervalOf, type Pace } from '../../model/feed/fetch-interval.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SHORTEST_MINUTES = 30;
/** The shortest interval that a subscriber may choose. */
const SHORTEST_CHOSEN_MINUTES = 15;
const LONGEST_MINUTES = 24 * 60;
const JITTER = 0.1;

/** The values from which the time of a feed's next fetch is computed. A queue message carries them. */
export type FetchTerms = {
  interval_minutes: number;
  /** True if a subscriber chose the interval, which then holds to the minute. */
  is_chosen?: boolean | undefined;
  /** Hours of the day (UTC) in which the publisher wants no requests. */
  skip_hours?: readonly number[] | undefined;
};

/** Returns what decides the next fetch of a feed after one that is made now. */
export const fetchTerms = (feed: Pace & Pick<Feed, 'skip_hours'>, now: Date): FetchTerms => {
  const { minutes, reason } = intervalOf(feed, now);
  return {
    interval_minutes: minutes,
    ...(reason === 'chosen' ? { is_chosen: true } : {}),
    ...(feed.skip_hours === null ? {} : { skip_hours: feed.skip_hours }),
  };
};

const outsideOf = (skipHours: readonly number[], at: number): number => {
  for (let later = 0; later < 24; later++) {
    const moved = later === 0 ? at : Math.floor(at / HOUR_MS + later) * HOUR_MS;
    if (!skipHours.includes(new Date(moved).getUTCHours())) return moved;
  }
  return at;
};

/**
 * Returns the time at which a feed is due again: its interval from now. An automatic interval is moved by up to 10 % in
 * either direction, by feed and day, so that feeds added together do not stay together; a time in the hours in which the
 * publisher wants no requests moves to the end of them. The result is between 30 minutes, or 15 for a chosen interval,
 * and 24 hours from now.
 */
export const nextFetchAt = (feedId: string, terms: FetchTerms, now: Date): string => {
  const { interval_minutes, is_chosen = false, skip_hours = [] } = terms;
  const after = (minutes: number): number => {
    const shortest = is_chosen ? SHORTEST_CHOSEN_MINUTES : SHORTEST_MINUTES;
    const within = Math.min(Math.max(shortest, minutes), LONGEST_MINUTES);
    return now.getTime() + Math.round(within * MINUTE_MS);
  };
  if (is_chosen) return new Date(after(interval_minutes)).toISOString();
  const share = parseInt(digest(8, feedId, now.toISOString().slice(0, 10)), 16) / 0xffffffff;
  const due = outsideOf(skip_hours, after(interval_minutes * (1 - JITTER + 2 * JITTER * share)));
  return new Date(Math.min(due, after(LONGEST_MINUTES))).toISOString();
};
