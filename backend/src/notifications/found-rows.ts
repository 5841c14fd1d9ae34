import type { ArticleRow } from '../contract/index.ts';
import type { Context } from '../model/context.ts';
import { shownTitle } from '../model/feed/subscription.ts';
import { allTags } from '../model/article/entry.ts';
import { parseQuery } from '../search/query/parse-query.ts';
import { findAmong } from '../search/results/find.ts';
import type { SearchRow } from '../search/match/search-input.ts';

const searchRow = (row: ArticleRow): SearchRow => ({
  article_id: row.article_id,
  feed_id: row.feed_id,
  title: row.title,
  excerpt: row.excerpt,
  published_at: row.published_at,
  importance: row.importance_rank,
  is_read: row.is_read,
  is_saved: row.is_saved,
  tags: allTags(row.tags ?? [], row.own_tags),
});

/** Returns the other articles of a story as rows. Of these a list knows the titles. */
const otherRows = (row: ArticleRow): SearchRow[] =>
  (row.story?.others ?? []).map((other) => ({ ...searchRow({ ...row, ...other }), excerpt: '' }));

/**
 * Returns the rows of stories that a saved search finds by what lists know of them: titles, beginnings of texts, feeds, folders,
 * dates, tags and importance. No text is read, so that a look costs no more than a list; what only a text, its author or its
 * likeness tells is not found. None if there is no such search any more.
 */
export const foundRows = async (
  ctx: Pick<Context, 'savedSearches' | 'subscriptions' | 'now'>,
  userId: string,
  { search_id, time_zone }: { search_id: string; time_zone: string },
  rows: readonly ArticleRow[],
): Promise<ArticleRow[]> => {
  const saved = (await ctx.savedSearches.list(userId)).find((one) => one.search_id === search_id);
  if (saved === undefined) return [];
  const feeds = new Map(
    (await ctx.subscriptions.list(userId)).map((one) => [
      one.feed_id,
      { title: shownTitle(one), folder: one.folder },
    ]),
  );
  const asked = {
    query: parseQuery(saved.q),
    order: 'time',
    likes: new Map(),
    meaning: null,
    as_of: ctx.now(),
    timeZone: time_zone,
    mayRelax: false,
  } as const;
  const { hits } = findAmong(
    { feeds },
    asked,
    rows.flatMap((row) => [searchRow(row), ...otherRows(row)]),
    [],
  );
  const found = new Set(hits.map(({ article_id }) => article_id));
  return rows.filter(({ article_id, story }) =>
    [article_id, ...(story?.others ?? []).map((other) => other.article_id)].some((id) => found.has(id)),
  );
};
