import { parsePath } from '../address/route.ts';
import { go } from '../../lib/address/history.ts';

let left = '/';

/** Remembers the address of the page that is shown, unless it is the search itself. */
export const noteElsewhere = (): void => {
  const { pathname, search } = window.location;
  if (parsePath(pathname).page !== 'search') left = `${pathname}${search}`;
};

/** Closes the search: shows the page from which it was opened. */
export const leaveSearch = (): void => go(left);
