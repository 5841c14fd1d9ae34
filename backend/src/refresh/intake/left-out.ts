import type { Log } from '../../logging/log.ts';
import { ItemTooLargeError } from '../../lib/item-error.ts';
import { shorten } from '../../lib/shorten.ts';
import type { IdentifiedItem } from './identify.ts';
import type { ParsedItem } from '../../parser/fields/parsed-feed.ts';

/** Number of items logged per document, because a document that is broken throughout would fill the log. */
const LOGGED = 5;
const TITLE_LENGTH = 100;

/** Returns the title of a broken item; null if even the title cannot be read. */
const titleOf = (item: ParsedItem): string | null => {
  try {
    return shorten(item.title, TITLE_LENGTH);
  } catch {
    return null;
  }
};

/** Creates the set of a document's items that cannot be taken in; the first five are logged. */
export const createLeftOut = (log: Log, feed_id: string) => {
  const all = new Set<ParsedItem>();
  let tooLarge = 0;
  return {
    add: (item: ParsedItem, error: Error): void => {
      if (all.has(item)) return;
      all.add(item);
      if (error instanceof ItemTooLargeError) tooLarge += 1;
      if (all.size <= LOGGED) log.error('item left out', { feed_id, title: titleOf(item), error });
    },
    has: ({ item }: Pick<IdentifiedItem, 'item'>): boolean => all.has(item),
    count: (): number => all.size,
    countTooLarge: (): number => tooLarge,
  };
};

export type LeftOut = ReturnType<typeof createLeftOut>;
