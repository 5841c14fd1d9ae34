import type { RateClass } from './rate-class.ts';

/** An event of the limiter, for the metrics. */
export type LimitEvent =
  | { kind: 'decision'; rate_class: RateClass; is_allowed: boolean; latency_ms: number }
  /** The table failed, and windows are counted in memory from now on. Reported once, not for each request. */
  | { kind: 'store_failure'; rate_class: RateClass };

export type ObserveLimits = (event: LimitEvent) => void;
