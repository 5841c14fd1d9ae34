import pMap from 'p-map';
import type { Clock } from '../../lib/clock.ts';
import type { Entry, EntryStore } from '../../model/article/entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import { afterMarks, asMarked } from '../../model/article/watermark.ts';
import type { CountUnread, SubscriptionStore } from '../../model/feed/subscription.ts';
import type { Retention } from '../../model/reader/retention.ts';
import { present, rulesOf, withExpiry, type ReaderRules, type ReaderRulesDeps } from './shown-entry.ts';

const CONCURRENT_WRITES = 16;

export type ReadStateDeps = ReaderRulesDeps & {
  entries: Pick<EntryStore, 'get' | 'change'>;
  subscriptions: Pick<SubscriptionStore, 'get'>;
  countUnread: CountUnread;
  now: Clock;
};

export type ReadState = {
  /**
   * Sets the read state of an entry. An article kept from an unsubscribed feed cannot become unread, since no
   * subscription exists to count it.
   * @throws ArticleUnknownError for an unknown or expired article.
   */
  setRead: (userId: string, articleId: string, isRead: boolean) => Promise<Entry>;
  /** Marks articles as read and returns how many of them were not read before. */
  markRows: (userId: string, ids: string[]) => Promise<number>;
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
    markRows: async (userId, ids) => {
      const at = now().toISOString();
      const change = markingRead(at, await rulesOf(deps, userId));
      const touched = new Set<string>();
      const marked = await pMap(
        ids,
        async (articleId) => {
          const entry = await entries.change(userId, articleId, change);
          if (entry === null) return false;
          touched.add(entry.feed_ids[0]);
          return entry.read_at === at;
        },
        { concurrency: CONCURRENT_WRITES },
      );
      for (const feedId of touched) await countUnread(userId, feedId, at);
      return marked.filter(Boolean).length;
    },
  };
};

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
