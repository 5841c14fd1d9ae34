import { useEffect, useRef, useState } from 'react';
import { CHORD_MS, isTyping } from '../lib/typing.ts';
import { useFetchFeeds } from '../features/jobs/refresh-button.tsx';
import { openWindow } from '../lib/address/history.ts';
import { goToPage, useReading } from './use-reading.ts';

/** The actions of the keys, and of the chords of two keys, that work on every page. */
type AppAct =
  | 'all'
  | 'today'
  | 'saved'
  | 'feeds'
  | 'manage'
  | 'keywords'
  | 'crawls'
  | 'jobs'
  | 'settings'
  | 'up'
  | 'fetch'
  | 'palette';

/** The keys after `g`, and where they lead. */
export const chords = {
  a: 'all',
  t: 'today',
  s: 'saved',
  f: 'feeds',
  m: 'manage',
  k: 'keywords',
  c: 'crawls',
  j: 'jobs',
  ',': 'settings',
} as const satisfies Record<string, AppAct>;

const singles = { u: 'up', r: 'fetch' } as const satisfies Record<string, AppAct>;

const find = (table: Readonly<Record<string, AppAct>>, key: string): AppAct | null =>
  Object.hasOwn(table, key) ? (table[key] ?? null) : null;

/** Creates the memory of a chord. It gets a key and its time in milliseconds, and returns what that does: `taken` if it began or ended a chord in vain. */
export const createChords = () => {
  let begunAt = Number.NEGATIVE_INFINITY;
  return (key: string, at: number): AppAct | 'taken' | null => {
    const isSecond = at - begunAt <= CHORD_MS;
    begunAt = Number.NEGATIVE_INFINITY;
    if (isSecond) return find(chords, key) ?? 'taken';
    if (key === 'g') {
      begunAt = at;
      return 'taken';
    }
    return find(singles, key);
  };
};

/** Puts the focus on the feeds, or opens the drawer that has them on a narrow screen. */
const goToFeeds = (): void => {
  const stops = Array.from(document.querySelectorAll<HTMLElement>('[data-key] [data-stop][tabindex="0"]'));
  const stop = stops.find((each) => each.checkVisibility());
  if (stop === undefined) openWindow('feeds');
  else stop.focus();
};

const useActs = (): ((act: AppAct) => void) => {
  const { goTo } = useReading();
  const { mutate: fetchFeeds, isPending } = useFetchFeeds();
  return (act) => {
    switch (act) {
      case 'all':
      case 'up':
        return goTo({ kind: 'all' });
      case 'saved':
        return goTo({ kind: 'saved' });
      case 'today':
      case 'keywords':
      case 'crawls':
      case 'jobs':
        return goToPage({ page: act });
      case 'settings':
        return goToPage({ page: 'settings', section: 'display' });
      case 'palette':
        return openWindow(act);
      case 'feeds':
        return goToFeeds();
      case 'manage':
        return goToPage({ page: 'feeds' });
      case 'fetch':
        return isPending ? undefined : fetchFeeds();
    }
  };
};

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;

const hasOpenArticle = (): boolean => new URLSearchParams(window.location.search).has('article');

/** Handles the keys that do the same on every page. */
export const useAppKeys = (): void => {
  const [press] = useState(createChords);
  const run = useActs();
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if (isPaletteKey(event)) {
        event.preventDefault();
        if (window.location.hash !== '#palette') latest.current('palette');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const act = press(event.key, event.timeStamp);
      // The list closes an open article by the same key.
      if (act === null || (act === 'up' && hasOpenArticle())) return;
      event.preventDefault();
      if (act !== 'taken') latest.current(act);
    };
    // Below the document, on which the keys of the list are heard: these come first.
    const root = document.documentElement;
    root.addEventListener('keydown', onKeyDown);
    return () => root.removeEventListener('keydown', onKeyDown);
  }, [press]);
};

/** Calls `onHelp` when the reader presses the `?` key. */
export const useHelpKey = (onHelp: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event)) onHelp();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onHelp]);
};
