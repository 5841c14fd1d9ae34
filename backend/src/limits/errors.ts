import { DomainError, retryHeader } from '../lib/domain-error.ts';
import type { RateLimitResult } from './result.ts';

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
