/** A reader's entries that were written since the time for which a token stands. */
type Changes = {
  /** Stands for now. It may be kept for as long as one likes, and used by another process. Null if it would tell nothing later. */
  token: string | null;
  /** The entries that were written since, gone ones included; null if that is not known, so that all must be read. */
  article_ids: readonly string[] | null;
};

/**
 * Tells which entries of a reader were written, by whatever process. A write that ended before the call is told; one that is under
 * way is told by this call, by the next, or by both.
 */
export type EntryChanges = {
  /** Pass null for `token` at the first time. A token that is not understood tells nothing. */
  since: (userId: string, token: string | null) => Promise<Changes>;
};
