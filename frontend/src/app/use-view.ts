import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { type View, parseView, serialiseView } from './url-state.ts';

const changed = 'omomi:view';

const subscribe = (notify: () => void): (() => void) => {
  window.addEventListener('popstate', notify);
  window.addEventListener(changed, notify);
  return () => {
    window.removeEventListener('popstate', notify);
    window.removeEventListener(changed, notify);
  };
};

const currentSearch = (): string => window.location.search;

export type ChangeView = (change: Partial<View>) => void;

/**
 * The view in the address bar and how to change it. Another list is a step the browser's back button undoes;
 * opening and closing articles is not, or leaving a list would take as many steps as articles were read.
 */
export const useView = (): { view: View; changeView: ChangeView } => {
  const search = useSyncExternalStore(subscribe, currentSearch);
  const view = useMemo(() => parseView(search), [search]);
  const changeView = useCallback<ChangeView>((change) => {
    const next = serialiseView({ ...parseView(currentSearch()), ...change });
    const address = next === '' ? window.location.pathname : next;
    const onlyArticle = Object.keys(change).every((key) => key === 'article_id');
    if (onlyArticle) window.history.replaceState(null, '', address);
    else window.history.pushState(null, '', address);
    window.dispatchEvent(new Event(changed));
  }, []);
  return { view, changeView };
};
