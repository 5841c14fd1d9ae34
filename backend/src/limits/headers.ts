import { secondsLeft, type RateLimitResult } from './result.ts';

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
