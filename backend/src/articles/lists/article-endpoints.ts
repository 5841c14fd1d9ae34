import { onlyPage, type ArticlePage, type ArticleQuery } from '../../contract/index.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Entry } from '../../model/article/entry.ts';
import { activeWatermarks, asMarked, mostUnread, type ReadWatermark } from '../../model/article/watermark.ts';
import type { Context } from '../../model/context.ts';
import { isExpired } from '../../model/article/expiry.ts';
import { articleUnknown, present, readShownText } from '../reading/shown-entry.ts';
import type { StoriesContext } from '../stories/known-stories.ts';
import { listPage } from '../stories/list-page.ts';
import { balancedRows } from './balanced-rows.ts';
import { shownBefore } from '../stories/fold-rows.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { type OpenArticleContext, openArticle, reasonsOf, withinSize } from './open-article.ts';
import {
  type NamesContext,
  type ReaderNames,
  isOfLeftFeeds,
  loadNames,
  underFollowed,
  withFormerFeeds,
  rowStoryOf,
  toRow,
} from './row-to-wire.ts';
import { feedsInScope } from './scope.ts';

type ListContext = NamesContext & StoriesContext & Pick<Context, 'entries' | 'feeds' | 'watermarks'>;

type ListArticles = (ctx: ListContext, user_id: string, query: ArticleQuery) => Promise<ArticlePage>;

type ArticleContext = OpenArticleContext & NamesContext & Pick<Context, 'watermarks'>;

/** The endpoints that show articles: a page of a list, one article or several, and the reasons for a score. */
export const articleEndpoints = (
  ctx: ArticleContext,
): HandlersOf<'listArticles' | 'getArticle' | 'getArticles' | 'getReasons'> => ({
  listArticles: ({ reader: { user_id }, query }) => listArticles(ctx, user_id, query),
  getArticle: async ({ reader: { user_id }, params: { article_id } }) => {
    const [entry, names] = await Promise.all([shownEntry(ctx, user_id, article_id), loadNames(ctx, user_id)]);
    return openArticle(ctx, stillListed(entry, names), names);
  },
  getArticles: async ({ reader: { user_id }, query: { article_ids } }) => {
    const ids = [...new Set(article_ids.split(','))];
    const [stored, { watermarks }, names] = await Promise.all([
      ctx.entries.getMany(user_id, ids),
      ctx.watermarks.get(user_id),
      loadNames(ctx, user_id),
    ]);
    const now = ctx.now().toISOString();
    const listed = stored.flatMap((entry) => {
      const isGone = isExpired(entry, now) || (isOfLeftFeeds(names)(entry) && !entry.is_saved);
      return isGone ? [] : stillListed(asMarked(entry, watermarks), names);
    });
    const known = new Map(listed.map((entry) => [entry.article_id, entry]));
    const opened = await Promise.all(
      ids.flatMap((id) => {
        const entry = known.get(id);
        return entry === undefined ? [] : openArticle(ctx, entry, names);
      }),
    );
    return { items: withinSize(opened) };
  },
  getReasons: async ({ reader: { user_id }, params: { article_id } }) => {
    const [entry, names] = await Promise.all([shownEntry(ctx, user_id, article_id), loadNames(ctx, user_id)]);
    const listed = stillListed(entry, names);
    return onlyPage(await reasonsOf(ctx, listed, names, () => readShownText(ctx, listed)));
  },
});

/**
 * Returns a page of a list: 1. what the list is of, 2. where it goes on, 3. the entries, 4. the titles of feeds that
 * the reader no longer follows.
 */
export const listArticles: ListArticles = async (ctx, user_id, query) => {
  const { sort, filter, limit, cursor, feed_id, folder, tag, fold, balance } = query;
  const [feed_ids, names, { watermarks }] = await Promise.all([
    feedsInScope(ctx.subscriptions, user_id, { feed_id, folder }),
    loadNames(ctx, user_id),
    ctx.watermarks.get(user_id),
  ]);
  const bound = { user_id, sort, filter, feed_id, folder, tag, fold };
  const after = cursor === undefined ? null : decodeCursor(cursor, bound);
  // Many entries that a mark covers may come before the few unread ones. This upper bound stops the search for more.
  const isBounded = filter === 'unread' && activeWatermarks(watermarks).length > 0;
  const most = isBounded ? mostUnreadIn(names, feed_ids, watermarks) : null;
  const at_most = after === null ? most : after.left;
  // Lists of articles that stay rank by score alone, since these do not age.
  const freshness_days = after?.freshness_days ?? (isOfKept(query) ? 0 : names.freshness_days);
  const asked = {
    user_id,
    sort,
    filter,
    feed_ids,
    tag,
    limit,
    after,
    now: names.now.toISOString(),
    freshness_days,
    watermarks,
    at_most,
    ...(names.leaving.size === 0 ? {} : { isLeft: isOfLeftFeeds(names) }),
  };
  const page = await listPage(ctx, {
    query: asked,
    fold: fold === true,
    shown: shownBefore(after?.shown ?? ''),
    ahead: after?.ahead ?? 0,
    balance:
      balance === true && sort === 'importance_score'
        ? (folded, count) =>
            balancedRows(folded, count, { days: freshness_days, names, keepsMustReads: false })
        : null,
    isFollowed: (feedId) => names.feeds.has(feedId),
  });
  const { folded, last, has_more, ranked_of, ahead } = page;
  const rows = folded.map(({ row }) => row);
  const allNames = await withFormerFeeds(ctx.feeds, rows, names);
  const left = at_most === null ? null : at_most - page.taken;
  return {
    items: folded.map(({ row, story_id, others }) => ({
      ...toRow(underFollowed(row, names), allNames),
      story: rowStoryOf(story_id, { row, others, names: allNames }),
    })),
    next_cursor:
      has_more && last !== null
        ? encodeCursor({ ...last, left, freshness_days, shown: page.shown.text, ahead }, bound)
        : null,
    has_more: has_more && last !== null,
    ranked_of,
  };
};

/** Checks whether a list has only articles that stay, by saving or by a tag. */
const isOfKept = ({ filter, tag }: Pick<ArticleQuery, 'filter' | 'tag'>): boolean =>
  filter === 'saved' || tag !== undefined;

const mostUnreadIn = (
  { subscriptions }: ReaderNames,
  feedIds: string[] | null,
  watermarks: ReadWatermark[],
): number | null => {
  const scope = new Set(feedIds);
  return mostUnread(
    subscriptions.filter(({ feed_id }) => feedIds === null || scope.has(feed_id)),
    watermarks,
  );
};

/** Returns an entry as the reader sees it. @throws NOT_FOUND for an unknown or expired article. */
const shownEntry = async (
  { entries, watermarks, now }: Pick<Context, 'entries' | 'watermarks' | 'now'>,
  userId: string,
  articleId: string,
): Promise<Entry> => {
  const entry = present(await entries.get(userId, articleId), now().toISOString());
  return asMarked(entry, (await watermarks.get(userId)).watermarks);
};

/** Returns an entry as listed. @throws NOT_FOUND if only feeds carry it that the reader has left. */
const stillListed = (entry: Entry, names: ReaderNames): Entry => {
  if (!isOfLeftFeeds(names)(entry)) return underFollowed(entry, names);
  if (!entry.is_saved) throw articleUnknown();
  return { ...entry, is_read: true };
};
