import { useSyncExternalStore } from 'react';
import { createListeners } from '../../../lib/listeners.ts';
import { readStored, storedKeys, writeStored } from '../../../lib/storage.ts';

const changes = createListeners();

/** Stores a text in this browser and shows it wherever it is used. */
export const writeKept = (key: string, text: string): void => {
  writeStored(key, text);
  changes.callAll();
};

const listen = (onChange: () => void): (() => void) => {
  const stop = changes.add(onChange);
  // Another tab has written.
  window.addEventListener('storage', onChange);
  return () => {
    stop();
    window.removeEventListener('storage', onChange);
  };
};

/** Returns a stored text, and renders again when it changes, in another tab too. Null if there is none. */
export const useKept = (key: string): string | null => useSyncExternalStore(listen, () => readStored(key));

/** Returns true if this browser keeps places in recordings or what is played next. */
export const useHasListened = (): boolean =>
  useSyncExternalStore(listen, () => storedKeys('omomi.media-').length > 0);
