import { isItemError } from '../lib/errors.ts';
import type { Feed } from '../model/feed/feed.ts';
import { withFetch } from '../model/feed/fetches.ts';
import type { FeedOutcome } from '../model/job/job.ts';
import type { OutboundResponse } from '../web/guard/guarded-fetch.ts';
import type { Page } from '../parser/pages/page-links.ts';
import type { Again } from '../queues/fetch-messages.ts';
import type { FeedMessage } from '../queues/messages.ts';
import { failureOfError, unprocessable, type Failure } from './failure.ts';
import {
  recordFailed,
  recordUnchanged,
  recordUpdated,
  reportFacts,
  type ReportContext,
} from './record-fetch.ts';
import type { TakenIn } from './intake/ingest.ts';
import { EmptyListingError, readDocument, type ReadContext } from '../discovery/read-document.ts';
import { isSameDocument, requestDocument, waitForTurn, type RequestContext } from './request-document.ts';
import { keepHub, leaveHub, type HubContext } from './ask-hub.ts';
import { activeOf, fetchTerms, keepOnSchedule, nextFetchAt, type ScheduleContext } from './schedule.ts';
import { bringLeftOut, takeDocument, type BringLeftOutContext, type TakeContext } from './take-document.ts';

/** The context for refreshing a feed. */
export type RefreshContext = RequestContext &
  ReadContext &
  TakeContext &
  ScheduleContext &
  ReportContext &
  BringLeftOutContext &
  HubContext;

/** The outcome of the fetch; null if scoring reports it later, after writing the entries. */
export type RefreshResult = FeedOutcome | null;

/**
 * Refreshes one feed:
 *
 * 1. Take the turn of its host. If it has not come, the message waits for it.
 * 2. Claim the feed. A lost claim counts as success.
 * 3. Request the document, with the ETag and date of the last one.
 * 4. If the document is the same as before, record just that.
 * 5. Otherwise parse it, and take in its articles, icon and snapshot.
 * 6. Record the fetch with the feed, have a job bring what was left out, keep its subscription at a hub, and report it.
 *
 * A failure of the feed is recorded and not thrown. A thrown error is a fault of the system, and the queue delivers the
 * message again.
 */
export const refreshFeed = async (
  ctx: RefreshContext,
  message: FeedMessage,
  messageId: string,
): Promise<Again<FeedMessage> | { outcome: RefreshResult }> => {
  const wait_ms = await waitForTurn(ctx, message);
  return wait_ms > 0 ? { message, wait_ms } : { outcome: await fetchInTurn(ctx, message, messageId) };
};

/** Steps 2 to 6. */
const fetchInTurn = async (
  ctx: RefreshContext,
  message: FeedMessage,
  messageId: string,
): Promise<RefreshResult> => {
  const started = ctx.now();
  // A new subscriber needs the articles that the feed knows too.
  const isWhole = message.new_subscriber !== undefined;
  const feed = await claim(ctx, message, messageId, started);
  if (feed === null || (await hasLeft(ctx, feed))) return outcomeOf('skipped');
  const fail = async (
    failure: Failure,
    status: number | null,
    learnt: Partial<Feed> = {},
  ): Promise<FeedOutcome> => {
    await recordFailed(ctx, feed, failure, message.last_fetched_at ?? null, learnt);
    reportFacts(ctx, feed, started, { status, outcome: 'failed', error_code: failure.code });
    return outcomeOf('failed', { error_code: failure.code });
  };

  const answer = await requestDocument(ctx, feed, isWhole);
  if (answer.is_failed) return fail(answer.failure, answer.status);
  const { response } = answer;
  const { status } = response;

  if (isSameDocument(feed, response, isWhole)) {
    await recordUnchanged(ctx.feeds, feed, response);
    reportFacts(ctx, feed, started, { status, outcome: 'unchanged' });
    await keepHub(ctx, feed);
    return outcomeOf('unchanged');
  }

  let taken: TakenIn;
  try {
    taken = await takeIn(ctx, feed, response, { message, messageId, started });
  } catch (error) {
    const learnt = error instanceof EmptyListingError ? { source: error.source } : {};
    return fail(failureOfDocument(ctx, feed, error), status, learnt);
  }
  reportFacts(ctx, feed, started, {
    status,
    outcome: 'updated',
    items_upserted: taken.new_articles + taken.changed_articles,
    items_left_out: taken.left_out,
  });
  return taken.is_sent ? null : outcomeOf('unchanged', taken);
};

