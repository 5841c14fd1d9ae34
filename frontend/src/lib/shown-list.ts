import type { articleFilter, articleSort, ArticleRow } from '@omomi/backend/contract';
import type { z } from 'zod';
import { useSyncExternalStore } from 'react';
import { patiently } from './api/limit.ts';
import { createListeners } from './listeners.ts';

export type ArticleSort = z.infer<typeof articleSort>;
export type ArticleFilter = z.infer<typeof articleFilter>;

/** The list that is shown, for what acts on it from elsewhere: menus and the palette. */
type ShownList = {
  rows: readonly ArticleRow[];
  /** True if the list goes on below these rows. */
  hasMore: boolean;
  /** Loads the next rows. Rejects if they could not be loaded. */
  loadMore: () => Promise<unknown>;
  /** The article that has the focus, or had it last, or is open; null if there was none. */
  currentId: string | null;
};

const none: ShownList = { rows: [], hasMore: false, loadMore: () => Promise.resolve(), currentId: null };

let shown = none;
const listeners = createListeners();

export const getShownList = (): ShownList => shown;

/** Sets the list that is shown; null if it is no longer shown. */
export const setShownList = (list: ShownList | null): void => {
  shown = list ?? none;
  listeners.callAll();
};

/** Returns the list that is shown, with no rows if there is none. */
export const useShownList = (): ShownList => useSyncExternalStore(listeners.add, getShownList);

/** Waits until the rows that are shown are others than these. */
const otherRows = (rows: ShownList['rows']): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (shown.rows === rows) return;
      end();
      resolve();
    };
    const end = listeners.add(look);
    look();
  });

/**
 * Loads the shown list to its end, and waits while the server's limit of requests is reached. Returns its rows; null if a
 * list without this article is shown by then.
 * @throws what `loadMore` rejects with, other than that limit.
 */
export const loadToEnd = async (articleId: string): Promise<ShownList['rows'] | null> => {
  for (;;) {
    const { rows, hasMore, loadMore } = shown;
    if (rows.every(({ article_id }) => article_id !== articleId)) return null;
    if (!hasMore) return rows;
    await patiently(loadMore);
    await otherRows(rows);
  }
};
