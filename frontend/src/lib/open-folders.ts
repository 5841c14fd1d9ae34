import { useMemo, useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';
import { createListeners } from './listeners.ts';

const storageKey = 'omomi.closed-folders';

/** The named folders are closed and all others open, or the other way round. */
type Open = { names: ReadonlySet<string>; areOpen: boolean };

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

/** Parses `["closed"]` or `{"open": ["open"]}`; null if nothing is stored, or something else. Never throws. */
const parse = (stored: string | null): Open | null => {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (Array.isArray(value)) return { names: new Set(namesIn(value)), areOpen: false };
    return value !== null && typeof value === 'object' && 'open' in value
      ? { names: new Set(namesIn(value.open)), areOpen: true }
      : null;
  } catch {
    return null;
  }
};

// Kept beside the storage, which may be switched off.
let stored: string | null | undefined;
const listeners = createListeners();
const read = (): string | null => {
  stored ??= readStored(storageKey);
  return stored;
};
const write = ({ names, areOpen }: Open): void => {
  stored = JSON.stringify(areOpen ? { open: [...names] } : [...names]);
  writeStored(storageKey, stored);
  listeners.callAll();
};
/** Keeps the named folders as they are, and closes those that come from now on, as those of an import. */
export const closeNewFolders = (known: readonly string[]): void => {
  const before = parse(read());
  const isOpen = (name: string): boolean => before === null || before.names.has(name) === before.areOpen;
  write({ names: new Set(known.filter(isOpen)), areOpen: true });
};

/**
 * Returns whether a folder of the sidebar is open, which this browser remembers, and a function that opens or closes one.
 * Until the reader has chosen, all are open, or with `startsClosed` all are closed.
 */
export const useOpenFolders = (startsClosed: boolean) => {
  const text = useSyncExternalStore(listeners.add, read);
  return useMemo(() => {
    const { names, areOpen } = parse(text) ?? { names: new Set<string>(), areOpen: startsClosed };
    return {
      isOpen: (name: string): boolean => names.has(name) === areOpen,
      toggle: (name: string): void => {
        const next = new Set(names);
        if (!next.delete(name)) next.add(name);
        write({ names: next, areOpen });
      },
    };
  }, [text, startsClosed]);
};
