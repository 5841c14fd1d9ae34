import type { FeedErrorCode } from '../contract/index.ts';
import { failureOfStatus, unprocessableSentence } from '../model/feed/failure-sentences.ts';
import type { Feed } from '../model/feed/feed.ts';
import { OutboundError, type OutboundResponse } from '../outbound/guard/guarded-fetch.ts';
import { ParseError } from '../parser/fields/parsed-feed.ts';

/** A fetch that brought no feed, as described to a reader and used by the schedule. */
export type Failure = {
  code: FeedErrorCode;
  /** One sentence in plain words for the reader. */
  message: string;
  /** Seconds that the server asked to wait; null if it did not. */
  retry_after: number | null;
};

/** The failure of a document on which this service itself fails. */
export const unprocessable: Failure = {
  code: 'parse_failed',
  message: unprocessableSentence,
  retry_after: null,
};

/**
 * Returns the seconds of a Retry-After header, which holds a number of seconds or a date; null if it is neither. RFC
 * 9110, 10.2.3.
 */
export const retryAfter = (header: string | undefined, now: Date): number | null => {
  if (header === undefined) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
};

/** Returns the failure that a response means; null for a status from 200 to 299. */
export const failureOfResponse = ({ status, headers }: OutboundResponse, now: Date): Failure | null =>
  status >= 200 && status < 300
    ? null
    : { ...failureOfStatus(status), retry_after: retryAfter(headers['retry-after'], now) };

/** Returns the failure of an outbound or parse error; null for any other error, which is not the feed's fault. */
export const failureOfError = (error: unknown): Failure | null =>
  error instanceof OutboundError || error instanceof ParseError
    ? { code: error.code, message: error.message, retry_after: null }
    : null;

/** Error codes that stop a feed until a reader resumes it. */
const stopping: ReadonlySet<FeedErrorCode> = new Set(['unauthorized', 'forbidden', 'not_found', 'gone']);
const unreadable: ReadonlySet<FeedErrorCode> = new Set(['not_a_feed', 'parse_failed', 'too_complex']);

const UNREADABLE_LIMIT = 10;
const MINUTE_MS = 60_000;
const FIRST_BACKOFF_MS = 30 * MINUTE_MS;
const LONGEST_BACKOFF_MS = 12 * 60 * MINUTE_MS;
const LONGEST_WAIT_MS = 24 * 60 * MINUTE_MS;

/**
 * Returns the changes to a feed after a failure. 401, 403, 404 and 410 stop the feed at once, and ten unreadable
 * documents in a row stop it too. Otherwise it is fetched again after 30 minutes, doubled with each failure in a row up
 * to 12 hours. A server may ask for a longer wait, up to 24 hours.
 */
export const afterFailure = (
  feed: Pick<Feed, 'consecutive_errors' | 'error_code'>,
  failure: Failure,
  now: Date,
): Pick<Feed, 'fetch_status' | 'consecutive_errors' | 'error_code' | 'error_message' | 'next_fetch_at'> => {
  const isSameKind =
    feed.error_code !== null && unreadable.has(feed.error_code) === unreadable.has(failure.code);
  const consecutive_errors = isSameKind ? feed.consecutive_errors + 1 : 1;
  const isStopped =
    stopping.has(failure.code) || (unreadable.has(failure.code) && consecutive_errors >= UNREADABLE_LIMIT);
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(consecutive_errors - 1, 10), LONGEST_BACKOFF_MS);
  const wait = Math.min(Math.max(backoff, (failure.retry_after ?? 0) * 1000), LONGEST_WAIT_MS);
  return {
    fetch_status: isStopped ? 'stopped' : 'active',
    consecutive_errors,
    error_code: failure.code,
    error_message: failure.message,
    next_fetch_at: new Date(now.getTime() + wait).toISOString(),
  };
};
