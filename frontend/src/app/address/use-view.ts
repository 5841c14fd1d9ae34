import { useCallback, useMemo } from 'react';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { type View, parseView, serialiseView } from './url-state.ts';
import { go, useSearch } from './use-address.ts';

export type ChangeView = (change: Partial<View>) => void;

/**
 * Returns the view in the address bar and a function that changes it. Going to another list adds a step to the
 * browser's history. Opening an article does not: otherwise leaving a list would take a step for each article read.
 */
export const useView = (): { view: View; changeView: ChangeView } => {
  const search = useSearch();
  const { default_sort: sort, default_filter: filter } = usePreferences();
  const view = useMemo(() => parseView(search, { sort, filter }), [search, sort, filter]);
  const changeView = useCallback<ChangeView>(
    (change) => {
      const start = { sort, filter };
      const next = serialiseView({ ...parseView(window.location.search, start), ...change }, start);
      const onlyArticle = Object.keys(change).every((key) => key === 'article_id');
      go(`/${next}`, onlyArticle ? 'replace' : 'push');
    },
    [sort, filter],
  );
  return { view, changeView };
};
