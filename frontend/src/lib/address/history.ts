import { navigate, useLocationProperty, usePathname, useSearch } from 'wouter/use-browser-location';
import { z } from 'zod';
import { keepPosition, markLeft, wantPosition } from './positions.ts';

/**
 * A history entry can show an open article, or a window such as a dialog, over the entry before it. Going back closes that.
 */
export type Over = 'article' | 'window';

const entryState = z.object({ key: z.string(), over: z.enum(['article', 'window']).nullable() });
type Entry = z.infer<typeof entryState>;

const newKey = (): string => Math.random().toString(36).slice(2);

/** Returns the current entry. One that this application has not made gets a key. */
const currentEntry = (): Entry => {
  const state: unknown = window.history.state;
  // A page that was just opened has no state. Making the schema would take as long as a quarter of its script.
  const known = state === null ? undefined : entryState.safeParse(state).data;
  if (known !== undefined) return known;
  const entry: Entry = { key: newKey(), over: null };
  window.history.replaceState(entry, '');
  return entry;
};

const currentAddress = (): string =>
  `${window.location.pathname}${window.location.search}${window.location.hash}`;

/** The entry that is shown, and its address: when the reader goes back, the browser has left it already. */
let shown: { entry: Entry; address: string } | null = null;

const noteShown = (): Entry => {
  const entry = currentEntry();
  shown = { entry, address: currentAddress() };
  return entry;
};

const onPop = (): void => {
  const left = shown;
  const entry = noteShown();
  if (left !== null && left.entry.key === entry.key) return;
  if (left !== null) keepPosition(left.entry.key);
  // A window lies over the page, which has not moved below it.
  if (left?.entry.over === 'window' || entry.over === 'window') return;
  if (left?.entry.over === 'article' && markLeft(left.address)) return;
  wantPosition(entry.key, window.location.search);
};

/** Gives an article whose address was opened the step of its list below it, so that Back leads to that list. */
const putListBelow = (): void => {
  const list = new URL(window.location.href);
  if (!list.searchParams.has('article')) return;
  const address = currentAddress();
  list.searchParams.delete('article');
  const below: Entry = { key: newKey(), over: null };
  const article: Entry = { key: newKey(), over: 'article' };
  window.history.replaceState(below, '', list.href);
  window.history.pushState(article, '', address);
};

/** Restores where the reader was in each entry of the history, also after a reload. Call it once, before rendering. */
export const followHistory = (): void => {
  window.history.scrollRestoration = 'manual';
  if (window.history.state === null) putListBelow();
  const entry = noteShown();
  wantPosition(entry.key, window.location.search);
  window.addEventListener('popstate', onPop);
  const keep = (): void => keepPosition(currentEntry().key);
  window.addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', keep);
};

/**
 * Goes to an address of this application. `replace` adds no step to the browser's history. `over` names what a new step
 * shows over the page. A window that is open gives its step to the page that one goes to from it.
 */
export const go = (address: string, how: 'push' | 'replace' = 'push', over: Over | null = null): void => {
  const entry = currentEntry();
  const next: Entry = how === 'push' ? { key: newKey(), over } : entry;
  const isStep = how === 'push' && entry.over !== 'window';
  if (isStep) keepPosition(entry.key);
  navigate(address, { replace: !isStep, state: next });
  noteShown();
};

/**
 * Closes what lies over the page: goes back if a step of the history was made for it, else to `address`. What the caller
 * does next, such as going elsewhere, comes first.
 */
const goBackFrom = (over: Over, address: string): void => {
  const { key, over: current } = currentEntry();
  if (current !== over) {
    go(address, 'replace');
    return;
  }
  queueMicrotask(() => {
    if (currentEntry().key === key) window.history.back();
  });
};

const currentHash = (): string => window.location.hash;
const useHash = (): string => useLocationProperty(currentHash);

export { useHash, usePathname as usePath, useSearch };

/** Returns the key of the current entry, and if it was made for a window. */
export const windowEntry = (): string | null => {
  const { key, over } = currentEntry();
  return over === 'window' ? key : null;
};

/** Calls `run` whenever the reader has gone back or forth. Returns the function that ends it. */
export const onReturn = (run: () => void): (() => void) => {
  window.addEventListener('popstate', run);
  return () => window.removeEventListener('popstate', run);
};

/** Shows an address with an article open or closed over its list. Opening the next one adds no step of its own. */
export const showArticle = (address: string, isOpen: boolean, wasOpen: boolean): void => {
  if (isOpen) go(address, wasOpen ? 'replace' : 'push', 'article');
  else goBackFrom('article', address);
};

const pageAddress = (): string => `${window.location.pathname}${window.location.search}`;

/** Opens a window that has an address of its own: a name behind the address of the page. */
export const openWindow = (name: string): void => go(`${pageAddress()}#${name}`, 'push', 'window');

/** Closes the window, with a name or without, that lies over the page. */
export const closeWindow = (): void => goBackFrom('window', pageAddress());
