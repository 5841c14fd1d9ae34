import { createHash } from 'node:crypto';
import { isItemError } from '../lib/item-error.ts';
import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import type { FetchMessage } from '../queues/messages.ts';
import type { Feed, FeedStore } from '../model/feed/feed.ts';
import { feedIdOf } from '../model/feed/feed-url.ts';
import { healthy, isHealthy } from '../model/feed/feed-health.ts';
import type { RenewIcon } from '../icons/icon.ts';
import type { KeepOnSchedule } from './schedule/schedule.ts';
import type { FeedOutcome } from '../model/job/job-part.ts';
import type { GuardedFetch, OutboundResponse } from '../outbound/guard/guarded-fetch.ts';
import { afterFailure, failureOfError, failureOfResponse, type Failure } from './failure.ts';
import type { FetchFacts, ObserveFetch } from './fetch-facts.ts';
import { webAddress } from './identify.ts';
import { nextFetchAt } from './schedule/next-fetch.ts';
import type { ParsedFeed, ParseFeed } from '../parser/fields/parsed-feed.ts';
import { afterRedirects } from '../discovery/permanent-move.ts';
import { publisherFacts } from './publisher-facts.ts';
import type { TakeSnapshot } from '../model/feed/snapshot.ts';
import type { createIngest, TakenIn } from './ingest.ts';

export type RefreshDeps = {
  feeds: Pick<FeedStore, 'claim' | 'get' | 'putAlias' | 'update'>;
  fetch: GuardedFetch;
  parse: ParseFeed;
  keepOnSchedule: KeepOnSchedule;
  ingest: ReturnType<typeof createIngest>;
  renewIcon: RenewIcon;
  takeSnapshot: TakeSnapshot;
  now: Clock;
  log: Log;
  observe: ObserveFetch;
};

/** The outcome of the fetch; null if scoring reports it later, after writing the entries. */
export type RefreshResult = FeedOutcome | null;

const outcomeOf = (
  outcome: FeedOutcome['outcome'],
  {
    error_code = null,
    total = null,
    left_out = 0,
    unprocessable = 0,
  }: Partial<Pick<FeedOutcome, 'error_code' | 'total' | 'left_out' | 'unprocessable'>> = {},
): FeedOutcome => {
  const unchanged = total === null ? null : Math.max(0, total - left_out);
  return { outcome, total, new_articles: 0, unchanged, left_out, unprocessable, error_code };
};

const unprocessable: Failure = {
  code: 'parse_failed',
  message: 'The feed has something in it that this service cannot process.',
  retry_after: null,
};

/** Returns the first 16 hex digits of SHA-256 over a document. */
const bodyHash = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex').slice(0, 16);

/** Returns the feed's own fields from a successful response. */
export const feedFacts = (response: OutboundResponse, parsed: ParsedFeed) => ({
  etag: response.headers['etag'] ?? null,
  last_modified: response.headers['last-modified'] ?? null,
  body_hash: bodyHash(response.body),
  ...(parsed.title === null ? {} : { title: parsed.title }),
  ...(parsed.site_url === null ? {} : { site_url: webAddress(parsed.site_url, response.url) }),
});

/**
 * Refreshes one feed: claim, conditional GET, parse, take in. A lost claim counts as success. A failure of the feed is
 * recorded and not thrown. A thrown error is a fault of the system, and the queue delivers the message again.
 */
