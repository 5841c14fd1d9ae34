import ipaddr from 'ipaddr.js';
import { createHash } from 'node:crypto';
import { digest } from '../lib/digest.ts';
import {
  RateLimitValueError,
  windowMilliseconds,
  type RateClass,
  type RateLimitRule,
  type RateLimitRules,
} from './rate-class.ts';
import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import {
  WindowThrottledError,
  createFailover,
  createRememberedWindows,
  type Failover,
  type RememberedWindow,
  type RememberedWindows,
  type Turn,
  type Window,
  type WindowStore,
  rateLimitResult,
  type LimitEvent,
  type ObserveLimits,
  type RateLimitResult,
} from './windows.ts';

const prefix = 'rate_limit:';
const maxCharacters = 255;

/**
 * The key of the sender that a window counts. `text` names a person or an address and stays in the process; `hash` may
 * leave it.
 */
export type RateLimitKey = Readonly<{ text: string; hash: string }>;

/**
 * Creates a key, which begins with `rate_limit:`, continues after it, and has at most 255 characters. Throws
 * RateLimitValueError.
 */
export const rateLimitKey = (text: string): RateLimitKey => {
  if (!text.startsWith(prefix) || text.length === prefix.length)
    throw new RateLimitValueError(`a key begins with ${prefix} and goes on`);
  if (text.length > maxCharacters)
    throw new RateLimitValueError(`a key has at most ${maxCharacters} characters, not ${text.length}`);
  return Object.freeze({ text, hash: createHash('sha256').update(text).digest('hex') });
};

/** The sender of a request, as far as it is known. */
export type Sender = {
  /** The viewer's address as reported by the edge; null if it reports none. */
  address: string | null;
  user_id: string | null;
  token_id: string | null;
  /** The state of an unfinished sign-in; null if the endpoint has none. */
  attempt: string | null;
};

/**
 * Returns the same text for all addresses of one internet subscriber. An IPv6 subscriber has at least 2^64 addresses,
 * so only the network (64 bits) counts; IPv4 in IPv6 counts as IPv4. Senders without a readable address share one
 * window.
 */