/**
 * Claims the feed. Returns null if another message has the claim. That one takes in new articles only; a message for a
 * new subscriber, who needs the existing ones too, goes on without the claim.
 */
const claim = async (
  { feeds }: RefreshContext,
  message: FeedMessage,
  messageId: string,
  started: Date,
): Promise<Feed | null> => {
  const { feed_id, next_fetch_at } = message;
  const claimed = await feeds.claim({
    feed_id,
    claimed_by: messageId,
    seen_next_fetch_at: next_fetch_at,
    now: started.toISOString(),
    next_fetch_at: nextFetchAt(feed_id, message, started),
    fetch_days: message.fetch_days,
  });
  return claimed ?? (message.new_subscriber === undefined ? null : feeds.get(feed_id));
};

/**
 * Leaves the hub of a feed that nobody follows any more, and takes it off the schedule, on which it stayed for this. Returns
 * false for any other feed.
 */
const hasLeft = async (ctx: RefreshContext, feed: Feed): Promise<boolean> => {
  if (feed.push === null || (await activeOf(ctx, feed.feed_id)).length > 0) return false;
  await leaveHub(ctx, feed);
  await keepOnSchedule(ctx, feed.feed_id);
  return true;
};

const outcomeOf = (
  outcome: FeedOutcome['outcome'],
  figures: Partial<Pick<FeedOutcome, 'error_code' | 'total' | 'left_out' | 'unprocessable'>> = {},
): FeedOutcome => {
  const { error_code = null, total = null, left_out = 0, unprocessable: broken = 0 } = figures;
  const unchanged = total === null ? null : Math.max(0, total - left_out);
  return { outcome, total, new_articles: 0, unchanged, left_out, unprocessable: broken, error_code };
};

type Fetch = { message: FeedMessage; messageId: string; started: Date };

/**
 * Returns the time of the next fetch of a feed after a new document; null if the claim has planned it by the same
 * interval, or another message has the claim.
 */
const plannedAgain = (feed: Feed, { message, messageId, started }: Fetch): string | null => {
  const terms = fetchTerms(feed, started);
  return feed.claimed_by !== messageId || terms.interval_minutes === message.interval_minutes
    ? null
    : nextFetchAt(feed.feed_id, terms, started);
};

const pageOf = ({ body, headers, url }: OutboundResponse): Page => ({
  bytes: body,
  contentType: headers['content-type'] ?? null,
  url,
});

/** Steps 5 and 6 for a new document. */
const takeIn = async (
  ctx: RefreshContext,
  feed: Feed,
  response: OutboundResponse,
  fetch: Fetch,
): Promise<TakenIn> => {
  const { started } = fetch;
  const { job, new_subscriber } = fetch.message;
  const { parsed, source } = await readDocument(ctx, feed, pageOf(response));
  const recipients = { job, newSubscriber: new_subscriber };
  const { taken, changes } = await takeDocument(ctx, feed, { response, parsed, source }, started, recipients);
  const arrived = taken.new_articles > 0 ? { feed_last_updated: started.toISOString() } : {};
  const next = plannedAgain({ ...feed, ...changes, ...arrived }, fetch);
  const fetch_days = withFetch(feed.fetch_days, started, taken.new_articles > 0 ? 'new' : 'unchanged');
  await recordUpdated(ctx.feeds, feed, response, { ...changes, fetch_days }, next);
  await bringLeftOut(ctx, feed.feed_id, taken, new_subscriber);
  await keepHub(ctx, feed, changes.push);
  return taken;
};

/**
 * Returns the failure for an error while a document was taken in; throws the error if it is a fault of the system. A
 * document that makes the parsing code throw would do so again, so this is a failure of the feed.
 */
const failureOfDocument = ({ log }: RefreshContext, { feed_id }: Feed, error: unknown): Failure => {
  const failure = failureOfError(error);
  if (failure !== null) return failure;
  if (!isItemError(error)) throw error;
  log.error('feed cannot be taken in', { feed_id, error });
  return unprocessable;
};
