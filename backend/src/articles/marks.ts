import type { Subscription } from '../feeds/subscription.ts';
import type { Entry } from './entry.ts';

/**
 * A watermark: what had reached the reader by `before` in its feeds counts as read, unless it was marked unread after
 * the mark was made. Lists and counts honour it at once; the job of the same id writes it into the entries later.
 */
export type Mark = {
  /** The id of the job that settles it. */
  mark_id: string;
  /** One more than the reader's mark before: says which came first where the clock does not. */
  seq: number;
  /** Null for all feeds; a folder is its feeds as they were. */
  feed_ids: string[] | null;
  before: string;
  marked_at: string;
  /** Since when it counts no longer: it was taken back. */
  undone_at: string | null;
};

type Marked = Pick<Entry, 'feed_ids' | 'created_at' | 'is_read' | 'unread_after'>;

const includes = ({ feed_ids }: Mark, feedId: string): boolean =>
  feed_ids === null || feed_ids.includes(feedId);

/** Does this mark make an entry that was not read one by one count as read? */
export const covers = (mark: Mark, entry: Marked): boolean =>
  mark.undone_at === null &&
  !entry.is_read &&
  entry.created_at <= mark.before &&
  (entry.unread_after ?? 0) < mark.seq &&
  includes(mark, entry.feed_ids[0]);

/** The entry, or row, as its reader sees it: read since the first mark that covers it. */
export const asMarked = <T extends Marked>(entry: T, marks: Mark[]): T & { read_at?: string | null } => {
  const mark = marks.find((each) => covers(each, entry));
  return mark === undefined ? entry : { ...entry, is_read: true, read_at: mark.marked_at };
};

/** The marks that were not taken back. */
export const standing = (marks: Mark[]): Mark[] => marks.filter(({ undone_at }) => undone_at === null);

/** What an entry that is unread from now on remembers, so that the marks made before do not cover it. */
export const afterMarks = (marks: Mark[]): number | null =>
  marks.length === 0 ? null : marks.reduce((last, { seq }) => Math.max(last, seq), 0);

type Counted = Pick<Subscription, 'feed_id' | 'unread_count' | 'counted_at' | 'counted_seq' | 'recount_at'>;

/** Was everything counted by a mark that the count does not know? Then nothing is left of it. */
const isEmptied = (counted: Counted, marks: Mark[]): boolean =>
  marks.some(
    (mark) =>
      mark.undone_at === null &&
      mark.seq > counted.counted_seq &&
      counted.counted_at <= mark.before &&
      includes(mark, counted.feed_id),
  );

/** A subscription's unread under the marks made since it was counted. */
export const unreadUnder = (counted: Counted, marks: Mark[]): number =>
  isEmptied(counted, marks) ? 0 : counted.unread_count;

/** Was a mark taken back that the count knew? Then it is too low. */
const isTooLow = (counted: Counted, marks: Mark[]): boolean =>
  marks.some(
    (mark) =>
      mark.undone_at !== null &&
      mark.seq <= counted.counted_seq &&
      counted.counted_at <= mark.undone_at &&
      includes(mark, counted.feed_id),
  );

/** Was it counted while a mark was made that leaves some of it, or all of what came since `before`? Then it is too high. */
const isOvertaken = (counted: Counted, marks: Mark[]): boolean =>
  counted.unread_count > 0 &&
  standing(marks).some(
    (mark) =>
      mark.seq > counted.counted_seq && counted.counted_at > mark.before && includes(mark, counted.feed_id),
  );

/** Must the feed be counted again, since something of it expired, or a mark was made or taken back meanwhile? */
export const isStale = (counted: Counted, marks: Mark[], now: string): boolean =>
  isTooLow(counted, marks) ||
  (!isEmptied(counted, marks) &&
    (isOvertaken(counted, marks) || (counted.recount_at !== null && counted.recount_at <= now)));

/** The most unread there can be in feeds; null where their counts do not tell. */
export const mostUnread = (feeds: Counted[], marks: Mark[]): number | null =>
  feeds.some((feed) => isTooLow(feed, marks))
    ? null
    : feeds.reduce((sum, feed) => sum + unreadUnder(feed, marks), 0);

/** When the reader last read in a feed, marks included. */
export const lastReadUnder = (
  { feed_id, last_read_at }: Pick<Subscription, 'feed_id' | 'last_read_at'>,
  marks: Mark[],
): string | null =>
  marks
    .filter((mark) => mark.undone_at === null && includes(mark, feed_id))
    .reduce(
      (latest: string | null, { marked_at }) => (latest === null || marked_at > latest ? marked_at : latest),
      last_read_at,
    );

export type ReaderMarks = {
  /** Of the reader's last mark, also of one that is settled; 0 before the first. */
  seq: number;
  marks: Mark[];
};

export type MarkStore = {
  /** Strongly consistent. */
  get: (userId: string) => Promise<ReaderMarks>;
  /** Reads, changes and writes on condition that nobody wrote in between, again until it holds; null leaves it. */
  change: (userId: string, change: (standing: ReaderMarks) => ReaderMarks | null) => Promise<ReaderMarks>;
};
