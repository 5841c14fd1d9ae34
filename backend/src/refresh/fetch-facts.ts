import type { FeedErrorCode } from '../contract/index.ts';

/** One fetch as the log line and the metrics tell it. */
export type FetchFacts = {
  feed_id: string;
  /** All that is told of its address: any other part may be a reader's secret. */
  host: string;
  /** Null where no answer came. */
  status: number | null;
  duration_ms: number;
  outcome: 'updated' | 'unchanged' | 'failed';
  error_code: FeedErrorCode | null;
  items_upserted: number;
  /** New items beyond those that one fetch brings, and items that could not be read or stored. */
  items_left_out: number;
};

/** Told of each fetch; must not throw. */
export type ObserveFetch = (facts: FetchFacts) => void;
