import { type Feed, articleFilter, articleId, feedId, folderName } from '@omomi/backend/contract';
import type { ArticleFilter, ArticleSort } from '../../lib/shown-list.ts';
import type { ListScope } from '../../lib/queries/query-keys.ts';
import type { Place } from '../../features/feeds/folders.ts';
import type { Dictionary } from '../../lib/i18n/en/start.ts';

/** The content of the address bar: the list that is shown and the article that is open in it. */
export type View = ListScope & { article_id: string | null };

/** The reader's preferred order and filter. An address contains only the values that differ from them. */
export type Start = { sort: ArticleSort; filter: ArticleFilter };

const sortWords = {
  importance: 'importance_score',
  time: 'published_at',
  oldest: 'oldest',
} as const satisfies Record<string, ArticleSort>;

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
    tag: feed === null && !query.has('folder') ? query.get('tag') || null : null,
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
  else if (view.tag !== null) query.set('tag', view.tag);
  if (view.article_id !== null) query.set('article', view.article_id);
  return query.size === 0 ? '' : `?${query}`;
};

/** Returns the sidebar entry of a view. "Saved" has its own entry there, although it is a filter in the list. */
export const placeOf = (view: View): Place => {
  if (view.feed_id !== null) return { kind: 'feed', feedId: view.feed_id };
  if (view.folder !== null) return { kind: 'folder', name: view.folder };
  if (view.tag !== null) return { kind: 'tag', name: view.tag };
  return view.filter === 'saved' ? { kind: 'saved' } : { kind: 'all' };
};

/** Returns the changes to the view for going to a place. Leaving "Saved" restores the preferred filter. */
export const changeTo = (place: Place, view: View, preferred: ArticleFilter): Partial<View> => {
  const elsewhere = preferred === 'saved' ? 'all' : preferred;
  const filter = view.filter === 'saved' ? elsewhere : view.filter;
  const nowhere = { feed_id: null, folder: null, tag: null, article_id: null };
  switch (place.kind) {
    case 'all':
      return { ...nowhere, filter };
    case 'saved':
      return { ...nowhere, filter: 'saved' };
    case 'feed':
      return { ...nowhere, filter, feed_id: place.feedId };
    case 'folder':
      return { ...nowhere, filter, folder: place.name };
    case 'tag':
      // Most tagged articles are read already.
      return { ...nowhere, filter: 'all', tag: place.name };
  }
};

export const feedsIn = (place: Place, feeds: readonly Feed[]): Feed[] => {
  switch (place.kind) {
    case 'all':
    case 'saved':
      return [...feeds];
    case 'feed':
      return feeds.filter((feed) => feed.feed_id === place.feedId);
    case 'folder':
      return feeds.filter((feed) => feed.folder === place.name);
    case 'tag':
      return [];
  }
};

export const titleOf = (t: Dictionary, place: Place, feeds: readonly Feed[]): string => {
  switch (place.kind) {
    case 'all':
      return t.nav.all;
    case 'saved':
      return t.nav.saved;
    case 'feed':
      return feeds.find((feed) => feed.feed_id === place.feedId)?.title ?? '';
    case 'folder':
    case 'tag':
      return place.name;
  }
};
