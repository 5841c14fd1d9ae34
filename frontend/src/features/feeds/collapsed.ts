import { useState } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';

const storageKey = 'omomi.closed-folders';

const parse = (stored: string | null): string[] => {
  if (stored === null) return [];
  try {
    const value: unknown = JSON.parse(stored);
    return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
};

/** Returns the closed folders of the sidebar, which this browser remembers, and a function that toggles one. */
export const useClosedFolders = () => {
  const [closed, setClosed] = useState(() => new Set(parse(readStored(storageKey))));
  const toggle = (name: string): void => {
    const next = new Set(closed);
    if (!next.delete(name)) next.add(name);
    writeStored(storageKey, JSON.stringify([...next]));
    setClosed(next);
  };
  return { closed, toggle };
};
