import pMap from 'p-map';
import type { Clock } from '../config/log.ts';
import type { SubscriptionStore } from '../feeds/subscription.ts';
import type { CountUnread } from '../feeds/unread.ts';
import { expiryOf, isExpired, type Retention } from '../retention/expiry.ts';
import type { ArticleStore } from './article.ts';
import type { Entry, EntryRow, EntryStore, SavedStore } from './entry.ts';
import { ArticleUnknownError } from './errors.ts';

const PAGE = 200;
const CONCURRENT_WRITES = 16;
/** An article that is let go stays for at least so long, so that a slip can be undone. */
const GRACE_MS = 3_600_000;

export type ReadStateDeps = {
  entries: Pick<EntryStore, 'get' | 'change' | 'list'>;
  articles: Pick<ArticleStore, 'get'>;
  saved: SavedStore;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  countUnread: CountUnread;
  now: Clock;
  retention: Retention;
};

/** A reader's marks on articles. Unknown and expired articles throw ArticleUnknownError. */
export const createReadState = ({
  entries,
  articles,
  saved,
  subscriptions,
  countUnread,
  now,
  retention,
}: ReadStateDeps) => {
  const withExpiry = (entry: Entry): Entry => ({ ...entry, expires_at: expiryOf(entry, retention) });

  const mark = (is_read: boolean, at: string) => (entry: Entry) =>
    entry.is_read === is_read || isExpired(entry, at)
      ? null
      : withExpiry({ ...entry, is_read, read_at: is_read ? at : null });

  const present = (entry: Entry | null, at: string): Entry => {
    if (entry === null || isExpired(entry, at)) throw new ArticleUnknownError();
    return entry;
  };

  const setRead = async (userId: string, articleId: string, isRead: boolean): Promise<Entry> => {
    const at = now().toISOString();
    const entry = present(await entries.change(userId, articleId, mark(isRead, at)), at);
    await countUnread(userId, entry.feed_ids[0], isRead ? at : undefined);
    return entry;
  };

  const save = async (userId: string, articleId: string, feedTitle: string): Promise<Entry> => {
    const at = now().toISOString();
    const entry = present(await entries.get(userId, articleId), at);
    if (!entry.is_saved) {
      const article = await articles.get({ article_id: articleId, feed_id: entry.feed_ids[0] });
      const copy = await saved.get(userId, articleId);
      const body = article ?? copy;
      // What is saved must be there to be read: without a text it cannot be kept.
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
    const change = (standing: Entry) =>
      standing.is_saved ? null : withExpiry({ ...standing, is_saved: true });
    return present(await entries.change(userId, articleId, change), at);
  };

  const letGo = async (userId: string, articleId: string): Promise<Entry> => {
    const at = now();
    const earliest = new Date(at.getTime() + GRACE_MS).toISOString();
    const entry = present(
      await entries.change(userId, articleId, (standing) => {
        if (!standing.is_saved) return null;
        const loose = withExpiry({ ...standing, is_saved: false });
        return loose.expires_at !== null && loose.expires_at < earliest
          ? { ...loose, expires_at: earliest }
          : loose;
      }),
      at.toISOString(),
    );
    await expireCopy(userId, articleId, entry);
    return entry;
  };

  /** The copy outlives the entry that was let go, so that saving it again finds its text; then it goes by itself. */
  const expireCopy = async (userId: string, articleId: string, { expires_at }: Entry): Promise<void> => {
    const copy = await saved.get(userId, articleId);
    if (copy === null || expires_at === null) return;
    await saved.put({ ...copy, ttl: Math.ceil((Date.parse(expires_at) + GRACE_MS) / 1000) });
    if ((await entries.get(userId, articleId))?.is_saved === true) await saved.put({ ...copy, ttl: null });
  };

  const markRows = async (userId: string, ids: string[]): Promise<number> => {
    const at = now().toISOString();
    const touched = new Set<string>();
    const marked = await pMap(
      ids,
      async (articleId) => {
        const entry = await entries.change(userId, articleId, mark(true, at));
        if (entry === null) return false;
        touched.add(entry.feed_ids[0]);
        return entry.read_at === at;
      },
      { concurrency: CONCURRENT_WRITES },
    );
    for (const feedId of touched) await countUnread(userId, feedId, at);
    return marked.filter(Boolean).length;
  };

  /** Marks what arrived up to `before` in the given feeds (null: all) read; answers how many. */
  const markBefore = async (userId: string, before: string, feedIds: string[] | null): Promise<number> => {
    const ids: string[] = [];
    let after: EntryRow | null = null;
    for (;;) {
      const page: { rows: EntryRow[]; has_more: boolean } = await entries.list({
        user_id: userId,
        sort: 'published_at',
        filter: 'unread',
        feed_ids: feedIds,
        limit: PAGE,
        after,
        now: now().toISOString(),
      });
      ids.push(
        ...page.rows.filter(({ created_at }) => created_at <= before).map(({ article_id }) => article_id),
      );
      after = page.rows.at(-1) ?? null;
      if (!page.has_more || after === null) break;
    }
    const count = await markRows(userId, ids);
    // A call that was cut off before it counted left marks that this one does not find unmarked.
    const inScope = new Set(feedIds);
    for (const { feed_id, unread_count } of await subscriptions.list(userId))
      if (unread_count > 0 && (feedIds === null || inScope.has(feed_id))) await countUnread(userId, feed_id);
    return count;
  };

  return { setRead, save, letGo, markRows, markBefore };
};

export type ReadState = ReturnType<typeof createReadState>;
