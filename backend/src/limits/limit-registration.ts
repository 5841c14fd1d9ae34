import type { Clock } from '../lib/clock.ts';
import { requireAllowed } from './windows.ts';
import { keyFor, type Limiter } from './limiter.ts';

/**
 * Counts a request of this reader as a registration of a feed, beside the class of its endpoint. Throws
 * RateLimitedError.
 */
export const limitRegistration = async (
  { limiter, now }: { limiter: Limiter; now: Clock },
  user_id: string,
): Promise<void> => {
  const key = keyFor('feed_registration', { user_id, address: null, token_id: null, attempt: null });
  requireAllowed(await limiter('feed_registration', key), now());
};
