import type { RateLimitKey } from './key.ts';
import type { RateClass } from './rate-class.ts';
import { attemptBounds, RateLimitValueError, type RateLimitRule } from './windows/rule.ts';

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
export const secondsLeft = ({ resets_at }: RateLimitResult, now: Date): number =>
  Math.max(1, Math.ceil((resets_at - now.getTime()) / 1000));
