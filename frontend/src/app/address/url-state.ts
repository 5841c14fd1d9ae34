import { articleFilter, articleId, feedId, folderName } from '@omomi/backend/contract';
import type { ArticleFilter, ArticleSort } from '../../lib/article-terms.ts';
import type { ListScope } from '../../lib/queries/query-keys.ts';

/** What the address bar holds: the list that is shown and the article that is open in it. */
export type View = ListScope & { article_id: string | null };

/** The order and filter that a list opens in, as the reader prefers; an address says only what differs. */
export type Start = { sort: ArticleSort; filter: ArticleFilter };

const sortWords = { importance: 'importance_score', time: 'published_at' } as const satisfies Record<
  string,
  ArticleSort
>;

const sortOf = (word: string | null): ArticleSort | null =>
  word === 'time' || word === 'importance' ? sortWords[word] : null;

/** The view an address's query means. What it does not understand counts as not said; never throws. */
export const parseView = (search: string, start: Start): View => {
  const query = new URLSearchParams(search);
  const feed = feedId.safeParse(query.get('feed')).data ?? null;
  return {
    sort: sortOf(query.get('sort')) ?? start.sort,
    filter: articleFilter.safeParse(query.get('filter')).data ?? start.filter,
    feed_id: feed,
    // A feed is narrower than a folder and wins.
    folder: feed === null ? (folderName.safeParse(query.get('folder')).data ?? null) : null,
    article_id: articleId.safeParse(query.get('article')).data ?? null,
  };
};

/** The query of a view, '' for the one that a list opens in; `parseView` reads it back to the same view. */
export const serialiseView = (view: View, start: Start): string => {
  const query = new URLSearchParams();
  if (view.sort !== start.sort) query.set('sort', view.sort === sortWords.time ? 'time' : 'importance');
  if (view.filter !== start.filter) query.set('filter', view.filter);
  if (view.feed_id !== null) query.set('feed', view.feed_id);
  else if (view.folder !== null) query.set('folder', view.folder);
  if (view.article_id !== null) query.set('article', view.article_id);
  return query.size === 0 ? '' : `?${query}`;
};
