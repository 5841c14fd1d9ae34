/** The sender's window is full. */
export class RateLimitedError extends Error {
  override readonly name = 'RateLimitedError';
  /** Seconds until the window ends, at least 1. */
  readonly retry_after: number;

  constructor(retryAfter: number) {
    super(`Too many requests; try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`);
    this.retry_after = retryAfter;
  }
}
