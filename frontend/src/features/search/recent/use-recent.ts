import { LONGEST_QUERY } from '@omomi/backend/contract';
import { z } from 'zod';
import { useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage.ts';

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

const stored = z.array(z.string().max(LONGEST_QUERY));

/** Parses what is stored. Returns nothing for a text that cannot be parsed. Never throws. */
export const parseRecent = (text: string | null): readonly string[] => {
  try {
    const searches = stored.safeParse(JSON.parse(text ?? '[]')).data ?? [];
    return searches.reduceRight<readonly string[]>(withRecent, []);
  } catch {
    return [];
  }
};

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
