import {
  type Redirect,
  OutboundError,
  type GuardedFetch,
  type OutboundResponse,
} from '../guard/guarded-fetch.ts';
import { type RobotsGroup, readRobotsGroup, MOST_ROBOTS_BYTES } from './rules/robots-group.ts';
import { takeTurnOrThrow, TurnRefused, type PaceContext } from '../turns/pace.ts';
import { acceptRobots, retryAfter, productToken } from '../fetch/headers.ts';
import { backOffMs, isPassingError, isPassingStatus, MOST_RETRIES } from '../fetch/retries.ts';

/** The stored state of an origin's robots.txt; one for each origin, shared by all workers. */
export type RobotsRecord = {
  /** Scheme, host and port, as `https://a.example`; for a robot other than Omomi, `#` and its name follow. */
  origin: string;
  /** The rules when it was last read; null if it never was. An origin without robots.txt has an empty group. */
  group: RobotsGroup | null;
  /** The time of the next request. Until then, the record is used. */
  asks_at: string;
  /** The reason that the last request for it failed; null if it succeeded. */
  failure: RobotsFailure | null;
  /**
   * Redirects that the last request followed before it had to wait for a host's turn. The next one goes on from there.
   */
  redirects: Redirect[];
};

type RobotsFailure = {
  /** One sentence in plain words. */
  message: string;
  /** Requests that failed in a row. */
  count: number;
  /** The time of the first of them. */
  since: string;
  /** True if the next request is a retry, for which pages wait; false if they are refused. */
  is_retried: boolean;
};

export type RobotsStore = {
  /** Returns null for an origin that was never asked, or not for a month. */
  get: (origin: string) => Promise<RobotsRecord | null>;
  /** Stores the record. Returns false if its rules are too large for the table; then nothing is stored. */
  put: (record: RobotsRecord) => Promise<boolean>;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** RFC 9309, 2.4: a copy is used for at most 24 hours. */
const KEPT_MS = DAY_MS;
/** The time for which all pages are refused before the next request for a robots.txt that could not be had. */
const REFUSED_MS = 30 * MINUTE_MS;
/** The pause before the first retry, which doubles twice. */
const RETRY_BASE_MS = 2000;
/** The longest Retry-After for which pages wait. After a longer one they are refused until then, for a day at most. */
const LONGEST_RETRY_MS = MINUTE_MS;

const nothingForbidden: RobotsGroup = { rules: [], crawl_delay_ms: null, sitemaps: [] };

export type AskRobotsContext = PaceContext & {
  fetch: GuardedFetch;
  /** Returns a number from 0 to 1, for pauses; tests fix it. */
  random?: () => number;
};

/**
 * The outcome of a request: the document, or the reason why there is none and the time at which the server wants to be
 * asked.
 */
type Outcome =
  | { group: RobotsGroup }
  | { group: null; message: string; isPassing: boolean; asked_ms: number };

const ofResponse = (response: OutboundResponse, origin: string, agent: string, now: Date): Outcome => {
  const { status, body, headers } = response;
  if (status >= 500) {
    const asked_ms = (retryAfter(headers['retry-after'], now) ?? 0) * 1000;
    const message = `${new URL(origin).host} answered with status ${status}`;
    return { group: null, message, isPassing: isPassingStatus(status), asked_ms };
  }
  // RFC 9309, 2.3.1.3: without the document everything is allowed.
  const isThere = status >= 200 && status < 300;
  return { group: isThere ? readRobotsGroup(body, agent, origin) : nothingForbidden };
};

const ofError = (error: unknown): Outcome => {
  if (!(error instanceof OutboundError)) throw error;
  // RFC 9309, 2.3.1.2: after more than five redirects the document counts as absent.
  if (error.fault === 'too_many_redirects') return { group: nothingForbidden };
  const message = error.message.replace(/\.$/, '');
  return { group: null, message, isPassing: isPassingError(error), asked_ms: 0 };
};

const failed = (
  former: RobotsFailure | null,
  { message, isPassing, asked_ms }: Extract<Outcome, { group: null }>,
  { now, random = Math.random }: AskRobotsContext,
): { failure: RobotsFailure; wait_ms: number } => {
  const count = (former?.count ?? 0) + 1;
  const since = former?.since ?? now().toISOString();
  const is_retried = isPassing && count <= MOST_RETRIES && asked_ms <= LONGEST_RETRY_MS;
  const wait_ms = is_retried
    ? Math.max(backOffMs(count - 1, RETRY_BASE_MS, random), asked_ms)
    : Math.min(Math.max(REFUSED_MS, asked_ms), DAY_MS);
  return { failure: { message, count, since, is_retried }, wait_ms };
};

/** Redirects that a request followed longer ago than this are followed anew, in milliseconds. */
const REDIRECTS_KEPT_MS = 10 * MINUTE_MS;

/** Returns the redirects with which the next request goes on. */
const openRedirects = (former: RobotsRecord | null, now: Date): Redirect[] =>
  former !== null && now.getTime() - Date.parse(former.asks_at) <= REDIRECTS_KEPT_MS ? former.redirects : [];

export type RobotsOptions = {
  /** The milliseconds that a crawl wants between requests to a host. */
  delay_ms?: number | undefined;
  /** The robot whose group counts. Default: Omomi's. */
  agent?: string | undefined;
};

/**
 * Asks an origin for its robots.txt and returns the record to keep. It takes a turn at the host for each hop. If one
 * is refused, the record has the redirects so far and the milliseconds to wait are those until that turn.
 */
export const askRobots = async (
  ctx: AskRobotsContext,
  origin: string,
  former: RobotsRecord | null,
  options: RobotsOptions,
): Promise<{ record: RobotsRecord; turn_wait_ms: number | null }> => {
  const { fetch, now } = ctx;
  const later = (milliseconds: number) => new Date(now().getTime() + milliseconds).toISOString();
  const request = {
    url: `${origin}/robots.txt`,
    headers: { accept: acceptRobots },
    // One byte more, so that the reader sees that there is more.
    maxBytes: MOST_ROBOTS_BYTES + 1,
    cutsAtMaxBytes: true,
    redirects: openRedirects(former, now()),
    judgeHop: takeTurnOrThrow(ctx, options.delay_ms),
  };
  const asked = await fetch(request).then(
    (response) => ofResponse(response, origin, options.agent ?? productToken, now()),
    (error: unknown) => (error instanceof TurnRefused ? error : ofError(error)),
  );
  const known = { origin, group: former?.group ?? null, failure: former?.failure ?? null };
  if (asked instanceof TurnRefused) {
    const { redirects, wait_ms } = asked;
    return { record: { ...known, asks_at: later(0), redirects }, turn_wait_ms: wait_ms };
  }
  if (asked.group !== null) {
    const record = { origin, group: asked.group, asks_at: later(KEPT_MS), failure: null, redirects: [] };
    return { record, turn_wait_ms: null };
  }
  const { failure, wait_ms } = failed(known.failure, asked, ctx);
  return { record: { ...known, asks_at: later(wait_ms), failure, redirects: [] }, turn_wait_ms: null };
};
