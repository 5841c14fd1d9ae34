import type { RateLimitRule } from './rule.ts';

/** What a counter holds of a key's window. `ends_at` is in milliseconds since 1970. */
export type Window = { count: number; ends_at: number };

export type Counted = Window & {
  /** False where the window was full: the request is not in it. */
  is_counted: boolean;
};

export type WindowStore = {
  /**
   * Counts a request in the window of this key's hash, which begins with its first request, unless it is full.
   * `isRunning` says that a window is thought to run: only a guess, which saves a call where it is right.
   * Throws WindowThrottledError when requests for this key come faster than the store takes them.
   */
  count: (keyHash: string, rule: RateLimitRule, now: Date, isRunning: boolean) => Promise<Counted>;
};

/** More requests for one key than the store takes: that key's own flood, and no failure of the store. */
export class WindowThrottledError extends Error {
  override readonly name = 'WindowThrottledError';
}
