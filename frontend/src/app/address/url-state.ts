import { articleFilter, articleId, feedId, folderName } from '@omomi/backend/contract';
import type { ArticleFilter, ArticleSort } from '../../lib/article-terms.ts';
import type { ListScope } from '../../lib/queries/query-keys.ts';

/** The content of the address bar: the list that is shown and the article that is open in it. */
export type View = ListScope & { article_id: string | null };

/** The reader's preferred order and filter. An address contains only the values that differ from them. */
export type Start = { sort: ArticleSort; filter: ArticleFilter };

const sortWords = { importance: 'importance_score', time: 'published_at' } as const satisfies Record<
  string,
  ArticleSort
>;

const sortOf = (word: string | null): ArticleSort | null =>
  word === 'time' || word === 'importance' ? sortWords[word] : null;

/** Parses the query of an address into a view. Unknown values are ignored. Never throws. */
export const parseView = (search: string, start: Start): View => {
  const query = new URLSearchParams(search);
  const feed = feedId.safeParse(query.get('feed')).data ?? null;
  return {
    sort: sortOf(query.get('sort')) ?? start.sort,
    filter: articleFilter.safeParse(query.get('filter')).data ?? start.filter,
    feed_id: feed,
    // If an address has both, the feed wins, because it is narrower.
    folder: feed === null ? (folderName.safeParse(query.get('folder')).data ?? null) : null,
    article_id: articleId.safeParse(query.get('article')).data ?? null,
  };
};

/** Returns the query of a view, empty for the preferred one. `parseView` turns it back into the same view. */
export const serialiseView = (view: View, start: Start): string => {
  const query = new URLSearchParams();
  if (view.sort !== start.sort) query.set('sort', view.sort === sortWords.time ? 'time' : 'importance');
  if (view.filter !== start.filter) query.set('filter', view.filter);
  if (view.feed_id !== null) query.set('feed', view.feed_id);
  else if (view.folder !== null) query.set('folder', view.folder);
  if (view.article_id !== null) query.set('article', view.article_id);
  return query.size === 0 ? '' : `?${query}`;
};
