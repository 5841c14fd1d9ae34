import type { ArticleRow } from '@omomi/backend/contract';
import { useSyncExternalStore } from 'react';

/** The list that is shown, for what acts on it from elsewhere: menus and the palette. */
export type ShownList = {
  rows: readonly ArticleRow[];
  /** True if the list goes on below these rows. */
  hasMore: boolean;
  /** The article that has the focus, or had it last, or is open; null if there was none. */
  currentId: string | null;
};

const none: ShownList = { rows: [], hasMore: false, currentId: null };

let shown = none;
const listeners = new Set<() => void>();

export const getShownList = (): ShownList => shown;

/** Sets the list that is shown; null if it is no longer shown. */
export const setShownList = (list: ShownList | null): void => {
  shown = list ?? none;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns the list that is shown, with no rows if there is none. */
export const useShownList = (): ShownList => useSyncExternalStore(subscribe, getShownList);
