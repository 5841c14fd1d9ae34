import type { RateLimitKey } from './limiter.ts';
import {
  RateLimitValueError,
  attemptBounds,
  windowMilliseconds,
  type RateClass,
  type RateLimitRule,
} from './rate-class.ts';
import { DomainError, retryHeader } from '../lib/errors.ts';
import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';

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

/**
 * Returns the promise's outcome, or rejects with an error if it takes longer. The promise itself continues, but its
 * outcome is ignored.
 */
const withTimeLimit = <T>(milliseconds: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Returns a store that fails if these windows do not answer within so many milliseconds. */
export const limitTime = ({ count }: WindowStore, milliseconds: number): WindowStore => ({
  count: (...request) => withTimeLimit(milliseconds, count(...request)),
});

/**
 * Creates the windows of a service that always runs as one process. No other process counts in them, and a restart
 * begins them anew.
 */
export const createMemoryWindows = (): WindowStore => {
  const windows = createRememberedWindows();
  return {
    count: async (keyHash, rule, now) => {
      const time = now.getTime();
      const { count, ends_at } = windows.get(keyHash, time) ?? {
        count: 0,
        ends_at: time + windowMilliseconds(rule),
      };
      if (count >= rule.attempts) return { count, ends_at, is_counted: false };
      windows.set(keyHash, { count: count + 1, ends_at, is_blocked: false }, time);
      return { count: count + 1, ends_at, is_counted: true };
    },
  };
};

export type RememberedWindow = Window & {
  /** True if no further request passes before the window ends. */
  is_blocked: boolean;
};

/** The windows that one instance remembers, for a limited number of keys. */
export type RememberedWindows = {
  /** Returns the window that runs at `now` (milliseconds since 1970); null if none is known. */
  get: (keyHash: string, now: number) => RememberedWindow | null;
  set: (keyHash: string, window: RememberedWindow, now: number) => void;
  size: () => number;
};

/** Number of keys: enough for a flood from many addresses, at about 200 bytes each. */
const defaultCapacity = 10_000;

export const createRememberedWindows = (capacity = defaultCapacity): RememberedWindows => {
  const windows = new Map<string, RememberedWindow>();

  // Removes ended windows, and then, if needed, the oldest ones, which come first in the map's insertion order. It
  // frees a tenth of the capacity at once, so that a flood of new keys does not scan the map for each key.
  const makeRoom = (now: number) => {
    for (const [key, { ends_at }] of windows) if (ends_at <= now) windows.delete(key);
    const enough = Math.floor(capacity * 0.9);
    for (const key of windows.keys()) {
      if (windows.size <= enough) return;
      windows.delete(key);
    }
  };

  return {
    get: (keyHash, now) => {
      const window = windows.get(keyHash);
      return window === undefined || window.ends_at <= now ? null : window;
    },
    set: (keyHash, window, now) => {
      if (!windows.has(keyHash) && windows.size >= capacity) makeRoom(now);
      windows.set(keyHash, window);
    },
    size: () => windows.size,
  };
};

const retryMilliseconds = 30_000;

/** The permission to ask the store: in normal operation, or as a trial of whether it answers again. */
export type Turn = 'ordinary' | 'trial';

/** The switch between counting windows in the store and, while the store fails, in memory. */
export type Failover = {
  /**
   * Returns the permission to ask the store, or null to count in memory. While the store fails, one request in 30
   * seconds is a trial.
   */
  turn: () => Turn | null;
  answered: (turn: Turn) => void;
  /** Returns true if the store just began to fail. */
  failed: (turn: Turn, error: unknown) => boolean;
  isOut: () => boolean;
};

export const createFailover = ({ now, log }: { now: Clock; log: Log }): Failover => {
  let failedAt: number | null = null;
  let isTrying = false;
  return {
    turn: () => {
      if (failedAt === null) return 'ordinary';
      if (isTrying || now().getTime() - failedAt < retryMilliseconds) return null;
      isTrying = true;
      return 'trial';
    },
    answered: (turn) => {
      if (turn === 'ordinary') return;
      isTrying = false;
      failedAt = null;
      log.warn('rate limits are counted in the table again', {});
    },
    failed: (turn, error) => {
      if (turn === 'trial') isTrying = false;
      const wasOut = failedAt !== null;
      failedAt = now().getTime();
      if (!wasOut) log.error('rate limits are counted in memory, doubled: the table fails', { error });
      return !wasOut;
    },
    isOut: () => failedAt !== null,
  };
};

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
const secondsLeft = ({ resets_at }: RateLimitResult, now: Date): number =>
  Math.max(1, Math.ceil((resets_at - now.getTime()) / 1000));

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

/** @throws RateLimitedError for a refused request. */
export const requireAllowed = (result: RateLimitResult, now: Date): void => {
  if (!result.is_allowed) throw new RateLimitedError(secondsLeft(result, now), result);
};

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

/** An event of the limiter, for the metrics. */
export type LimitEvent =
  | { kind: 'decision'; rate_class: RateClass; is_allowed: boolean; latency_ms: number }
  /** The table failed, and windows are counted in memory from now on. Reported once, not for each request. */
  | { kind: 'store_failure'; rate_class: RateClass };

export type ObserveLimits = (event: LimitEvent) => void;
