import { useEffect, useRef } from 'react';
import { loadListPage } from '../../features/articles/queries.ts';
import { loadAhead } from '../../lib/offline/load-ahead.ts';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { useView } from '../address/use-view.ts';

/** Loads what the reader needs without a connection, while there is one; the list that is shown among it. */
export const useLoadAhead = (): void => {
  const { view } = useView();
  const { page_size: pageSize, balance: isBalanced } = usePreferences();
  const { sort, filter, feed_id, folder } = view;
  const shown = useRef({ scope: { sort, filter, feed_id, folder }, pageSize, isBalanced });
  useEffect(() => {
    shown.current = { scope: { sort, filter, feed_id, folder }, pageSize, isBalanced };
  });
  useEffect(() => loadAhead(() => loadListPage(shown.current, '')), []);
};
