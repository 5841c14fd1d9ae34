import type { Entry } from './entry.ts';
import { expiryOf, isExpired, type Retention } from './expiry.ts';

/** Checks whether the reader read this article, so that the others of its story are read too. */
export const isFinished = ({ is_read, read_at }: Pick<Entry, 'is_read' | 'read_at'>): boolean =>
  is_read && read_at !== null;

/**
 * Returns an entry as read although the reader did not read it: a rule says so, or they read another article of its story.
 * It goes when a read one does, but has no time of reading, so that it does not count among what the reader has read.
 */
export const readUnopened = (
  entry: Entry,
  { retention, at }: { retention: Retention; at: string },
): Entry => {
  const read = { ...entry, is_read: true, read_at: null, unread_after: null };
  const timed = { ...read, expires_at: expiryOf({ ...read, read_at: at }, retention) };
  // One that was just let go is kept for its hour, even if it is past its age.
  return isExpired(timed, at) ? read : timed;
};
