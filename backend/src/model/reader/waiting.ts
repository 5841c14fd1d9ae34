import type { Profile } from './profile.ts';

/** A reader of whom an article or a keyword has no vector, because the embedding model did not answer or refused a text. */
export type WaitingReader = {
  user_id: string;
  /** The time since which something waits. */
  since: string;
  /** The time of the last failure. */
  noted_at: string;
  /** The time before which nothing is tried, because the model answered and refused a text; null if it did not answer. */
  next_at: string | null;
  /** True if all articles must be scored again once the model answers: a keyword waits, or a recalculation was cut off. */
  is_all: boolean;
};

/** The readers who wait, in one small list, so that finding out that nobody does takes one read. */
export type WaitingStore = {
  /** Adds a reader to the list; `since` stays that of the first time, and so does `is_all` once it is set. */
  note: (userId: string, at: string, isAll: boolean) => Promise<void>;
  /**
   * Adds a reader of whom the model refused a text, to be tried at `next_at`. Changes nothing for one who is on the list.
   */
  noteRefused: (userId: string, at: string, next_at: string) => Promise<void>;
  get: (userId: string) => Promise<WaitingReader | null>;
  /** Returns at most `limit` readers, in order of their ids. */
  list: (limit: number) => Promise<WaitingReader[]>;
  /** Puts a reader off until a time, unless another failure was noted after `notedUpTo`. */
  defer: (userId: string, notedUpTo: string, until: string) => Promise<void>;
  /** Takes a reader off the list, unless another failure was noted after `notedUpTo`. */
  clear: (userId: string, notedUpTo: string) => Promise<void>;
};

/** The version of how scores and the order by them are stored. It is raised when entries must be written again. */
const SCORES_VERSION = 3;

/** Returns what tells apart how a reader's entries were scored: the model and the version of what is stored. */
export const scoredWith = (model: string): string => `${model} v${SCORES_VERSION}`;

/**
 * Number of milliseconds for which articles that the model failed on are left to their message, which is delivered
 * again after 30 seconds, then 2, 8 and 15 minutes.
 */
const LEFT_TO_MESSAGES_MS = 30 * 60_000;

/**
 * Returns true if articles of the reader remained unscored because the model did not answer, and neither their messages
 * nor a recalculation will score them. A recalculation scores them, at most one each half hour.
 */
export const isScoringDue = (
  { unscored_at, recalculated_at }: Pick<Profile, 'unscored_at' | 'recalculated_at'>,
  now: Date,
): boolean =>
  unscored_at !== null &&
  (recalculated_at ?? '') <= unscored_at &&
  Date.parse(unscored_at) + LEFT_TO_MESSAGES_MS <= now.getTime();
