import type { RateLimitResult } from './result.ts';

type RefusedWindow = Pick<RateLimitResult, 'rate_class' | 'key_hash' | 'count' | 'resets_at'>;

/** The sender's window is full. */
export class RateLimitedError extends Error {
  override readonly name = 'RateLimitedError';
  /** Seconds until the window ends, at least 1. */
  readonly retry_after: number;
  /** The window that is full, for the log; it names nobody. */
  readonly window: RefusedWindow;

  constructor(retryAfter: number, window: RefusedWindow) {
    super(`Too many requests; try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`);
    this.retry_after = retryAfter;
    this.window = window;
  }
}
