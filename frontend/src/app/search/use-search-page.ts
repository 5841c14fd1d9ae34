import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { rowButtonId } from '../../features/articles/list/row-parts.tsx';
import { useSearchText } from '../../features/search/field/use-search-text.ts';
import { useRecent } from '../../features/search/recent/use-recent.ts';
import { useFound } from '../../features/search/results/use-found.ts';
import { useChangedSearch } from '../../features/search/saved/changed-search.tsx';
import { savedAs } from '../../features/search/saved/queries.ts';
import { searchesQuery } from '../../lib/queries/common.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { goToSearch, useSearchView } from '../address/use-search-view.ts';

type Wiring = {
  /** The query whose results are shown. */
  q: string;
  /** Its first article; undefined if nothing was found, null until the results are there. */
  firstId: string | null | undefined;
  focus: (articleId: string) => void;
};

/** Returns a function that puts the focus on the first result of a query: at once, or when its results come. */
const useGoToFirst = ({ q, firstId, focus }: Wiring): ((q: string) => void) => {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null || firstId === null) return;
    const isWanted = wanted.current === q;
    wanted.current = null;
    if (isWanted && firstId !== undefined) focus(firstId);
  }, [q, firstId, focus]);
  return (asked) => {
    if (asked !== q || firstId === null) wanted.current = asked;
    else if (firstId !== undefined) focus(firstId);
  };
};

const focusRow = (articleId: string): void => {
  window.scrollTo(0, 0);
  document.getElementById(rowButtonId(articleId))?.focus({ preventScroll: true });
};

/** Holds the search that the address shows, what it finds, and the field in which it is typed. */
export const useSearchPage = () => {
  const { view, changeView } = useSearchView();
  const { q, order } = view;
  const found = useFound(q, order);
  const { recent, remember, forget } = useRecent();
  const field = useSearchText({
    q,
    onSearch: (next, isNew) => changeView({ q: next, article_id: null }, isNew ? 'push' : 'replace'),
  });
  const isSettled = !field.isTyping && !found.isOlder && !found.isPending;
  const goToFirst = useGoToFirst({
    q,
    firstId: isSettled ? found.page?.items[0]?.article_id : null,
    focus: focusRow,
  });
  const { data: searches } = useQuery(searchesQuery);
  const changed = useChangedSearch({ q, order });
  const settled = useSettled(field.text);
  const finish = (): void => {
    field.finish();
    remember(field.text);
  };
  return {
    view,
    /** The name of the saved search that is shown; null if it is not saved. */
    name: savedAs(searches?.items ?? [], q, order)?.name ?? null,
    /** The saved search that was changed to this one. */
    changed,
    /** True if what is shown was found by the query of the address. */
    isSound: isSettled && found.fault === null,
    changeView,
    found,
    field,
    recent,
    forget,
    finish,
    // A text is often wrong while it is typed: a quotation mark is closed only at the end of the phrase.
    fault: !field.isTyping && settled === field.text ? found.fault : null,
    goDown: (): void => {
      finish();
      goToFirst(field.text.trim());
    },
    search: (next: string): void => {
      field.finish();
      goToSearch({ q: next, order });
    },
  };
};
