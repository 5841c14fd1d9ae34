import { useSyncExternalStore } from 'react';

const narrow = window.matchMedia('(max-width: 47.99em)');

const subscribe = (notify: () => void): (() => void) => {
  narrow.addEventListener('change', notify);
  return () => narrow.removeEventListener('change', notify);
};

/** Returns true on a screen that is as narrow as a phone. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
