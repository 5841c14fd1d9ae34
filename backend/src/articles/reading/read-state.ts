import pMap from 'p-map';
import type { ProfileStore } from '../../model/reader/profile.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SubscriptionStore, CountUnread } from '../../model/feed/subscription.ts';
import { expiryOf, isExpired } from '../../model/article/expiry.ts';
import { retentionFor, type Retention } from '../../model/reader/retention.ts';
import type { ArticleStore } from '../../model/article/article.ts';
import type { Entry, EntryStore, SavedCopy, SavedStore } from '../../model/article/entry.ts';
import { ArticleUnknownError } from './errors.ts';
import {
  afterMarks,
  asMarked,
  type ReadWatermark,
  type ReadWatermarkStore,
} from '../../model/article/watermark.ts';

const CONCURRENT_WRITES = 16;
/** Minimum time that an unsaved article is kept, in milliseconds, so that the reader can undo a mistake. */
const GRACE_MS = 3_600_000;

export type ReadStateDeps = {
  entries: Pick<EntryStore, 'get' | 'change'>;
  marks: Pick<ReadWatermarkStore, 'get'>;
  articles: Pick<ArticleStore, 'get'>;
  saved: SavedStore;
  subscriptions: Pick<SubscriptionStore, 'get'>;
  profiles: Pick<ProfileStore, 'get'>;
  countUnread: CountUnread;
  now: Clock;
  /** The retention of the deployment; a reader may choose a shorter one. */
  retention: Retention;
};

/**
 * Creates the functions that mark single articles read, unread or saved. They throw ArticleUnknownError for unknown and
 * expired articles.
 */
export const createReadState = (deps: ReadStateDeps) => {
  const { entries, marks, articles, saved, subscriptions, countUnread, now } = deps;

  const readerOf = async (userId: string): Promise<{ marks: ReadWatermark[]; retention: Retention }> => {
    const [stored, profile] = await Promise.all([marks.get(userId), deps.profiles.get(userId)]);
    return { marks: stored.marks, retention: retentionFor(profile, deps.retention) };
  };

  const withExpiry = (entry: Entry, retention: Retention): Entry => ({
    ...entry,
    expires_at: expiryOf(entry, retention),
  });

  /**
   * Sets the expiry unless that would expire the entry now. An article just unsaved is kept for its hour, even if it is
   * older than the retention allows.
   */
  const withLaterExpiry = (entry: Entry, at: string, retention: Retention): Entry => {
    const timed = withExpiry(entry, retention);
    return isExpired(timed, at) ? entry : timed;
  };

  const present = (entry: Entry | null, at: string): Entry => {
    if (entry === null || isExpired(entry, at)) throw new ArticleUnknownError();
    return entry;
  };

  type Change = (entry: Entry) => Entry | null;

  /** Marks an entry as read even if a mark covers it: the mark may be undone, and an opened article must stay read. */
  const markingRead =
    (at: string, reader: { marks: ReadWatermark[]; retention: Retention }): Change =>
    (entry) =>
      entry.is_read || isExpired(entry, at)
        ? null
        : withLaterExpiry({ ...entry, is_read: true, read_at: at, unread_after: null }, at, reader.retention);

  const markingUnread =
    (at: string, reader: { marks: ReadWatermark[]; retention: Retention }): Change =>
    (entry) =>
      !asMarked(entry, reader.marks).is_read || isExpired(entry, at)
        ? null
        : withLaterExpiry(
            { ...entry, is_read: false, read_at: null, unread_after: afterMarks(reader.marks) },
            at,
            reader.retention,
          );

  /**
   * Sets the read state of an entry. An article kept from an unsubscribed feed cannot become unread, since no
   * subscription exists to count it.
   */
  const setRead = async (userId: string, articleId: string, isRead: boolean): Promise<Entry> => {
    const at = now().toISOString();
    const reader = await readerOf(userId);
    if (!isRead) {
      const stored = present(await entries.get(userId, articleId), at);
      if ((await subscriptions.get(userId, stored.feed_ids[0])) === null) return stored;
    }
    const change = isRead ? markingRead(at, reader) : markingUnread(at, reader);
    const entry = present(await entries.change(userId, articleId, change), at);
    await countUnread(userId, entry.feed_ids[0], isRead ? at : undefined);
    return asMarked(entry, reader.marks);
  };

  const save = async (userId: string, articleId: string, feedTitle: string): Promise<Entry> => {
    const at = now().toISOString();
    const entry = present(await entries.get(userId, articleId), at);
    if (!entry.is_saved) {
      const article = await articles.get({ article_id: articleId, feed_id: entry.feed_ids[0] });
      const copy = await saved.get(userId, articleId);
      const body = article ?? copy;
      // A saved article must stay readable, so it cannot be saved without its text.
      if (body === null) throw new ArticleUnknownError();
      const { summary, content, author, enclosures } = body;
      await saved.put({
        user_id: userId,
        article_id: articleId,
        feed_title: feedTitle || (copy?.feed_title ?? ''),
        summary,
        content,
        author,
        enclosures,
        saved_at: at,
        ttl: null,
      });
    }
    const reader = await readerOf(userId);
    const change: Change = (stored) =>
      stored.is_saved ? null : withExpiry({ ...stored, is_saved: true }, reader.retention);
    const kept = present(await entries.change(userId, articleId, change), at);
    await saved.keep(userId, articleId);
    return asMarked(kept, reader.marks);
  };

  const unsave = async (userId: string, articleId: string): Promise<Entry> => {
    const at = now();
    const reader = await readerOf(userId);
    const earliest = new Date(at.getTime() + GRACE_MS).toISOString();
    // Read the copy before the entry is unsaved: if the reader saves the article again afterwards, that makes another
    // copy.
    const copy = await saved.get(userId, articleId);
    const entry = present(
      await entries.change(userId, articleId, (stored) => {
        if (!stored.is_saved) return null;
        const loose = withExpiry({ ...stored, is_saved: false }, reader.retention);
        return loose.expires_at !== null && loose.expires_at < earliest
          ? { ...loose, expires_at: earliest }
          : loose;
      }),
      at.toISOString(),
    );
    if (copy !== null) await expireCopy(copy, entry);
    // The entry can expire again, and the stored count does not know that expiry.
    if (!entry.is_read) await countUnread(userId, entry.feed_ids[0]);
    return asMarked(entry, reader.marks);
  };

  /** Lets the copy expire an hour after the unsaved entry, so that saving the article again finds its text. */
  const expireCopy = async (copy: SavedCopy, { expires_at }: Entry): Promise<void> => {
    if (expires_at === null) return;
    const { user_id: userId, article_id: articleId, saved_at } = copy;
    await saved.expire(userId, articleId, saved_at, Math.ceil((Date.parse(expires_at) + GRACE_MS) / 1000));
    // The reader may have saved it again meanwhile. `save` calls `keep` too, so the copy survives in either order.
    if ((await entries.get(userId, articleId))?.is_saved === true) await saved.keep(userId, articleId);
  };

  /** Marks articles as read and returns how many of them were not read before. */
  const markRows = async (userId: string, ids: string[]): Promise<number> => {
    const at = now().toISOString();
    const change = markingRead(at, await readerOf(userId));
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
  };

  return { setRead, save, unsave, markRows };
};

export type ReadState = ReturnType<typeof createReadState>;
