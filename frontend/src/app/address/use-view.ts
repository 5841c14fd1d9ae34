import { articleSort } from '@omomi/backend/contract';
import { z } from 'zod';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ArticleSort } from '../../lib/shown-list.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { type View, type Start, parseView, serialiseView } from './list-scope.ts';
import { signalLists } from '../../lib/queries/refresh-lists.ts';
import { type ListScope, keys } from '../../lib/queries/query-keys.ts';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { go, showArticle, useSearch } from '../../lib/address/history.ts';

/** The place of this browser for the orders that the reader chose for feeds and folders. */
const storageKey = 'omomi.list-sorts';

/** The most lists whose order is remembered. Of more, the one that was chosen first is forgotten. */
const MOST = 200;

const sorts = z.array(z.tuple([z.string(), articleSort]));

type Place = Pick<View, 'feed_id' | 'folder'>;

const nameOf = ({ feed_id, folder }: Place): string | null =>
  feed_id !== null ? `feed ${feed_id}` : folder === null ? null : `folder ${folder}`;

const readSorts = (): [string, ArticleSort][] => {
  try {
    return sorts.safeParse(JSON.parse(readStored(storageKey) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
};

/** Returns the order that the reader chose last for a feed or folder; null if they chose none. */
const rememberedSort = (place: Place): ArticleSort | null => {
  const name = nameOf(place);
  return name === null ? null : (readSorts().find(([known]) => known === name)?.[1] ?? null);
};

/** Remembers the order of a feed or folder in this browser; that of all articles is a preference. */
const rememberSort = (place: Place, sort: ArticleSort): void => {
  const name = nameOf(place);
  if (name === null) return;
  const others = readSorts().filter(([known]) => known !== name);
  writeStored(storageKey, JSON.stringify([...others, [name, sort]].slice(-MOST)));
};

export type ChangeView = (change: Partial<View>) => void;

const scopeOf = (view: View): ListScope => {
  const { article_id: _, ...scope } = view;
  return scope;
};

/** Has a list loaded anew that the reader goes to. Going back shows it as it was instead. */
const renew = (client: QueryClient, before: View, next: View): void => {
  const [from, to] = [scopeOf(before), scopeOf(next)];
  client.removeQueries({ queryKey: keys.listsOf(to), type: 'inactive' });
  if (JSON.stringify(from) === JSON.stringify(to)) signalLists(client, 'renew');
};

/** Returns the view of an address. A feed or folder has the order that was chosen for it last, unless the address names one. */
const viewOf = (search: string, start: Start): View => {
  const place = parseView(search, start);
  return parseView(search, { ...start, sort: rememberedSort(place) ?? start.sort });
};

/** Returns the changed view. In another list the order is the one chosen for that list, not the one chosen for the list before. */
const afterChange = (before: View, change: Partial<View>, start: Start): View => {
  const next = { ...before, ...change };
  const isSame = next.feed_id === before.feed_id && next.folder === before.folder && next.tag === before.tag;
  if (change.sort !== undefined || isSame) return next;
  const elsewhere = rememberedSort(before) === null ? before.sort : start.sort;
  return { ...next, sort: rememberedSort(next) ?? elsewhere };
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
  const view = useMemo(() => viewOf(search, { sort, filter }), [search, sort, filter]);
  const changeView = useCallback<ChangeView>(
    (change) => {
      const start = { sort, filter };
      const before = viewOf(window.location.search, start);
      const next = afterChange(before, change, start);
      if (change.sort !== undefined) rememberSort(next, change.sort);
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
    `/${serialiseView(afterChange(view, change, { sort, filter }), { sort, filter })}`;
  return { view, changeView, addressAfter };
};
