import type { SearchOrder } from '@omomi/backend/contract';
import { useMemo } from 'react';
import { pathOf } from './route.ts';
import { type SearchView, parseSearch, serialiseSearch } from './search-view.ts';
import { go, useSearch } from '../../lib/address/history.ts';

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
