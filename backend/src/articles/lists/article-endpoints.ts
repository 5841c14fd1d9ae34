import type { ProfileStore } from '../../model/reader/profile.ts';
import type { BookmarkCounts } from '../../bookmarks/counts.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Job, onlyPage } from '../../contract/index.ts';
import { FeedUnknownError } from '../../model/feed/errors.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import type { SubscriptionStore } from '../../model/feed/subscription.ts';
import type { RecordJob } from '../../jobs/schedule-job.ts';
import { isExpired } from '../../model/article/expiry.ts';
import type { KeywordStore } from '../../model/score/keyword.ts';
import type { NoteReadThrough, RefreshLikedProfile } from '../../scoring/liked-profile.ts';
import type { ArticleStore } from '../../model/article/article.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { Entry, EntryRow, EntryStore, SavedStore } from '../../model/article/entry.ts';
import { ArticleUnknownError } from '../reading/errors.ts';
import type { MarkAll } from '../reading/mark-all.ts';
import {
  asMarked,
  mostUnread,
  activeWatermarks,
  type ReadWatermark,
  type ReadWatermarkStore,
} from '../../model/article/watermark.ts';
import type { ReadState } from '../reading/read-state.ts';
import { entryToRow, namesOf, toReasons, toRow, type ReaderNames } from './row-to-wire.ts';

export type ArticleEndpointDeps = {
  entries: Pick<EntryStore, 'get' | 'list'>;
  articles: Pick<ArticleStore, 'get'>;
  feeds: Pick<FeedStore, 'getMany'>;
  saved: Pick<SavedStore, 'get'>;
  subscriptions: Pick<SubscriptionStore, 'list' | 'get'>;
  keywords: Pick<KeywordStore, 'list'>;
  profiles: Pick<ProfileStore, 'get'>;
  marks: Pick<ReadWatermarkStore, 'get'>;
  readState: ReadState;
  markAll: MarkAll;
  recordJob: RecordJob;
  refreshLikedProfile: RefreshLikedProfile;
  noteReadThrough: NoteReadThrough;
  bookmarkCounts: BookmarkCounts;
  now: Clock;
};

type ArticleEndpoints = 'listArticles' | 'getArticle' | 'getReasons' | 'setRead' | 'setSaved' | 'markRead';

