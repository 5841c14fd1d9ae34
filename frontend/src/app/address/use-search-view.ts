import { type SearchOrder, articleId, searchOrder } from '@omomi/backend/contract';
import { useMemo } from 'react';
import { go, useSearch } from '../../lib/address/history.ts';
import { pathOf } from './route.ts';

/** The content of the address of a search: the query, the order of what it finds, and the article that is open. */
type SearchView = { q: string; order: SearchOrder; article_id: string | null };

const usual: SearchOrder = 'relevance';

/** Parses the query of an address into a search. Unknown values are ignored. Never throws. */
export const parseSearch = (search: string): SearchView => {
  const query = new URLSearchParams(search);
  return {
    q: (query.get('q') ?? '').trim(),
    order: searchOrder.safeParse(query.get('order')).data ?? usual,
    article_id: articleId.safeParse(query.get('article')).data ?? null,
  };
};

/** Returns the query of a search’s address. `parseSearch` turns it back into the same search. */
export const serialiseSearch = ({ q, order, article_id }: SearchView): string => {
  const query = new URLSearchParams();
  if (q.trim() !== '') query.set('q', q.trim());
  if (order !== usual) query.set('order', order);
  if (article_id !== null) query.set('article', article_id);
  return query.size === 0 ? '' : `?${query}`;
};

/** Returns the address of a search. */
export const searchAddress = (view: Partial<SearchView>): string =>
  `${pathOf({ page: 'search' })}${serialiseSearch({ q: '', order: 'relevance', article_id: null, ...view })}`;

/** Goes to a search, with its results from the top. */
export const goToSearch = (search: { q: string; order?: SearchOrder }): void => {
  go(searchAddress(search));
  window.scrollTo(0, 0);
};

/** Returns the search in the address, and a function that changes it: `replace` adds no step to the browser's history. */
export const useSearchView = (): {
  view: SearchView;
  changeView: (change: Partial<SearchView>, how: 'push' | 'replace') => void;
} => {
  const search = useSearch();
  const view = useMemo(() => parseSearch(search), [search]);
  return {
    view,
    changeView: (change, how) =>
      go(searchAddress({ ...parseSearch(window.location.search), ...change }), how),
  };
};
