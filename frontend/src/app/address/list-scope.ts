import type { Feed } from '@omomi/backend/contract';
import type { Place } from '../../features/feeds/place.ts';
import type { ArticleFilter } from '../../lib/article-terms.ts';
import type { Dictionary } from '../../lib/i18n/dictionary.ts';
import type { View } from './url-state.ts';

/** Returns the sidebar entry of a view. "Saved" has its own entry there, although it is a filter in the list. */
export const placeOf = (view: View): Place => {
  if (view.feed_id !== null) return { kind: 'feed', feedId: view.feed_id };
  if (view.folder !== null) return { kind: 'folder', name: view.folder };
  return view.filter === 'saved' ? { kind: 'saved' } : { kind: 'all' };
};

/** Returns the changes to the view for going to a place. Leaving "Saved" restores the preferred filter. */
export const changeTo = (place: Place, view: View, preferred: ArticleFilter): Partial<View> => {
  const elsewhere = preferred === 'saved' ? 'all' : preferred;
  const filter = view.filter === 'saved' ? elsewhere : view.filter;
  const nowhere = { feed_id: null, folder: null, article_id: null };
  switch (place.kind) {
    case 'all':
      return { ...nowhere, filter };
    case 'saved':
      return { ...nowhere, filter: 'saved' };
    case 'feed':
      return { ...nowhere, filter, feed_id: place.feedId };
    case 'folder':
      return { ...nowhere, filter, folder: place.name };
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
      return place.name;
  }
};
