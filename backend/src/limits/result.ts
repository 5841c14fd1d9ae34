import type { RateLimitKey } from './limiter.ts';
import { RateLimitValueError, attemptBounds, type RateClass, type RateLimitRule } from './rate-class.ts';
import { DomainError, retryHeader } from '../lib/errors.ts';

/** The result of counting a request. Times are milliseconds since 1970. */
export type RateLimitResult = Readonly<{
  rate_class: RateClass;
  key_hash: string;
  is_allowed: boolean;
  /** Number of requests that the window accepts: the rule's, or twice as many while the table fails. */
  limit: number;
  window_seconds: number;
  /** Number of requests that the window has counted, this one included if it is allowed. */
  count: number;
  /** Number of requests left after this one; 0 for a refused request. */
  remaining: number;
  resets_at: number;
}>;

type Found = {
  rate_class: RateClass;
  key: RateLimitKey;
  rule: RateLimitRule;
  is_allowed: boolean;
  limit: number;
  count: number;
  resets_at: number;
};

/** Creates a result. Throws RateLimitValueError for a limit that no rule can give or an end time that is not finite. */
export const rateLimitResult = (found: Found): RateLimitResult => {
  const { rate_class, key, rule, is_allowed, limit, count, resets_at } = found;
  if (!Number.isInteger(limit) || limit < attemptBounds.min || limit > 2 * attemptBounds.max)
    throw new RateLimitValueError(`a window takes 1 to ${2 * attemptBounds.max} requests, not ${limit}`);
  if (!Number.isFinite(resets_at)) throw new RateLimitValueError('a window ends at a time');
  return Object.freeze({
    rate_class,
    key_hash: key.hash,
    is_allowed,
    limit,
    count,
    window_seconds: rule.minutes * 60,
    remaining: is_allowed ? Math.min(limit, Math.max(0, limit - count)) : 0,
    resets_at,
  });
};

/**
 * Returns the seconds until the window ends, rounded up and at least 1, because a window that still runs must not be
 * reported as ended.
 */
const secondsLeft = ({ resets_at }: RateLimitResult, now: Date): number =>
  Math.max(1, Math.ceil((resets_at - now.getTime()) / 1000));

type RefusedWindow = Pick<RateLimitResult, 'rate_class' | 'key_hash' | 'count' | 'resets_at'>;

/** The sender's window is full. */
export class RateLimitedError extends DomainError {
  override readonly name = 'RateLimitedError';
  /** The window that is full, for the log; it names nobody. */
  readonly window: RefusedWindow;

  /** `retry_after` is the seconds until the window ends, at least 1. */
  constructor(retry_after: number, window: RefusedWindow) {
    const message = `Too many requests; try again in ${retry_after} ${retry_after === 1 ? 'second' : 'seconds'}.`;
    super('RATE_LIMITED', message, { retry_after }, retryHeader(retry_after));
    this.window = window;
  }
}

/** @throws RateLimitedError for a refused request. */
export const requireAllowed = (result: RateLimitResult, now: Date): void => {
  if (!result.is_allowed) throw new RateLimitedError(secondsLeft(result, now), result);
};

/**
 * Returns a result as response headers: the customary X-RateLimit headers, with Reset as the Unix time in seconds at
 * which the window ends, and the fields of draft-ietf-httpapi-ratelimit-headers-10, with `t` as the seconds until then.
 */
export const rateLimitHeaders = (result: RateLimitResult, now: Date): Record<string, string> => {
  const { rate_class, key_hash, limit, window_seconds, remaining, resets_at } = result;
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resets_at / 1000)),
    'x-ratelimit-policy': `${limit};w=${window_seconds}`,
    'x-ratelimit-key': key_hash,
    'ratelimit-policy': `"${rate_class}";q=${limit};w=${window_seconds}`,
    ratelimit: `"${rate_class}";r=${remaining};t=${secondsLeft(result, now)}`,
  };
};

/** An event of the limiter, for the metrics. */
export type LimitEvent =
  | { kind: 'decision'; rate_class: RateClass; is_allowed: boolean; latency_ms: number }
  /** The table failed, and windows are counted in memory from now on. Reported once, not for each request. */
  | { kind: 'store_failure'; rate_class: RateClass };

export type ObserveLimits = (event: LimitEvent) => void;
