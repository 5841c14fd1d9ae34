import pMap from 'p-map';
import type { Clock } from '../../lib/clock.ts';
import type { Entry, EntryStore } from '../../model/article/entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import { afterMarks, asMarked } from '../../model/article/watermark.ts';
import type { CountUnread, SubscriptionStore } from '../../model/feed/subscription.ts';
import type { Retention } from '../../model/reader/retention.ts';
import { present, rulesOf, withExpiry, type ReaderRules, type ReaderRulesDeps } from './shown-entry.ts';

const CONCURRENT_WRITES = 16;
const CONCURRENT_COUNTS = 4;

export type ReadStateDeps = ReaderRulesDeps & {
  entries: Pick<EntryStore, 'get' | 'change'>;
  subscriptions: Pick<SubscriptionStore, 'get' | 'list'>;
  countUnread: CountUnread;
  now: Clock;
};

/** The outcome of marking one article: `unchanged` if it has the wanted state already, or must stay read. */
export type MarkOutcome = 'marked' | 'unchanged' | 'not_found';

export type ReadState = {
  /**
   * Sets the read state of an entry. An article kept from an unsubscribed feed cannot become unread, since no
   * subscription exists to count it.
   * @throws NOT_FOUND for an unknown or expired article.
   */
  setRead: (userId: string, articleId: string, isRead: boolean) => Promise<Entry>;
  /**
   * Sets the read state of several articles under the same rules as `setRead`. Returns the outcome of each by its id. A
   * repeated call changes nothing.
   */
  setReadOfMany: (
    userId: string,
    ids: readonly string[],
    isRead: boolean,
  ) => Promise<Map<string, MarkOutcome>>;
};

/** Creates the functions that mark single articles as read or unread, and count the feeds' unread entries again. */
export const createReadState = (deps: ReadStateDeps): ReadState => {
  const { entries, subscriptions, countUnread, now } = deps;
  return {
    setRead: async (userId, articleId, isRead) => {
      const at = now().toISOString();
      const rules = await rulesOf(deps, userId);
      if (!isRead) {
        const stored = present(await entries.get(userId, articleId), at);
        if ((await subscriptions.get(userId, stored.feed_ids[0])) === null) return stored;
      }
      const change = isRead ? markingRead(at, rules) : markingUnread(at, rules);
      const entry = present(await entries.change(userId, articleId, change), at);
      await countUnread(userId, entry.feed_ids[0], isRead ? at : undefined);
      return asMarked(entry, rules.marks);
    },
    setReadOfMany: (userId, ids, isRead) => setReadOfMany(deps, userId, [...new Set(ids)], isRead),
  };
};

/** Returns the change that marks as read or unread. Entries of feeds that the reader left cannot become unread. */
const markingOf = async (
  { subscriptions }: ReadStateDeps,
  { userId, at, isRead }: { userId: string; at: string; isRead: boolean },
  rules: ReaderRules,
): Promise<Change> => {
  if (isRead) return markingRead(at, rules);
  const followed = new Set((await subscriptions.list(userId)).map(({ feed_id }) => feed_id));
  const mark = markingUnread(at, rules);
  return (entry) => (followed.has(entry.feed_ids[0]) ? mark(entry) : null);
};

const setReadOfMany = async (
  deps: ReadStateDeps,
  userId: string,
  ids: readonly string[],
  isRead: boolean,
): Promise<Map<string, MarkOutcome>> => {
  const at = deps.now().toISOString();
  const change = await markingOf(deps, { userId, at, isRead }, await rulesOf(deps, userId));
  const touched = new Set<string>();
  const markOne = async (articleId: string): Promise<[string, MarkOutcome]> => {
    let isMarked = false;
    const entry = await deps.entries.change(userId, articleId, (stored) => {
      const changed = change(stored);
      isMarked = changed !== null;
      return changed;
    });
    if (entry === null || isExpired(entry, at)) return [articleId, 'not_found'];
    // Also without a change: a former call may have been cut off before it counted.
    touched.add(entry.feed_ids[0]);
    return [articleId, isMarked ? 'marked' : 'unchanged'];
  };
  const outcomes = new Map(await pMap(ids, markOne, { concurrency: CONCURRENT_WRITES }));
  await pMap(touched, (feedId) => deps.countUnread(userId, feedId, isRead ? at : undefined), {
    concurrency: CONCURRENT_COUNTS,
  });
  return outcomes;
};

/** Returns the ids whose article was not as asked for before. */
export const markedOf = (outcomes: ReadonlyMap<string, MarkOutcome>): string[] =>
  Array.from(outcomes).flatMap(([id, outcome]) => (outcome === 'marked' ? [id] : []));

type Change = (entry: Entry) => Entry | null;

/** Marks an entry as read even if a mark covers it: the mark may be undone, and an opened article must stay read. */
const markingRead =
  (at: string, { retention }: ReaderRules): Change =>
  (entry) =>
    entry.is_read || isExpired(entry, at)
      ? null
      : withLaterExpiry({ ...entry, is_read: true, read_at: at, unread_after: null }, at, retention);

const markingUnread =
  (at: string, { marks, retention }: ReaderRules): Change =>
  (entry) =>
    !asMarked(entry, marks).is_read || isExpired(entry, at)
      ? null
      : withLaterExpiry(
          { ...entry, is_read: false, read_at: null, unread_after: afterMarks(marks) },
          at,
          retention,
        );

/**
 * Sets the expiry unless that would expire the entry now. An article just unsaved is kept for its hour, even if it is
 * older than the retention allows.
 */
const withLaterExpiry = (entry: Entry, at: string, retention: Retention): Entry => {
  const timed = withExpiry(entry, retention);
  return isExpired(timed, at) ? entry : timed;
};
