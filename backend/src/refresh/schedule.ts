import { digest } from '../lib/digest.ts';
import type { Context } from '../model/context.ts';
import { isHealthy, type Feed, type Subscriber } from '../model/feed/feed.ts';
import { intervalOf, type Pace, withFetch } from '../model/feed/fetches.ts';
import { isNewsletter } from '../model/feed/newsletter.ts';
import { strongestMode } from '../model/text/text-mode.ts';
import type { FeedMessage } from '../queues/messages.ts';

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

/**
 * Returns the queue message that requests a fetch. It holds the current due time and the values that decide the next
 * one.
 */
export const toFeedMessage = (feed: Feed, next_fetch_at: string, now: Date): FeedMessage => {
  const { skip_hours, ...terms } = fetchTerms(feed, now);
  return {
    kind: 'feed',
    feed_id: feed.feed_id,
    url: feed.url,
    next_fetch_at,
    ...terms,
    ...(skip_hours === undefined ? {} : { skip_hours: [...skip_hours] }),
    last_fetched_at: feed.last_fetched_at,
    fetch_days: withFetch(feed.fetch_days, now, 'unchanged'),
  };
};

/** The context for putting a feed in its place on the schedule. */
export type ScheduleContext = Pick<Context, 'feeds' | 'subscribers' | 'now'>;

const ATTEMPTS = 3;

/**
 * Updates a feed's place on the schedule after its subscribers changed. Its interval is the shortest that an active
 * subscriber chose, or the automatic one if that is shorter and one left it at that, and it holds from now on. A feed that was off the schedule is due at once; a feed without active
 * subscribers leaves the schedule. The feed also learns where its active subscribers want its texts from.
 */
export const keepOnSchedule = async (ctx: ScheduleContext, feedId: string): Promise<void> => {
  const { feeds } = ctx;
  const feed = await feeds.get(feedId);
  // The mails of a newsletter come by themselves.
  if (feed === null || isNewsletter(feed)) return;
  let active = await activeOf(ctx, feedId);
  if (active.length === 0 && feed.next_fetch_at !== null) {
    // A fetch leaves the hub first, which would go on calling.
    const next_fetch_at = feed.push === null ? null : ctx.now().toISOString();
    await feeds.update(feedId, { next_fetch_at });
    feed.next_fetch_at = next_fetch_at;
    // A reader who subscribed after the list was read found the feed still on the schedule, so read the list again.
    active = await activeOf(ctx, feedId);
  }
  if (active.length === 0) return;
  const chosen = active.flatMap(({ fetch_interval_minutes }) => fetch_interval_minutes ?? []);
  const fetch_interval_minutes = chosen.length === 0 ? null : chosen.reduce((a, b) => Math.min(a, b));
  const is_automatic_too = chosen.length > 0 && chosen.length < active.length;
  const wanted_text = strongestMode(active.map(({ text_mode }) => text_mode));
  const isOff = feed.next_fetch_at === null;
  const isInPlace =
    !isOff &&
    feed.fetch_interval_minutes === fetch_interval_minutes &&
    feed.is_automatic_too === is_automatic_too &&
    feed.wanted_text === wanted_text;
  const changed = isInPlace
    ? feed
    : await feeds.update(feedId, {
        fetch_interval_minutes,
        is_automatic_too,
        wanted_text,
        ...(isOff ? { next_fetch_at: ctx.now().toISOString() } : {}),
      });
  // Also if the feed is in its place: a call that was cut off may have written the interval alone.
  if (changed !== null) await bringForward(ctx, changed);
};

export const activeOf = async (
  { subscribers }: Pick<Context, 'subscribers'>,
  feedId: string,
): Promise<Subscriber[]> => (await subscribers.list(feedId)).filter(({ is_active }) => is_active);

/**
 * Moves the next fetch of a feed that works to the end of the interval that a reader chose, if it is planned later. A
 * fetch at the same time plans the next one by the former interval, so this looks again after one.
 */
const bringForward = async ({ feeds }: ScheduleContext, changed: Feed): Promise<void> => {
  let feed: Feed | null = changed;
  for (let attempt = 0; attempt < ATTEMPTS && feed !== null; attempt++) {
    const { feed_id, fetch_interval_minutes, last_fetched_at, next_fetch_at } = feed;
    if (fetch_interval_minutes === null || last_fetched_at === null || next_fetch_at === null) return;
    if (!isHealthy(feed)) return;
    const fetched = new Date(last_fetched_at);
    const due = nextFetchAt(feed_id, fetchTerms(feed, fetched), fetched);
    if (due >= next_fetch_at) return;
    if ((await feeds.updateIfDueAt(feed_id, next_fetch_at, { next_fetch_at: due })) !== null) return;
    feed = await feeds.get(feed_id);
  }
};
