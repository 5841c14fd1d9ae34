import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { signalLists } from '../../lib/lists/signals.ts';
import { type ListScope, keys } from '../../lib/queries/query-keys.ts';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { type View, parseView, serialiseView } from './list-scope.ts';
import { go, showArticle, useSearch } from '../../lib/address/history.ts';

export type ChangeView = (change: Partial<View>) => void;

const scopeOf = ({ sort, filter, feed_id, folder }: View): ListScope => ({ sort, filter, feed_id, folder });

/** Has a list loaded anew that the reader goes to. Going back shows it as it was instead. */
const renew = (client: QueryClient, before: View, next: View): void => {
  const [from, to] = [scopeOf(before), scopeOf(next)];
  client.removeQueries({ queryKey: keys.listsOf(to), type: 'inactive' });
  if (JSON.stringify(from) === JSON.stringify(to)) signalLists(client, 'renew');
};

/**
 * Returns the view in the address bar and a function that changes it. Going to another list adds a step to the
 * browser's history, and so does opening an article: going back closes it. Going on to the next one adds none, otherwise
 * leaving a list would take a step for each article read.
 */
export const useView = (): {
  view: View;
  changeView: ChangeView;
  /** Returns the address of a changed view. */
  addressAfter: (change: Partial<View>) => string;
} => {
  const search = useSearch();
  const { default_sort: sort, default_filter: filter } = usePreferences();
  const client = useQueryClient();
  const view = useMemo(() => parseView(search, { sort, filter }), [search, sort, filter]);
  const changeView = useCallback<ChangeView>(
    (change) => {
      const start = { sort, filter };
      const before = parseView(window.location.search, start);
      const next = { ...before, ...change };
      const onlyArticle = Object.keys(change).every((key) => key === 'article_id');
      const address = `/${serialiseView(next, start)}`;
      if (onlyArticle) {
        showArticle(address, next.article_id !== null, before.article_id !== null);
        return;
      }
      renew(client, before, next);
      go(address);
      window.scrollTo(0, 0);
    },
    [client, sort, filter],
  );
  const addressAfter = (change: Partial<View>): string =>
    `/${serialiseView({ ...view, ...change }, { sort, filter })}`;
  return { view, changeView, addressAfter };
};
