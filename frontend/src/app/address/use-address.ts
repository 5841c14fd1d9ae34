import { useSyncExternalStore } from 'react';

const changed = 'omomi:address';

const subscribe = (notify: () => void): (() => void) => {
  window.addEventListener('popstate', notify);
  window.addEventListener(changed, notify);
  return () => {
    window.removeEventListener('popstate', notify);
    window.removeEventListener(changed, notify);
  };
};

/** Goes to an address of this application. `replace` adds no step to the browser's history. */
export const go = (address: string, how: 'push' | 'replace' = 'push'): void => {
  if (how === 'replace') window.history.replaceState(null, '', address);
  else window.history.pushState(null, '', address);
  window.dispatchEvent(new Event(changed));
};

const currentSearch = (): string => window.location.search;
const currentPath = (): string => window.location.pathname;

export const useSearch = (): string => useSyncExternalStore(subscribe, currentSearch);
export const usePath = (): string => useSyncExternalStore(subscribe, currentPath);