const addressOf = ({ address }: Sender): string => {
  if (address === null || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? parsed
        .toByteArray()
        .slice(0, 8)
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('')
    : parsed.toString();
};

// Text from a client or provider can have any length and content, so the key contains a digest of fixed length.
const bounded = (text: string) => digest(32, text);

const subjectOf = (sender: Sender): string => {
  if (sender.user_id !== null) return `user:${bounded(sender.user_id)}`;
  if (sender.token_id !== null) return `token:${bounded(sender.token_id)}`;
  return `address:${addressOf(sender)}`;
};

/** Returns the key under which a request of this class is counted. */
export const keyFor = (rateClass: RateClass, sender: Sender): RateLimitKey => {
  switch (rateClass) {
    case 'sign_in':
    case 'hook':
    case 'public_unauthenticated':
      return rateLimitKey(`${prefix}${rateClass}:address:${addressOf(sender)}`);
    case 'protected_unauthenticated':
      return rateLimitKey(
        `${prefix}${rateClass}:address:${addressOf(sender)}:${bounded(sender.attempt ?? '')}`,
      );
    case 'public_authenticated':
    case 'protected_authenticated':
    case 'search':
    case 'feed_registration':
    case 'client':
      return rateLimitKey(`${prefix}${rateClass}:${subjectOf(sender)}`);
  }
};

/** Returns the key under which attempts to sign in as this name are counted, from whichever addresses they come. */
export const keyForName = (name: string): RateLimitKey =>
  rateLimitKey(`${prefix}sign_in:name:${bounded(name)}`);

export type LimiterOptions = {
  windows: WindowStore;
  rules: RateLimitRules;
  now: Clock;
  log: Log;
  observe?: ObserveLimits | undefined;
  /** Returns the milliseconds since any fixed moment, to measure the latency. */
  monotonicNow?: () => number;
};

/**
 * Counts a request and decides whether it passes. Returns synchronously if the store is not asked, which is always the
 * case for a key that is known to be blocked. Waits for `pause` before asking the store. Never throws and never
 * rejects.
 */
export type Limiter = (
  rateClass: RateClass,
  key: RateLimitKey,
  pause?: () => Promise<void>,
) => RateLimitResult | Promise<RateLimitResult>;

/** A request that is to be counted. */
type Attempt = {
  rateClass: RateClass;
  rule: RateLimitRule;
  key: RateLimitKey;
  at: Date;
  /** The window that this instance remembers for the key, if it still runs. */
  known: RememberedWindow | null;
  /** Milliseconds on the monotonic clock. */
  startedAt: number;
};

/** The state that all attempts of one limiter share. */
type Counting = {
  windows: WindowStore;
  remembered: RememberedWindows;
  failover: Failover;
  observe: ObserveLimits;
  monotonicNow: () => number;
};

/** Factor of the limits counted in memory, because instances do not know of each other and windows begin anew. */
const factorInMemory = 2;

const newWindow = ({ at, rule }: Attempt): Window => ({
  count: 0,
  ends_at: at.getTime() + windowMilliseconds(rule),
});

const decide = (
  { failover, observe, monotonicNow }: Counting,
  { rateClass, rule, key, startedAt }: Attempt,
  is_allowed: boolean,
  { count, ends_at }: Window,
): RateLimitResult => {
  const limit = rule.attempts * (failover.isOut() ? factorInMemory : 1);
  const latency_ms = monotonicNow() - startedAt;
  observe({ kind: 'decision', rate_class: rateClass, is_allowed, latency_ms });
  return rateLimitResult({ rate_class: rateClass, key, rule, is_allowed, limit, count, resets_at: ends_at });
};

const countInMemory = (counting: Counting, attempt: Attempt): RateLimitResult => {
  const { remembered } = counting;
  const { rule, key, at } = attempt;
  const time = at.getTime();
  const limit = rule.attempts * factorInMemory;
  const window = remembered.get(key.hash, time) ?? newWindow(attempt);
  const is_allowed = window.count < limit;
  const count = is_allowed ? window.count + 1 : window.count;
  remembered.set(key.hash, { ...window, count, is_blocked: count >= limit }, time);
  return decide(counting, attempt, is_allowed, { ...window, count });
};

/** Remembers a window. Responses to parallel requests arrive in any order; a blocked window stays blocked. */
const remember = (
  { remembered }: Counting,
  { key, at }: Attempt,
  found: Window,
  isBlocked: boolean,
): void => {
  const time = at.getTime();
  const before = remembered.get(key.hash, time);
  if (before?.is_blocked === true) return;
  const isSame = before?.ends_at === found.ends_at;
  const count = isSame ? Math.max(before.count, found.count) : found.count;
  remembered.set(key.hash, { count, ends_at: found.ends_at, is_blocked: isBlocked }, time);
};

/** Asks the store. A throttled key is blocked; any other failure makes this and the next requests count in memory. */
const countInStore = async (
  counting: Counting,
  attempt: Attempt,
  turn: Turn,
  pause: (() => Promise<void>) | undefined,
): Promise<RateLimitResult> => {
  const { windows, failover, observe } = counting;
  const { rateClass, rule, key, at, known } = attempt;
  try {
    await pause?.();
    const { is_counted, ...window } = await windows.count(key.hash, rule, at, known !== null);
    failover.answered(turn);
    remember(counting, attempt, window, window.count >= rule.attempts);
    return decide(counting, attempt, is_counted, window);
  } catch (error) {
    if (error instanceof WindowThrottledError) {
      failover.answered(turn);
      const window = known ?? newWindow(attempt);
      remember(counting, attempt, window, true);
      return decide(counting, attempt, false, window);
    }
    // The class that meets the failure means little, but every metric needs a class.
    if (failover.failed(turn, error)) observe({ kind: 'store_failure', rate_class: rateClass });
    return countInMemory(counting, attempt);
  }
};

/** Returns an observer that never throws. */
const guarded =
  (observe: ObserveLimits | undefined, log: Log): ObserveLimits =>
  (event: LimitEvent) => {
    try {
      observe?.(event);
    } catch (error) {
      log.warn('a metric of the rate limits was not taken', { error });
    }
  };

export const createLimiter = (options: LimiterOptions): Limiter => {
  const { windows, rules, now, log, monotonicNow = () => performance.now() } = options;
  const counting: Counting = {
    windows,
    remembered: createRememberedWindows(),
    failover: createFailover({ now, log }),
    observe: guarded(options.observe, log),
    monotonicNow,
  };
  return (rateClass, key, pause) => {
    const startedAt = monotonicNow();
    const at = now();
    const known = counting.remembered.get(key.hash, at.getTime());
    const attempt: Attempt = { rateClass, rule: rules[rateClass], key, at, known, startedAt };
    if (known?.is_blocked === true) return decide(counting, attempt, false, known);
    const turn = counting.failover.turn();
    return turn === null ? countInMemory(counting, attempt) : countInStore(counting, attempt, turn, pause);
  };
};
