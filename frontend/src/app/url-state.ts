import { articleFilter, articleId, feedId, folderName } from '@omomi/backend/contract';
import type { ArticleSort } from '../lib/article-terms.ts';
import type { ListScope } from '../lib/query-keys.ts';

/** What the address bar holds: the list that is shown and the article that is open in it. */
export type View = ListScope & { article_id: string | null };

export const defaultView: View = {
  sort: 'importance_score',
  filter: 'all',
  feed_id: null,
  folder: null,
  article_id: null,
};

const sortWords = { importance: 'importance_score', time: 'published_at' } as const satisfies Record<
  string,
  ArticleSort
>;

const sortOf = (word: string | null): ArticleSort =>
  word === 'time' ? sortWords.time : word === 'importance' ? sortWords.importance : defaultView.sort;

/** The view an address's query means. What it does not understand counts as not said; never throws. */
export const parseView = (search: string): View => {
  const query = new URLSearchParams(search);
  const feed = feedId.safeParse(query.get('feed')).data ?? null;
  return {
    sort: sortOf(query.get('sort')),
    filter: articleFilter.safeParse(query.get('filter')).data ?? defaultView.filter,
    feed_id: feed,
    // A feed is narrower than a folder and wins.
    folder: feed === null ? (folderName.safeParse(query.get('folder')).data ?? null) : null,
    article_id: articleId.safeParse(query.get('article')).data ?? null,
  };
};

/** The query of a view, '' for the default one; `parseView` reads it back to the same view. */
export const serialiseView = (view: View): string => {
  const query = new URLSearchParams();
  if (view.sort !== defaultView.sort) query.set('sort', 'time');
  if (view.filter !== defaultView.filter) query.set('filter', view.filter);
  if (view.feed_id !== null) query.set('feed', view.feed_id);
  else if (view.folder !== null) query.set('folder', view.folder);
  if (view.article_id !== null) query.set('article', view.article_id);
  return query.size === 0 ? '' : `?${query}`;
};
