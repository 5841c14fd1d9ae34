import { useEffect, useRef } from 'react';
import { type ArticleListOf, loadListPage } from '../../features/articles/queries.ts';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { useView } from '../address/use-view.ts';

/** The time after the start, in milliseconds. */
const START_MS = 5_000;

/** The list of all saved articles, in the order of this list. */
const savedOf = (list: ArticleListOf): ArticleListOf => ({
  ...list,
  scope: { sort: list.scope.sort, filter: 'saved', feed_id: null, folder: null },
});

/** Loads what the reader needs without a connection, while there is one; the list that is shown among it. */
export const useLoadAhead = (): void => {
  const { view } = useView();
  const { page_size: pageSize, balance: isBalanced } = usePreferences();
  const { sort, filter, feed_id, folder } = view;
  const shown = useRef({ scope: { sort, filter, feed_id, folder }, pageSize, isBalanced });
  useEffect(() => {
    shown.current = { scope: { sort, filter, feed_id, folder }, pageSize, isBalanced };
  });
  useEffect(() => {
    const ended = new AbortController();
    const begin = async (): Promise<void> => {
      const { loadAhead } = await import('../../lib/offline/load-ahead.ts');
      const lists = {
        shown: () => loadListPage(shown.current, ''),
        saved: () => loadListPage(savedOf(shown.current), ''),
      };
      loadAhead(lists, ended.signal);
    };
    // The page works without it, so it need not say that this file is missing.
    const timer = setTimeout(() => void begin().catch(() => undefined), START_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, []);
};
