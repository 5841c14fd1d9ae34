import { oncePer } from '../../lib/memory.ts';
import type { ReaderRows } from '../../search/keep/reader-rows.ts';
import { digest } from '../../lib/digest.ts';
import { itemsByArrival, type Item } from '../shared/select-items.ts';

/*
 * Fever names everything by numbers, and items by such that grow with their arrival. They follow from what is stored, so that
 * no number has to be kept: of an item from the second of its arrival and its id, of a feed and a folder from a digest. If two
 * are the same, the later one in the order of ids takes the next that is free, which is one in thousands.
 */

/** Seconds from 1970 to 2025, from which arrivals are counted. */
const EPOCH_SECONDS = Date.UTC(2025, 0, 1) / 1000;
/** The part of a number that tells apart the items of a second. With 31 bits for seconds, 53 are exact in JavaScript. */
const OF_A_SECOND = 2 ** 22;

/** Numbers of feeds and folders are positive and have 31 bits, as some clients keep them. */
const LARGEST = 2 ** 31 - 1;

/** Gives each thing its number, or the next one that is free. Things must come in an order that does not change. */
const numbered = <T>(things: readonly T[], wanted: (thing: T) => number): Map<number, T> => {
  const taken = new Map<number, T>();
  for (const thing of things) {
    let number = wanted(thing);
    while (taken.has(number)) number += 1;
    taken.set(number, thing);
  }
  return taken;
};

const itemNumber = ({ row }: Item): number =>
  Math.max(0, Math.floor(row.created_ms / 1000) - EPOCH_SECONDS) * OF_A_SECOND +
  Number(BigInt(row.article_id) % BigInt(OF_A_SECOND));

const byId = ({ row: a }: Item, { row: b }: Item): number => (a.article_id < b.article_id ? -1 : 1);

export type NumberedItem = { number: number; item: Item };

const withNumbers = oncePer((items: readonly Item[]): readonly NumberedItem[] =>
  Array.from(numbered(items.toSorted(byId), itemNumber), ([number, item]) => ({ number, item })).toSorted(
    (a, b) => a.number - b.number,
  ),
);

/** Returns a reader's items with their numbers, the smallest first. */
export const numberedItems = (rows: ReaderRows): readonly NumberedItem[] => withNumbers(itemsByArrival(rows));

const smallNumber = (text: string): number => (Number.parseInt(digest(8, text), 16) % (LARGEST - 1)) + 1;

/** Returns the numbers of feeds by feed_id, or of folders by name. */
export const smallNumbers = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(Array.from(numbered(names.toSorted(), smallNumber), ([number, name]) => [name, number]));
