import type { RateLimitKey } from './key.ts';
import type { RateClass } from './rate-class.ts';
import { attemptBounds, RateLimitValueError, type RateLimitRule } from './rule.ts';

/** How much of a window a request found. Times are milliseconds since 1970. */
export type RateLimitResult = Readonly<{
  rate_class: RateClass;
  key_hash: string;
  is_allowed: boolean;
  /** Requests that the window takes: the rule's, or twice as many while the table is out. */
  limit: number;
  window_seconds: number;
  /** After this one; 0 for one that is refused. */
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

/** Throws RateLimitValueError for a limit that no rule gives or a time that is none. */
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
    window_seconds: rule.minutes * 60,
    remaining: is_allowed ? Math.min(limit, Math.max(0, limit - count)) : 0,
    resets_at,
  });
};

/** Whole seconds until the window ends, at least 1, since until it has ended it has not. */
export const secondsLeft = ({ resets_at }: RateLimitResult, now: Date): number =>
  Math.max(1, Math.ceil((resets_at - now.getTime()) / 1000));
