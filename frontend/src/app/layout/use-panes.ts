import { useState, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';
import { type PaneName, fitted, parseWidths, rangeOf } from './pane-widths.ts';

const storageKey = 'omomi.panes';

const subscribe = (notify: () => void): (() => void) => {
  window.addEventListener('resize', notify);
  return () => window.removeEventListener('resize', notify);
};
const screenWidth = (): number => document.documentElement.clientWidth;

/** Returns the widths of the panes, which this browser remembers, and how far each can be changed. */
export const usePanes = (hasArticle: boolean) => {
  const [chosen, setChosen] = useState(() => parseWidths(readStored(storageKey)));
  const screen = useSyncExternalStore(subscribe, screenWidth);
  const widths = fitted(chosen, screen, hasArticle);
  return {
    widths,
    rangeOf: (name: PaneName) => rangeOf(name, widths, screen, hasArticle),
    setWidth: (name: PaneName, width: number): void => {
      const next = { ...widths, [name]: width };
      writeStored(storageKey, JSON.stringify(next));
      setChosen(next);
    },
  };
};