export const createRefreshFeed =
  ({
    feeds,
    keepOnSchedule,
    fetch,
    parse,
    ingest,
    renewIcon,
    takeSnapshot,
    now,
    log,
    observe,
  }: RefreshDeps) =>
  async (message: FetchMessage, messageId: string): Promise<RefreshResult> => {
    const started = now();
    const claimed = await feeds.claim({
      feed_id: message.feed_id,
      claimed_by: messageId,
      seen_next_fetch_at: message.next_fetch_at,
      now: started.toISOString(),
      next_fetch_at: nextFetchAt(message.feed_id, message.interval_minutes, started, message.skip_hours),
    });
    // Another message may hold the claim, but it takes in new articles only; a new subscriber also needs the existing
    // ones.
    const isForNewcomer = message.new_subscriber !== undefined;
    const feed = claimed ?? (isForNewcomer ? await feeds.get(message.feed_id) : null);
    if (feed === null) return outcomeOf('skipped');

    const report = (
      status: number | null,
      outcome: FetchFacts['outcome'],
      {
        error_code = null,
        items_upserted = 0,
        items_left_out = 0,
      }: Partial<Pick<FetchFacts, 'error_code' | 'items_upserted' | 'items_left_out'>> = {},
    ) => {
      const facts: FetchFacts = {
        feed_id: feed.feed_id,
        host: new URL(feed.url).host,
        status,
        duration_ms: now().getTime() - started.getTime(),
        outcome,
        error_code,
        items_upserted,
        items_left_out,
      };
      log.info('fetched', facts);
      observe(facts);
    };
    const fail = async (failure: Failure, status: number | null): Promise<FeedOutcome> => {
      const last_success_at = isHealthy(feed) ? (message.last_fetched_at ?? null) : feed.last_success_at;
      await feeds.update(feed.feed_id, { ...afterFailure(feed, failure, now()), last_success_at });
      // The last subscriber may have left in the meantime.
      await keepOnSchedule(feed.feed_id);
      report(status, 'failed', { error_code: failure.code });
      return outcomeOf('failed', { error_code: failure.code });
    };
    // Write the alias first: an alias without its feed does no harm, but a moved feed without an alias could be created
    // a second time.
    const keep = async (changes: Partial<Feed>): Promise<void> => {
      if (changes.url !== undefined) await feeds.putAlias(feedIdOf(changes.url), feed.feed_id);
      await feeds.update(feed.feed_id, changes);
    };

    let response: OutboundResponse;
    try {
      response = await fetch({ url: feed.url, headers: isForNewcomer ? {} : conditions(feed) });
    } catch (error) {
      const failure = failureOfError(error);
      if (failure === null) throw error;
      return fail(failure, null);
    }
    const refused = response.status === 304 ? null : failureOfResponse(response, now());
    if (refused !== null) return fail(refused, response.status);
    if (response.status === 304 || (!isForNewcomer && bodyHash(response.body) === feed.body_hash)) {
      const changes = { ...afterRedirects(feed, response), ...newValidators(feed, response) };
      if (Object.keys(changes).length > 0 || !isHealthy(feed)) await keep({ ...healthy, ...changes });
      report(response.status, 'unchanged');
      return outcomeOf('unchanged');
    }

    // A document that makes the parsing code throw would do so again, so record a failure of the feed instead of
    // repeating the message.
    const failOf = (error: unknown): Promise<FeedOutcome> => {
      const failure = failureOfError(error) ?? (isItemError(error) ? unprocessable : null);
      if (failure === null) throw error;
      if (failure === unprocessable) log.error('feed cannot be taken in', { feed_id: feed.feed_id, error });
      return fail(failure, response.status);
    };

    let parsed: ParsedFeed;
    let taken: TakenIn;
    try {
      parsed = await parse(response.body, response.headers['content-type'] ?? null);
      // Store the snapshot before the etag, because with a stored etag the server does not send this document again.
      [taken] = await Promise.all([
        ingest({
          feedId: feed.feed_id,
          documentUrl: response.url,
          parsed,
          ...(message.job === undefined ? {} : { job: message.job }),
          ...(message.new_subscriber === undefined ? {} : { newSubscriber: message.new_subscriber }),
        }),
        takeSnapshot(feed.feed_id, response),
      ]);
      const icon = await renewIcon(feed, parsed);
      await keep({
        ...healthy,
        ...feedFacts(response, parsed),
        ...publisherFacts(response, parsed, started),
        ...afterRedirects(feed, response),
        ...icon,
        unprocessable_items: taken.unprocessable,
      });
    } catch (error) {
      return await failOf(error);
    }
    report(response.status, 'updated', {
      items_upserted: taken.new_articles + taken.changed_articles,
      items_left_out: taken.left_out,
    });
    return taken.is_sent ? null : outcomeOf('unchanged', taken);
  };

/**
 * Returns the new ETag and date of a document that has not changed. Without them, every later fetch would transfer it
 * in full.
 */
const newValidators = (feed: Feed, { status, headers }: OutboundResponse): Partial<Feed> => {
  const etag = headers['etag'] ?? null;
  const last_modified = headers['last-modified'] ?? null;
  return status === 304 || (etag === feed.etag && last_modified === feed.last_modified)
    ? {}
    : { etag, last_modified };
};

const conditions = (feed: Feed): Record<string, string> => ({
  ...(feed.etag === null ? {} : { 'if-none-match': feed.etag }),
  ...(feed.last_modified === null ? {} : { 'if-modified-since': feed.last_modified }),
});
