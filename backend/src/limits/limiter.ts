import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import { createFailover, type Turn } from './windows/failover.ts';
import type { RateLimitKey } from './key.ts';
import type { LimitEvent, ObserveLimits } from './observe.ts';
import type { RateClass, RateLimitRules } from './rate-class.ts';
import { createRememberedWindows, type RememberedWindows } from './windows/remembered-windows.ts';
import { rateLimitResult, type RateLimitResult } from './result.ts';
import { windowMilliseconds } from './windows/rule.ts';
import { withTimeLimit } from './windows/time-limit.ts';
import { WindowThrottledError, type Window, type WindowStore } from './windows/window.ts';

export type LimiterOptions = {
  windows: WindowStore;
  rules: RateLimitRules;
  now: Clock;
  log: Log;
  observe?: ObserveLimits | undefined;
  /** Returns the milliseconds since any fixed moment, to measure the latency. */
  monotonicNow?: () => number;
  /**
   * Time limit for the store's response in milliseconds, 2,000 by default; longer than its response time under the
   * expected load.
   */
  timeLimit?: number;
  remembered?: RememberedWindows;
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

/** Factor of the limits counted in memory, because instances do not know of each other and windows begin anew. */
const factorInMemory = 2;

export const createLimiter = (options: LimiterOptions): Limiter => {
  const { windows, rules, now, log, timeLimit = 2000 } = options;
  const monotonicNow = options.monotonicNow ?? (() => performance.now());
  const remembered = options.remembered ?? createRememberedWindows();

  const observe = (event: LimitEvent) => {
    try {
      options.observe?.(event);
    } catch (error) {
      log.warn('a metric of the rate limits was not taken', { error });
    }
  };

  // The class that meets the failure means little, but every metric needs a class.
  let askingClass: RateClass = 'public_unauthenticated';
  const failover = createFailover({
    now,
    log,
    onFailure: () => observe({ kind: 'store_failure', rate_class: askingClass }),
  });

  return (rateClass, key, pause) => {
    const rule = rules[rateClass];
    const startedAt = monotonicNow();
    const at = now();
    const time = at.getTime();
    const known = remembered.get(key.hash, time);

    const decide = (is_allowed: boolean, { count, ends_at }: Window) => {
      const limit = rule.attempts * (failover.isOut() ? factorInMemory : 1);
      const latency_ms = monotonicNow() - startedAt;
      observe({ kind: 'decision', rate_class: rateClass, is_allowed, latency_ms });
      return rateLimitResult({
        rate_class: rateClass,
        key,
        rule,
        is_allowed,
        limit,
        count,
        resets_at: ends_at,
      });
    };

    const newWindow = (): Window => ({ count: 0, ends_at: time + windowMilliseconds(rule) });

    const countInMemory = () => {
      const limit = rule.attempts * factorInMemory;
      const window = remembered.get(key.hash, time) ?? newWindow();
      const is_allowed = window.count < limit;
      const count = is_allowed ? window.count + 1 : window.count;
      remembered.set(key.hash, { ...window, count, is_blocked: count >= limit }, time);
      return decide(is_allowed, { ...window, count });
    };

    /** Remembers a window. Responses to parallel requests arrive in any order; a blocked window stays blocked. */
    const remember = (found: Window, isBlocked: boolean) => {
      const before = remembered.get(key.hash, time);
      if (before?.is_blocked === true) return;
      const isSame = before?.ends_at === found.ends_at;
      const count = isSame ? Math.max(before.count, found.count) : found.count;
      remembered.set(key.hash, { count, ends_at: found.ends_at, is_blocked: isBlocked }, time);
    };

    const countInStore = async (turn: Turn) => {
      try {
        await pause?.();
        const counting = windows.count(key.hash, rule, at, known !== null);
        const { is_counted, ...window } = await withTimeLimit(timeLimit, counting);
        failover.answered(turn);
        remember(window, window.count >= rule.attempts);
        return decide(is_counted, window);
      } catch (error) {
        if (error instanceof WindowThrottledError) {
          failover.answered(turn);
          const window = known ?? newWindow();
          remember(window, true);
          return decide(false, window);
        }
        askingClass = rateClass;
        failover.failed(turn, error);
        return countInMemory();
      }
    };

    if (known?.is_blocked === true) return decide(false, known);
    const turn = failover.turn();
    return turn === null ? countInMemory() : countInStore(turn);
  };
};
