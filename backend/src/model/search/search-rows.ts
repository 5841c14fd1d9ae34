/**
 * Names, for each reader who searches, the rows that were kept for the next search (`search/keep/rows`). It is in the table, beside the
 * entries, so that a table that was brought back from a copy never names rows of a later time.
 */
export type SearchRowsStore = {
  /** Returns the digest of the rows that were kept last; null if there are none. */
  get: (userId: string) => Promise<string | null>;
  put: (userId: string, digest: string) => Promise<void>;
};
