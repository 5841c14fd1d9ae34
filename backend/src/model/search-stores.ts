import type { SavedSearch } from '../contract/index.ts';
import type { ListStore } from '../lib/list-store.ts';

/** A reader's saved searches in the order in which they are shown. */
export type SavedSearchStore = ListStore<SavedSearch>;

/**
 * Names, for each reader who searches, the rows that were kept for the next search (`search/keep/stored-rows.ts`). It is in the table, beside the
 * entries, so that a table that was brought back from a copy never names rows of a later time.
 */
export type SearchRowsStore = {
  /** Returns the digest of the rows that were kept last; null if there are none. */
  get: (userId: string) => Promise<string | null>;
  put: (userId: string, digest: string) => Promise<void>;
};

/** The note that any of a reader's entries may be written. */
export const ANY_ENTRY = '*';

export type NotesState = {
  /** The time from which writes are noted; null if they are not. */
  begun_at: number | null;
  /** How often all rows were read since `asked_from`, for want of notes. */
  asked: number;
  asked_from: number;
};

/** Notes of which entries of a reader are about to be written, for readers who search. Times are in milliseconds since 1970. */
export type EntryNotesStore = {
  /** Returns whether writes are noted; null before the first search. */
  get: (userId: string) => Promise<NotesState | null>;
  put: (userId: string, state: NotesState) => Promise<void>;
  /** Ends the notes of a reader. Those that are there expire. */
  end: (userId: string) => Promise<void>;
  /** Notes that an entry, or any, is about to be written. */
  add: (userId: string, at: number, articleId: string) => Promise<void>;
  /** Returns what was noted after a time, each once; null if that is more than `most` notes. The read is strongly consistent. */
  listAfter: (userId: string, at: number, most: number) => Promise<string[] | null>;
};

/** Seconds for which a note is kept, seven days: after that, a search reads all rows. */
export const NOTE_SECONDS = 7 * 86_400;

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
