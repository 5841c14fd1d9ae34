import { useEffect, useRef } from 'react';
import { loadListPage } from '../../features/articles/queries.ts';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { useView } from '../address/use-view.ts';

/** The time after the start, in milliseconds. */
const START_MS = 5_000;

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
      loadAhead(() => loadListPage(shown.current, ''), ended.signal);
    };
    // The page works without it, so it need not say that this file is missing.
    const timer = setTimeout(() => void begin().catch(() => undefined), START_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, []);
};
