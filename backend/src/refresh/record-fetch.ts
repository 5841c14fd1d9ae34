import type { FeedErrorCode } from '../contract/index.ts';
import { afterRedirects } from '../discovery/requests.ts';
import type { Context } from '../model/context.ts';
import { withFetch } from '../model/feed/fetches.ts';
import { feedIdOf } from '../model/feed/feed-url.ts';
import { type Feed, type FeedStore, healthy, isHealthy } from '../model/feed/feed.ts';
import type { OutboundResponse } from '../web/guard/guarded-fetch.ts';
import { afterFailure, type Failure } from './failure.ts';
import { newValidators } from './request-document.ts';
import { keepOnSchedule, type ScheduleContext } from './schedule.ts';

/** The facts of one fetch for the log line and the metrics. */
export type FetchFacts = {
  feed_id: string;
  /** The host is the only part of the address that is reported, because any other part may hold a reader's secret. */
  host: string;
  /** The HTTP status; null if no response came. */
  status: number | null;
  duration_ms: number;
  outcome: 'updated' | 'unchanged' | 'failed';
  error_code: FeedErrorCode | null;
  items_upserted: number;
  /** Number of new items above the limit of one fetch, plus the items that could not be read or stored. */
  items_left_out: number;
};

/** Receives the facts of each fetch; must not throw. */
export type ObserveFetch = (facts: FetchFacts) => void;

type Feeds = Pick<FeedStore, 'putAlias' | 'update' | 'updateIfDueAt'>;

/**
 * Records a fetch that brought a new document; `changes` is what the document says. A `nextFetchAt` that is not null
 * replaces the planned time, unless that has changed since the feed was claimed.
 */
export const recordUpdated = async (
  feeds: Feeds,
  feed: Feed,
  response: OutboundResponse,
  changes: Partial<Feed>,
  nextFetchAt: string | null,
): Promise<void> => write(feeds, feed, { ...changes, ...afterRedirects(feed, response) }, nextFetchAt);

/** Records a fetch that brought nothing new, at no write if the feed stays as it is. */
export const recordUnchanged = async (
  feeds: Feeds,
  feed: Feed,
  response: OutboundResponse,
): Promise<void> => {
  const changes = { ...afterRedirects(feed, response), ...newValidators(feed, response) };
  if (Object.keys(changes).length > 0 || !isHealthy(feed))
    await write(feeds, feed, { ...healthy, ...changes });
};

// Write the alias first: an alias without its feed does no harm, but a moved feed without an alias could be created a
// second time.
const write = async (
  feeds: Feeds,
  { feed_id, next_fetch_at: planned }: Feed,
  changes: Partial<Feed>,
  next_fetch_at: string | null = null,
): Promise<void> => {
  if (changes.url !== undefined) await feeds.putAlias(feedIdOf(changes.url), feed_id);
  const written =
    next_fetch_at === null
      ? null
      : await feeds.updateIfDueAt(feed_id, planned, { ...changes, next_fetch_at });
  if (written === null) await feeds.update(feed_id, changes);
};

/** Records a fetch that failed; `lastFetchedAt` is the time of the fetch before, `learnt` what to note beside it. */
export const recordFailed = async (
  ctx: ScheduleContext,
  feed: Feed,
  failure: Failure,
  lastFetchedAt: string | null,
  learnt: Partial<Feed>,
): Promise<void> => {
  const last_success_at = isHealthy(feed) ? lastFetchedAt : feed.last_success_at;
  const at = ctx.now();
  await ctx.feeds.update(feed.feed_id, {
    ...afterFailure(feed, failure, at),
    ...learnt,
    last_success_at,
    fetch_days: withFetch(feed.fetch_days, at, 'failed'),
  });
  // The last subscriber may have left in the meantime.
  await keepOnSchedule(ctx, feed.feed_id);
};

/** `observeFetch` receives the facts of every fetch. */
export type ReportContext = Pick<Context, 'log' | 'now'> & { observeFetch?: ObserveFetch };

/** Logs the facts of a fetch that began at `started`, a failed one as a warning, and gives them to the metrics. */
export const reportFacts = (
  { log, observeFetch, now }: ReportContext,
  feed: Feed,
  started: Date,
  what: Pick<FetchFacts, 'status' | 'outcome'> & Partial<FetchFacts>,
): void => {
  const facts: FetchFacts = {
    feed_id: feed.feed_id,
    host: new URL(feed.url).host,
    duration_ms: now().getTime() - started.getTime(),
    error_code: null,
    items_upserted: 0,
    items_left_out: 0,
    ...what,
  };
  log[facts.outcome === 'failed' ? 'warn' : 'info']('fetched', facts);
  observeFetch?.(facts);
};
