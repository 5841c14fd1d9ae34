import type { Redirect } from '../guard/guarded-fetch.ts';
import type { RobotsGroup } from './rules/robots-group.ts';

/** The stored state of an origin's robots.txt; one for each origin, shared by all workers. */
export type RobotsRecord = {
  /** Scheme, host and port, as `https://a.example`; for a robot other than Omomi, `#` and its name follow. */
  origin: string;
  /** The rules when it was last read; null if it never was. An origin without robots.txt has an empty group. */
  group: RobotsGroup | null;
  /** The time of the next request. Until then, the record is used. */
  asks_at: string;
  /** The reason that the last request for it failed; null if it succeeded. */
  failure: RobotsFailure | null;
  /**
   * Redirects that the last request followed before it had to wait for a host's turn. The next one goes on from there.
   */
  redirects: Redirect[];
};

export type RobotsFailure = {
  /** One sentence in plain words. */
  message: string;
  /** Requests that failed in a row. */
  count: number;
  /** The time of the first of them. */
  since: string;
  /** True if the next request is a retry, for which pages wait; false if they are refused. */
  is_retried: boolean;
};

export type RobotsStore = {
  /** Returns null for an origin that was never asked, or not for a month. */
  get: (origin: string) => Promise<RobotsRecord | null>;
  /** Stores the record. Returns false if its rules are too large for the table; then nothing is stored. */
  put: (record: RobotsRecord) => Promise<boolean>;
};
