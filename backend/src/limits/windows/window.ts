import type { RateLimitRule } from './rule.ts';

/** The counter of a key's window. `ends_at` is in milliseconds since 1970. */
export type Window = { count: number; ends_at: number };

type Counted = Window & {
  /** False if the window was full; the request is then not counted. */
  is_counted: boolean;
};

export type WindowStore = {
  /**
   * Counts a request in the window of this key's hash, unless the window is full. A window begins with its first
   * request. `isRunning` is a guess that a window is running; it saves a call if it is right. Throws
   * WindowThrottledError if requests for this key arrive faster than the store accepts them.
   */
  count: (keyHash: string, rule: RateLimitRule, now: Date, isRunning: boolean) => Promise<Counted>;
};

/**
 * The store received more requests for one key than it accepts. The cause is a flood for that key, not a failure of the
 * store.
 */
export class WindowThrottledError extends Error {
  override readonly name = 'WindowThrottledError';
}
