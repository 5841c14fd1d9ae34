import type { QueryClient } from '@tanstack/react-query';

/**
 * Something happened that lists may show: `news` are articles that may have arrived, `rows` are changes of marks, scores
 * or feeds of articles that are in the lists already, `renew` is the reader's wish to see the list from the top.
 */
export type ListSignal = 'news' | 'rows' | 'renew';

type Listener = (signal: ListSignal) => void;

type Signals = { listeners: Set<Listener>; rowsAt: number };

const signalsOf = new WeakMap<QueryClient, Signals>();

const of = (client: QueryClient): Signals => {
  const known = signalsOf.get(client);
  if (known !== undefined) return known;
  const signals: Signals = { listeners: new Set(), rowsAt: performance.timeOrigin };
  signalsOf.set(client, signals);
  return signals;
};

/** Tells the lists that are shown. A list is a snapshot: only `renew` moves its rows. */
export const signalLists = (client: QueryClient, signal: ListSignal): void => {
  const signals = of(client);
  if (signal === 'rows') signals.rowsAt = Date.now();
  for (const listener of signals.listeners) listener(signal);
};

/**
 * Returns the time of the last signal `rows`, in milliseconds since 1970; that of the page's load if there was none: a
 * list that was kept over a reload may have changed meanwhile.
 */
export const lastRowsSignal = (client: QueryClient): number => of(client).rowsAt;

/** Calls `listener` for every signal. Returns the function that ends it. */
export const onListSignal = (client: QueryClient, listener: Listener): (() => void) => {
  const { listeners } = of(client);
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
