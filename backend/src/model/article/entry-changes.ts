/** A reader's entries that were written since the time for which a token stands. */
type Changes = {
  /** Stands for now. */
  token: number;
  /** The entries that were written since, gone ones included; null if that is not known, so that all must be read. */
  article_ids: readonly string[] | null;
};

/**
 * Tells which entries of a reader were written, by whatever process. A write that ended before the call is told; one that is under
 * way may be told by this call or by the next.
 */
export type EntryChanges = {
  /** Pass null for `token` at the first time. */
  since: (userId: string, token: number | null) => Changes;
};

/** The changes of a table that several processes write: none of them knows what the others write. */
export const unknownChanges: EntryChanges = { since: () => ({ token: 0, article_ids: null }) };
