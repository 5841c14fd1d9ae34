import type { QueryClient } from '@tanstack/react-query';
import { tellTabs } from '../tabs.ts';
import { keys } from './query-keys.ts';

/**
 * Something happened that lists may show: `news` are articles that may have arrived, `rows` are changes of marks, scores
 * or feeds of articles that are in the lists already, `renew` is the reader's wish to see the list from the top.
 */
export type ListSignal = 'news' | 'rows' | 'renew';

type Listener = (signal: ListSignal) => void;

type Signals = { listeners: Set<Listener>; rowsAt: number };

const signalsOf = new WeakMap<QueryClient, Signals>();

const signalsIn = (client: QueryClient): Signals => {
  const known = signalsOf.get(client);
  if (known !== undefined) return known;
  const signals: Signals = { listeners: new Set(), rowsAt: performance.timeOrigin };
  signalsOf.set(client, signals);
  return signals;
};

/** Tells the lists that are shown. A list is a snapshot: only `renew` moves its rows. */
export const signalLists = (client: QueryClient, signal: ListSignal): void => {
  const signals = signalsIn(client);
  if (signal === 'rows') signals.rowsAt = Date.now();
  for (const listener of signals.listeners) listener(signal);
};

/**
 * Returns the time of the last signal `rows`, in milliseconds since 1970; that of the page's load if there was none: a
 * list that was kept over a reload may have changed meanwhile.
 */
export const lastRowsSignal = (client: QueryClient): number => signalsIn(client).rowsAt;

/** Calls `listener` for every signal. Returns the function that ends it. */
export const onListSignal = (client: QueryClient, listener: Listener): (() => void) => {
  const { listeners } = signalsIn(client);
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Takes note of articles that may have arrived. Lists stay as they are, and say how many articles are new. Feeds are
 * loaded again.
 */
export const refreshArrivals = async (client: QueryClient): Promise<void> => {
  signalLists(client, 'news');
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.feeds }),
    client.invalidateQueries({ queryKey: keys.searchCounts }),
  ]);
};

/**
 * Loads scores, marks and counts again after they have changed at the server. The rows of a list keep their places, and
 * the list says if the order has become another.
 */
export const refreshRows = async (client: QueryClient): Promise<void> => {
  signalLists(client, 'rows');
  await Promise.all([
    // An open article shows its score beside its reasons.
    client.invalidateQueries({ queryKey: keys.everyArticle }),
    client.invalidateQueries({ queryKey: keys.feeds }),
    client.invalidateQueries({ queryKey: keys.searchCounts }),
  ]);
};

/** Loads the list that is shown and the results of searches anew, from the top. */
export const renewLists = async (client: QueryClient): Promise<void> => {
  signalLists(client, 'renew');
  await client.invalidateQueries({ queryKey: keys.everyFound });
};

/** Loads marks, counts and jobs again after many articles were marked at once, or after that was undone. */
export const refreshMarks = async (client: QueryClient): Promise<void> => {
  tellTabs({ kind: 'changed', what: 'rows' });
  tellTabs({ kind: 'changed', what: 'feeds' });
  await Promise.all([refreshRows(client), client.invalidateQueries({ queryKey: keys.jobs })]);
};

/** Loads the feeds again. The rows of the lists stay in their places, with new titles of their feeds. */
export const reloadFeeds = async (client: QueryClient): Promise<void> => {
  signalLists(client, 'rows');
  tellTabs({ kind: 'changed', what: 'feeds' });
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.feeds }),
    client.invalidateQueries({ queryKey: keys.folders }),
    client.invalidateQueries({ queryKey: keys.jobs }),
  ]);
};
