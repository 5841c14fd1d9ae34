import { useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { parseRecent, withRecent } from './recent.ts';

const storageKey = 'omomi.searches';

/** Returns this browser's recent searches, the latest first, and functions that add one or forget all. */
export const useRecent = () => {
  const [recent, setRecent] = useState(() => parseRecent(readStored(storageKey)));
  const change = (next: readonly string[]): void => {
    setRecent(next);
    writeStored(storageKey, JSON.stringify(next));
  };
  return {
    recent,
    // Another tab may have added some.
    remember: (q: string): void => change(withRecent(parseRecent(readStored(storageKey)), q)),
    forget: (): void => change([]),
  };
};
