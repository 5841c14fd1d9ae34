import type { Limiter } from '../../../src/limits/limiter.ts';
import { rateLimitResult } from '../../../src/limits/windows.ts';
import { rateLimitRule } from '../../../src/limits/rate-class.ts';

/** Allows every request, for suites that do not test rate limits. */
export const unlimited: Limiter = (rate_class, key) => {
  const rule = rateLimitRule(10_000, 60);
  const limit = rule.attempts;
  return rateLimitResult({ rate_class, key, rule, is_allowed: true, limit, count: 1, resets_at: 0 });
};
