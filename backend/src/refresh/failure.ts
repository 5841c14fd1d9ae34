import type { FeedErrorCode } from '../contract/index.ts';
import {
  failureOfStatus,
  failureSentences,
  signInLostSentence,
  unprocessableSentence,
} from '../model/feed/failure-sentences.ts';
import type { Feed } from '../model/feed/feed.ts';
import { RobotsDisallowedError } from '../discovery/errors.ts';
import { OutboundError, type OutboundResponse } from '../web/guard/guarded-fetch.ts';
import { retryAfter } from '../web/fetch/headers.ts';
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

const signInNeeded = (message: string): Failure => ({ code: 'sign_in_needed', message, retry_after: null });

/** The failure of a feed whose sign-in was kept by another key. */
export const signInLost = signInNeeded(signInLostSentence);

/** The statuses of a site that does not accept a sign-in (RFC 9110, 15.5.2 to 15.5.4). */
export const notAccepted: readonly number[] = [401, 402, 403];

/** Returns the failure that a response means; null for a status from 200 to 299. `isSigned`: the request had a reader's sign-in. */
export const failureOfResponse = (
  { status, headers }: OutboundResponse,
  now: Date,
  isSigned = false,
): Failure | null => {
  if (status >= 200 && status < 300) return null;
  if (isSigned && notAccepted.includes(status)) return signInNeeded(failureSentences.sign_in_needed);
  return { ...failureOfStatus(status), retry_after: retryAfter(headers['retry-after'], now) };
};

/** Returns the failure of an outbound or parse error; null for any other error, which is not the feed's fault. */
export const failureOfError = (error: unknown): Failure | null =>
  error instanceof OutboundError || error instanceof ParseError
    ? { code: error.fault, message: error.message, retry_after: null }
    : error instanceof RobotsDisallowedError
      ? { code: 'robots_disallowed', message: error.message, retry_after: null }
      : null;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_BACKOFF_MS = 12 * HOUR_MS;
const LONGEST_WAIT_MS = DAY_MS;

/**
 * The waiting times after failures of one kind. The wait doubles with each failure in a row. The feed is stopped after so
 * many failures in a row if the first of them lies at least so long back.
 */
type Course = { firstWaitMs: number; stopsAfter: { failures: number; ms: number } | null };

const removed: Course = { firstWaitMs: HOUR_MS, stopsAfter: { failures: 1, ms: 0 } };
/** The server answers, but with no feed. Many a 403 or 404 is a challenge or a deployment that went wrong. */
const refused: Course = { firstWaitMs: HOUR_MS, stopsAfter: { failures: 10, ms: 3 * DAY_MS } };
/** The server has a fault or does not answer. Most such faults pass within minutes. */
const faulty: Course = { firstWaitMs: 5 * MINUTE_MS, stopsAfter: { failures: 10, ms: 30 * DAY_MS } };
/** The site refuses the sign-in of a reader, which many a wrong attempt may lock. Nothing changes until the reader gives another. */
const unwelcome: Course = { firstWaitMs: 12 * HOUR_MS, stopsAfter: { failures: 3, ms: DAY_MS } };
/** The server is well and only wants fewer requests. */
const limited: Course = { firstWaitMs: HOUR_MS, stopsAfter: null };

const courses: Readonly<Record<FeedErrorCode, Course>> = {
  gone: removed,
  not_found: refused,
  forbidden: refused,
  unauthorized: refused,
  http_error: refused,
  too_large: refused,
  too_many_redirects: refused,
  address_refused: refused,
  not_a_feed: refused,
  parse_failed: refused,
  too_complex: refused,
  not_a_listing: refused,
  robots_disallowed: refused,
  sign_in_needed: unwelcome,
  server_error: faulty,
  unresolved: faulty,
  unreachable: faulty,
  timed_out: faulty,
  tls_failed: faulty,
  rate_limited: limited,
};

type FeedFailures = Pick<Feed, 'consecutive_errors' | 'error_code' | 'failing_since'>;

/**
 * Returns the changes to a feed after a failure. HTTP 410 stops the feed at once; an answer that is no feed stops it
 * after ten failures in a row and three days, a refused sign-in after three and a day, a server that is faulty or silent after
 * 30 days, HTTP 429 never.
 * Otherwise the feed is fetched again after 5 minutes (faulty or silent), an hour, or 12 (refused sign-in), doubled with each failure in a row
 * up to 12 hours. A server may ask for a longer wait, up to 24 hours.
 */
export const afterFailure = (
  feed: FeedFailures,
  failure: Failure,
  now: Date,
): FeedFailures & Pick<Feed, 'fetch_status' | 'error_message' | 'next_fetch_at' | 'is_asked_to_wait'> => {
  const course = courses[failure.code];
  const isSameKind = feed.error_code !== null && courses[feed.error_code] === course;
  const failing_since = (isSameKind ? feed.failing_since : null) ?? now.toISOString();
  const consecutive_errors = feed.consecutive_errors + 1;
  const { firstWaitMs, stopsAfter } = course;
  const isStopped =
    stopsAfter !== null &&
    consecutive_errors >= stopsAfter.failures &&
    now.getTime() - Date.parse(failing_since) >= stopsAfter.ms;
  const backoff = Math.min(firstWaitMs * 2 ** Math.min(consecutive_errors - 1, 10), LONGEST_BACKOFF_MS);
  const asked = (failure.retry_after ?? 0) * 1000;
  const wait = Math.min(Math.max(backoff, asked), LONGEST_WAIT_MS);
  return {
    fetch_status: isStopped ? 'stopped' : 'active',
    consecutive_errors,
    failing_since,
    error_code: failure.code,
    error_message: failure.message,
    is_asked_to_wait: asked > backoff,
    next_fetch_at: new Date(now.getTime() + wait).toISOString(),
  };
};
