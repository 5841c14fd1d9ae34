import { articleId, feedId } from '@omomi/backend/contract';
import { z } from 'zod';
import { readStored, removeStored, storedKeys, writeStored } from '../storage.ts';
import type { ReadMark } from './mark-book.ts';
import { createListeners } from '../listeners.ts';

/*
 * Read marks that the server does not have yet are stored in this browser, so that a page that was closed without a connection
 * loses none. Each page that is open has a key and a lock of its own; marks without a lock are of a page that is gone.
 */

const prefix = 'omomi.unsent-marks.';
const lockOf = (page: string): string => `omomi.page.${page}`;
const thisPage = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;

const marks = z.array(z.object({ article_id: articleId, feed_id: feedId, is_read: z.boolean() }));

const listeners = createListeners();
let count = 0;

/** Returns the number of marks of this page that the server does not have yet. */
export const unsentMarks = (): number => count;

/** Calls `listener` whenever that number changes. Returns the function that ends it. */
export const onUnsent = listeners.add;

/** Stores all marks of this page that the server does not have yet. */
export const keepUnsent = (unsent: readonly ReadMark[]): void => {
  if (unsent.length === 0) removeStored(prefix + thisPage);
  else writeStored(prefix + thisPage, JSON.stringify(unsent));
  count = unsent.length;
  listeners.callAll();
};

const takeStored = (key: string): ReadMark[] => {
  try {
    const found = marks.safeParse(JSON.parse(readStored(key) ?? '[]')).data ?? [];
    removeStored(key);
    return found;
  } catch {
    return [];
  }
};

/** Calls `take` with the marks of each page that is gone. Without locks, which only secure pages have, all others count as gone. */
export const adoptUnsent = (take: (found: ReadMark[]) => void): void => {
  const locks: LockManager | undefined = navigator.locks;
  // Held until the page is gone.
  void locks?.request(lockOf(thisPage), () => new Promise(() => undefined));
  for (const key of storedKeys(prefix)) {
    const page = key.slice(prefix.length);
    if (page === thisPage) continue;
    if (locks === undefined) take(takeStored(key));
    else
      void locks.request(lockOf(page), { ifAvailable: true }, (lock) => {
        if (lock !== null) take(takeStored(key));
      });
  }
};
