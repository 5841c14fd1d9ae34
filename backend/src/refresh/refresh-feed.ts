import { createHash } from 'node:crypto';
import type { Clock, Log } from '../config/log.ts';
import type { FetchMessage } from '../config/messages.ts';
import type { Feed, FeedStore } from '../feeds/feed.ts';
import type { FeedOutcome } from '../jobs/job.ts';
import type { GuardedFetch, OutboundResponse } from '../outbound/guarded-fetch.ts';
import { afterFailure, failureOfError, failureOfResponse, type Failure } from './failure.ts';
import { nextFetchAt } from './next-fetch.ts';
import type { ParsedFeed, ParseFeed } from './parse/parsed-feed.ts';
import type { createTakeIn } from './take-in.ts';

export type RefreshDeps = {
  feeds: Pick<FeedStore, 'claim' | 'update'>;
  fetch: GuardedFetch;
  parse: ParseFeed;
  takeIn: ReturnType<typeof createTakeIn>;
  now: Clock;
  log: Log;
};

/** What became of the fetch; null where scoring reports it, once the entries are written. */
export type RefreshResult = FeedOutcome | null;

const outcomeOf = (outcome: FeedOutcome['outcome'], error_code: string | null = null): FeedOutcome => ({
  outcome,
  new_articles: 0,
  error_code,
});

const isHealthy = (feed: Feed): boolean => feed.error_code === null && feed.consecutive_errors === 0;

export const healthy = {
  fetch_status: 'active',
  consecutive_errors: 0,
  error_code: null,
  error_message: null,
} as const satisfies Partial<Feed>;

/** First 16 hex digits of SHA-256 over a document. */
export const bodyHash = (body: Uint8Array): string =>
  createHash('sha256').update(body).digest('hex').slice(0, 16);

/** What a good answer tells of the feed itself. */
export const feedFacts = (response: OutboundResponse, parsed: ParsedFeed) => ({
  etag: response.headers['etag'] ?? null,
  last_modified: response.headers['last-modified'] ?? null,
  body_hash: bodyHash(response.body),
  ...(parsed.title === null ? {} : { title: parsed.title }),
  ...(parsed.site_url === null ? {} : { site_url: parsed.site_url }),
});

/**
 * Refreshes one feed: claim, conditional GET, parse, take in. A lost claim is success, a feed's failure is recorded and
 * not thrown; what is thrown is the system's, and the message comes again.
 */
export const createRefreshFeed =
  ({ feeds, fetch, parse, takeIn, now, log }: RefreshDeps) =>
  async (message: FetchMessage, messageId: string): Promise<RefreshResult> => {
    const started = now();
    const feed = await feeds.claim({
      feed_id: message.feed_id,
      claimed_by: messageId,
      seen_next_fetch_at: message.next_fetch_at,
      now: started.toISOString(),
      next_fetch_at: nextFetchAt(message.feed_id, message.interval_minutes, started),
    });
    if (feed === null) return outcomeOf('skipped');

    const report = (status: number | null, outcome: FeedOutcome['outcome'], error_code: string | null) =>
      log.info('fetched', {
        feed_id: feed.feed_id,
        url: withoutCredentials(feed.url),
        status,
        duration_ms: now().getTime() - started.getTime(),
        outcome,
        error_code,
      });
    const fail = async (failure: Failure, status: number | null): Promise<FeedOutcome> => {
      await feeds.update(feed.feed_id, afterFailure(feed, failure, now()));
      report(status, 'failed', failure.code);
      return outcomeOf('failed', failure.code);
    };

    let response: OutboundResponse;
    try {
      response = await fetch({ url: feed.url, headers: conditions(feed) });
    } catch (error) {
      const failure = failureOfError(error);
      if (failure === null) throw error;
      return fail(failure, null);
    }
    const refused = response.status === 304 ? null : failureOfResponse(response, now());
    if (refused !== null) return fail(refused, response.status);
    if (response.status === 304 || bodyHash(response.body) === feed.body_hash) {
      if (!isHealthy(feed)) await feeds.update(feed.feed_id, healthy);
      report(response.status, 'unchanged', null);
      return outcomeOf('unchanged');
    }

    let parsed: ParsedFeed;
    try {
      parsed = await parse(response.body, response.headers['content-type'] ?? null);
    } catch (error) {
      const failure = failureOfError(error);
      if (failure === null) throw error;
      return fail(failure, response.status);
    }
    const taken = await takeIn({
      feedId: feed.feed_id,
      documentUrl: response.url,
      parsed,
      ...(message.job === undefined ? {} : { job: message.job }),
    });
    await feeds.update(feed.feed_id, {
      ...healthy,
      ...feedFacts(response, parsed),
      ...(taken.new_articles > 0 ? { feed_last_updated: started.toISOString() } : {}),
    });
    report(response.status, 'updated', null);
    return taken.new_articles + taken.changed_articles > 0 ? null : outcomeOf('unchanged');
  };

const conditions = (feed: Feed): Record<string, string> => ({
  ...(feed.etag === null ? {} : { 'if-none-match': feed.etag }),
  ...(feed.last_modified === null ? {} : { 'if-modified-since': feed.last_modified }),
});

const withoutCredentials = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};
