import type { Subscription } from '../feed/subscription.ts';
import type { Entry } from './entry.ts';

/**
 * A watermark: entries of its feeds that reached the reader by `before` count as read, unless they were marked unread
 * after the mark was made. Lists and counts apply it at once; the job with the same id writes it into the entries
 * later.
 */
export type ReadWatermark = {
  /** The id of the job that writes the mark into the entries. */
  mark_id: string;
  /** The number of this mark, one more than the reader's previous mark. It gives the order when clocks do not. */
  seq: number;
  /** The feeds of the mark; null means all feeds. For a folder, the feeds that were in it when the mark was made. */
  feed_ids: string[] | null;
  before: string;
  marked_at: string;
  /** The time when the reader undid the mark; null while it counts. */
  undone_at: string | null;
};

type Marked = Pick<Entry, 'feed_ids' | 'created_at' | 'is_read' | 'unread_after'>;

const includes = ({ feed_ids }: ReadWatermark, feedId: string): boolean =>
  feed_ids === null || feed_ids.includes(feedId);

/** Returns true if the mark makes an entry count as read that the reader has not read individually. */
export const covers = (mark: ReadWatermark, entry: Marked): boolean =>
  mark.undone_at === null &&
  !entry.is_read &&
  entry.created_at <= mark.before &&
  (entry.unread_after ?? 0) < mark.seq &&
  includes(mark, entry.feed_ids[0]);

/** Returns the entry or row as the reader sees it: read since the first mark that covers it. */
export const asMarked = <T extends Marked & { read_at: string | null }>(
  entry: T,
  watermarks: ReadWatermark[],
): T => {
  const mark = watermarks.find((each) => covers(each, entry));
  return mark === undefined ? entry : { ...entry, is_read: true, read_at: mark.marked_at };
};

/** Returns the marks that were not undone. */
export const activeWatermarks = (watermarks: ReadWatermark[]): ReadWatermark[] =>
  watermarks.filter(({ undone_at }) => undone_at === null);

/** Returns the `unread_after` of an entry that is marked unread now, so that earlier marks do not cover it. */
export const afterMarks = (watermarks: ReadWatermark[]): number | null =>
  watermarks.length === 0 ? null : watermarks.reduce((last, { seq }) => Math.max(last, seq), 0);

type Counted = Pick<Subscription, 'feed_id' | 'unread_count' | 'counted_at' | 'counted_seq' | 'recount_at'>;

/** Returns true if a mark made after the count covers everything that was counted; then nothing is left unread. */
const isEmptied = (counted: Counted, watermarks: ReadWatermark[]): boolean =>
  watermarks.some(
    (mark) =>
      mark.undone_at === null &&
      mark.seq > counted.counted_seq &&
      counted.counted_at <= mark.before &&
      includes(mark, counted.feed_id),
  );

/** Returns a subscription's unread count with the marks made since it was counted. */
export const unreadUnder = (counted: Counted, watermarks: ReadWatermark[]): number =>
  isEmptied(counted, watermarks) ? 0 : counted.unread_count;

/** Returns true if the count applied a mark that was undone later; the count is then too low. */
const isTooLow = (counted: Counted, watermarks: ReadWatermark[]): boolean =>
  watermarks.some(
    (mark) =>
      mark.undone_at !== null &&
      mark.seq <= counted.counted_seq &&
      counted.counted_at <= mark.undone_at &&
      includes(mark, counted.feed_id),
  );

/**
 * Returns true if a mark made after the count may cover some of the counted entries but not all of them; the count is
 * then too high.
 */
const isOvertaken = (counted: Counted, watermarks: ReadWatermark[]): boolean =>
  counted.unread_count > 0 &&
  activeWatermarks(watermarks).some(
    (mark) =>
      mark.seq > counted.counted_seq && counted.counted_at > mark.before && includes(mark, counted.feed_id),
  );

/** Milliseconds by which the clocks of two machines may differ. */
const CLOCKS_DIFFER_MS = 300_000;

/** Returns the time after which no count can have been made at `now`: a later one was made by a clock that was wrong. */
const impossiblyLate = (now: string): string => new Date(Date.parse(now) + CLOCKS_DIFFER_MS).toISOString();

/**
 * Returns true if the feed must be counted again, because a counted entry expired, a mark was made or undone since, or the
 * clock was wrong when it was counted.
 */
export const isStale = (counted: Counted, watermarks: ReadWatermark[], now: string): boolean =>
  (counted.counted_at > now && counted.counted_at > impossiblyLate(now)) ||
  isTooLow(counted, watermarks) ||
  (!isEmptied(counted, watermarks) &&
    (isOvertaken(counted, watermarks) || (counted.recount_at !== null && counted.recount_at <= now)));

/** Returns an upper bound on the unread entries in the feeds; null if a stored count may be too low. */
export const mostUnread = (feeds: readonly Counted[], watermarks: ReadWatermark[]): number | null =>
  feeds.some((feed) => isTooLow(feed, watermarks))
    ? null
    : feeds.reduce((sum, feed) => sum + unreadUnder(feed, watermarks), 0);

/** Returns the time when the reader last read something in the feed, marks included. */
export const lastReadUnder = (
  { feed_id, last_read_at }: Pick<Subscription, 'feed_id' | 'last_read_at'>,
  watermarks: ReadWatermark[],
): string | null =>
  watermarks
    .filter((mark) => mark.undone_at === null && includes(mark, feed_id))
    .reduce(
      (latest: string | null, { marked_at }) => (latest === null || marked_at > latest ? marked_at : latest),
      last_read_at,
    );

export type ReaderMarks = {
  /** The number of the reader's last mark, even if it is already settled; 0 before the first mark. */
  seq: number;
  watermarks: ReadWatermark[];
};

export type ReadWatermarkStore = {
  /** Returns the marks of a reader by a strongly consistent read. */
  get: (userId: string) => Promise<ReaderMarks>;
  /**
   * Changes the marks under optimistic locking and retries on a conflict; `change` returns null to leave them as they
   * are.
   */
  change: (userId: string, change: (stored: ReaderMarks) => ReaderMarks | null) => Promise<ReaderMarks>;
};