export const createArticleEndpoints = (deps: ArticleEndpointDeps): HandlersOf<ArticleEndpoints> => {
  const { entries, subscriptions, keywords, profiles, readState } = deps;

  const namesFor = async (userId: string): Promise<ReaderNames> =>
    namesOf(
      ...(await Promise.all([
        subscriptions.list(userId),
        keywords.list(userId),
        profiles.get(userId),
        deps.bookmarkCounts(),
      ])),
    );

  /** Adds titles for saved articles whose feed the reader no longer follows; the feed itself still has its title. */
  const nameFormerFeeds = async (rows: EntryRow[], names: ReaderNames): Promise<void> => {
    const former = new Set(
      rows.map(({ feed_ids: [feed_id] }) => feed_id).filter((id) => !names.feeds.has(id)),
    );
    if (former.size === 0) return;
    for (const { feed_id, title } of await deps.feeds.getMany([...former])) names.former.set(feed_id, title);
  };

  const present = async (userId: string, articleId: string): Promise<Entry> => {
    const entry = await entries.get(userId, articleId);
    if (entry === null || isExpired(entry, deps.now().toISOString())) throw new ArticleUnknownError();
    return asMarked(entry, (await deps.marks.get(userId)).marks);
  };

  /**
   * Returns the feeds in a scope; null means all feeds. An unknown folder gives an empty list. Throws FeedUnknownError
   * for a feed that the reader does not follow.
   */
  const feedsOf = async (
    userId: string,
    scope: { feed_id?: string | undefined; folder?: string | undefined },
  ): Promise<string[] | null> => {
    if (scope.feed_id === undefined && scope.folder === undefined) return null;
    if (scope.feed_id !== undefined) {
      const subscription = await subscriptions.get(userId, scope.feed_id);
      if (subscription === null) throw new FeedUnknownError();
      return scope.folder === undefined || subscription.folder === scope.folder ? [scope.feed_id] : [];
    }
    const all = await subscriptions.list(userId);
    return all.filter(({ folder }) => folder === scope.folder).map(({ feed_id }) => feed_id);
  };

  const mostOf = ({ subscriptions: all }: ReaderNames, feedIds: string[] | null, marks: ReadWatermark[]) => {
    const scope = new Set(feedIds);
    return mostUnread(
      all.filter(({ feed_id }) => feedIds === null || scope.has(feed_id)),
      marks,
    );
  };

  const marked = (userId: string, count: number): Promise<Job> => deps.recordJob(userId, 'mark-read', count);

  const markScope = (userId: string, before: string, feedIds: string[] | null): Promise<Job> =>
    feedIds?.length === 0 ? marked(userId, 0) : deps.markAll(userId, before, feedIds);

  return {
    listArticles: async ({ reader: { user_id }, query }) => {
      const { sort, filter, limit, cursor, feed_id, folder } = query;
      const bound = { user_id, sort, filter, feed_id, folder };
      const [feed_ids, names, { marks }] = await Promise.all([
        feedsOf(user_id, { feed_id, folder }),
        namesFor(user_id),
        deps.marks.get(user_id),
      ]);
      const after = cursor === undefined ? null : decodeCursor(cursor, bound);
      // Many entries that a mark covers may come before the few unread ones. This upper bound stops the search for
      // more.
      const most =
        filter === 'unread' && activeWatermarks(marks).length > 0 ? mostOf(names, feed_ids, marks) : null;
      const at_most = after === null ? most : after.left;
      const { rows, has_more } = await entries.list({
        user_id,
        sort,
        filter,
        feed_ids,
        limit,
        after,
        now: deps.now().toISOString(),
        marks,
        at_most,
      });
      await nameFormerFeeds(rows, names);
      const last = rows.at(-1);
      const left = at_most === null ? null : at_most - rows.length;
      return {
        items: rows.map((row) => toRow(row, names)),
        next_cursor: has_more && last !== undefined ? encodeCursor(last, bound, left) : null,
        has_more,
      };
    },
    getArticle: async ({ reader: { user_id }, params: { article_id } }) => {
      const entry = await present(user_id, article_id);
      const [names, article, copy] = await Promise.all([
        namesFor(user_id),
        deps.articles.get({ article_id, feed_id: entry.feed_ids[0] }),
        deps.saved.get(user_id, article_id),
      ]);
      const body = entry.is_saved ? (copy ?? article) : (article ?? copy);
      if (copy !== null) names.former.set(entry.feed_ids[0], copy.feed_title);
      const row = entryToRow(entry, names);
      return {
        ...row,
        content: body?.content ?? '',
        summary: body?.summary ?? entry.excerpt,
        author: body?.author ?? null,
        enclosures: body?.enclosures ?? [],
      };
    },
    getReasons: async ({ reader: { user_id }, params: { article_id } }) => {
      const [entry, names] = await Promise.all([present(user_id, article_id), namesFor(user_id)]);
      return onlyPage(toReasons(entry.reasons, names));
    },
    setRead: async ({ reader: { user_id }, params: { article_id }, body: { is_read, is_read_through } }) => {
      const entry = await readState.setRead(user_id, article_id, is_read);
      if (is_read_through === true || !is_read) await deps.noteReadThrough(entry, is_read);
      return entryToRow(entry, await namesFor(user_id));
    },
    setSaved: async ({ reader: { user_id }, params: { article_id }, body: { is_saved } }) => {
      const names = await namesFor(user_id);
      if (!is_saved) {
        const loose = await readState.unsave(user_id, article_id);
        await deps.refreshLikedProfile(user_id);
        return entryToRow(loose, names);
      }
      const { feed_ids } = await present(user_id, article_id);
      const saved = await readState.save(
        user_id,
        article_id,
        names.feeds.get(feed_ids[0]) ?? names.former.get(feed_ids[0]) ?? '',
      );
      // New articles are compared with it from now on; existing ones follow at the next recalculation.
      await deps.refreshLikedProfile(user_id);
      return entryToRow(saved, names);
    },
    markRead: async ({ reader: { user_id }, body }) =>
      'article_ids' in body
        ? marked(user_id, await readState.markRows(user_id, body.article_ids))
        : markScope(user_id, body.before, await feedsOf(user_id, body)),
  };
};
