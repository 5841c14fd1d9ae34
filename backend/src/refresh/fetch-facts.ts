import type { FeedErrorCode } from '../contract/index.ts';

/** The facts of one fetch for the log line and the metrics. */
export type FetchFacts = {
  feed_id: string;
  /** The host is the only part of the address that is reported, because any other part may hold a reader's secret. */
  host: string;
  /** The HTTP status; null if no response came. */
  status: number | null;
  duration_ms: number;
  outcome: 'updated' | 'unchanged' | 'failed';
  error_code: FeedErrorCode | null;
  items_upserted: number;
  /** Number of new items above the limit of one fetch, plus the items that could not be read or stored. */
  items_left_out: number;
};

/** Receives the facts of each fetch; must not throw. */
export type ObserveFetch = (facts: FetchFacts) => void;
