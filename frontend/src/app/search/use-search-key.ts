import { useEffect } from 'react';
import { go } from '../../lib/address/history.ts';
import { focusSearch } from '../../features/search/focus-search.ts';
import { isTyping } from '../../lib/typing.ts';
import { parsePath } from '../address/route.ts';
import { goToPage } from '../use-reading.ts';

let left = '/';

/** Remembers the address of the page that is shown, unless it is the search itself. */
export const noteElsewhere = (): void => {
  const { pathname, search } = window.location;
  if (parsePath(pathname).page !== 'search') left = `${pathname}${search}`;
};

/** Closes the search: shows the page from which it was opened. */
export const leaveSearch = (): void => go(left);

/** Shows the search, or puts the focus into its field if it is shown already. */
export const openSearch = (): void => {
  if (parsePath(window.location.pathname).page === 'search') focusSearch();
  else goToPage({ page: 'search' });
};

/** Opens the search when the reader presses the `/` key. */
export const useSearchKey = (): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.isComposing || isTyping(event)) return;
      event.preventDefault();
      openSearch();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
};
