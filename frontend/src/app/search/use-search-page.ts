import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { LONGEST_QUERY } from '@omomi/backend/contract';
import { z } from 'zod';
import { useQuery } from '@tanstack/react-query';
import { readStored, writeStored } from '../../lib/storage.ts';
import { rowButtonId } from '../../features/articles/list/row-parts.tsx';
import { useFound } from '../../features/search/queries.ts';
import { useChangedSearch } from '../../features/search/save-search.tsx';
import { savedAs } from '../../features/search/saved-queries.ts';
import { searchesQuery } from '../../lib/queries/common.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { goToSearch, useSearchView } from '../address/use-search-view.ts';

/** The pause in typing after which a text is searched, in milliseconds. */
const typingPause = 150;

type TextWiring = {
  /** The query in the address. */
  q: string;
  /** Searches for another text. `isNew` is true if Back should lead to the search before it. */
  onSearch: (q: string, isNew: boolean) => void;
};

/**
 * Holds the text of the field. It is searched after a pause in typing, but never while an input method is composing it.
 * All the texts that are typed in one go count as one search in the browser's history.
 */
const useSearchText = ({ q, onSearch }: TextWiring) => {
  const [text, setText] = useState(q);
  const [known, setKnown] = useState(q);
  const [isComposing, setComposing] = useState(false);
  const typed = useRef<string | null>(null);
  const asked = text.trim();
  // The address has changed otherwise than by typing.
  if (known !== q) {
    setKnown(q);
    if (asked !== q) setText(q);
  }
  const search = (): void => {
    if (asked === q) return;
    const isNew = q !== '' && typed.current !== q;
    typed.current = asked;
    onSearch(asked, isNew);
  };
  const latest = useRef(search);
  useLayoutEffect(() => {
    latest.current = search;
  });
  useEffect(() => {
    if (isComposing || asked === q) return undefined;
    const timer = setTimeout(() => latest.current(), typingPause);
    return () => clearTimeout(timer);
  }, [asked, q, isComposing]);
  return {
    text,
    setText,
    setComposing,
    /** True from the first changed letter until its search begins. */
    isTyping: asked !== q,
    /** Searches at once, without a pause, and keeps this search in the history. */
    finish: (): void => {
      search();
      typed.current = null;
    },
  };
};

/** The most searches that a browser remembers. */
export const MOST_RECENT = 10;

const sameAs = (q: string) => (other: string) => other.toLowerCase() === q.toLowerCase();

/** Returns the recent searches with this one first. The same search is kept once, whatever its case. */
export const withRecent = (recent: readonly string[], asked: string): readonly string[] => {
  const q = asked.replaceAll(/\s+/gu, ' ').trim();
  if (q === '' || q.length > LONGEST_QUERY) return recent;
  const isSame = sameAs(q);
  return [q, ...recent.filter((other) => !isSame(other))].slice(0, MOST_RECENT);
};

const storedSearches = z.array(z.string().max(LONGEST_QUERY));

/** Parses what is stored. Returns nothing for a text that cannot be parsed. Never throws. */
export const parseRecent = (text: string | null): readonly string[] => {
  try {
    const searches = storedSearches.safeParse(JSON.parse(text ?? '[]')).data ?? [];
    return searches.reduceRight<readonly string[]>(withRecent, []);
  } catch {
    return [];
  }
};

const recentKey = 'omomi.searches';

/** Returns this browser's recent searches, the latest first, and functions that add one or forget all. */
const useRecent = () => {
  const [recent, setRecent] = useState(() => parseRecent(readStored(recentKey)));
  const change = (next: readonly string[]): void => {
    setRecent(next);
    writeStored(recentKey, JSON.stringify(next));
  };
  return {
    recent,
    // Another tab may have added some.
    remember: (q: string): void => change(withRecent(parseRecent(readStored(recentKey)), q)),
    forget: (): void => change([]),
  };
};

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
