import { findPlaces, type Leaf } from '../match/found-terms.ts';
import { buildBlock, startOf, type Block, type Fields } from '../segment/block.ts';
import { readableOf, type Readable } from './readable.ts';

/** A place of a text that matches a term of a query: UTF-16 units [start, end) of the original. */
export type MarkedPlace = { term: number; start: number; end: number };

/** A text, and the field of an item of a block that has its tokens. */
export type TextInBlock = { readable: Readable; block: Block; item: number; field: number };

/** Returns a text in a block of its own. `field` is its place among the fields of an article. */
export const alone = (text: string, field: number): TextInBlock => {
  const at = (place: number): string[] => (place === field ? [text] : []);
  const fields: Fields = [at(0), at(1), at(2), at(3)];
  return { readable: readableOf(text), block: buildBlock([fields]), item: 0, field };
};

/** Returns the places of a text where the terms match that are not excluded, ascending. */
export const markedPlaces = (
  { readable: { starts, ends }, block, item, field }: TextInBlock,
  leaves: readonly Leaf[],
): MarkedPlace[] => {
  const offset = startOf(block, item, field);
  return findPlaces(block, leaves, { item, field })
    .map(({ term, start, end }) => ({
      term,
      start: starts[start - offset] ?? 0,
      end: ends[end - 1 - offset] ?? 0,
    }))
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
};
