import { findPlaces, type Leaf } from '../match/found-terms.ts';
import { buildBlock, startOf, type Fields } from '../segment/block.ts';
import { foldWithOffsets } from '../text/fold.ts';
import { tokensOf } from '../text/tokens.ts';

/** A place of a text that matches a term of a query: UTF-16 units [start, end) of the original. */
export type MarkedPlace = { term: number; start: number; end: number };

/** Returns the places of a text where the terms match, ascending. `field` is its place among the fields of an article. */
export const markedPlaces = (original: string, field: number, leaves: readonly Leaf[]): MarkedPlace[] => {
  if (leaves.length === 0) return [];
  const at = (place: number): string[] => (place === field ? [original] : []);
  const fields: Fields = [at(0), at(1), at(2), at(3)];
  const block = buildBlock([fields]);
  const folded = foldWithOffsets(original);
  const tokens = tokensOf(folded.text);
  const offset = startOf(block, 0, field);
  return findPlaces(block, leaves)
    .map(({ term, start, end }) => ({
      term,
      start: folded.starts[tokens.starts[start - offset] ?? 0] ?? 0,
      end: folded.ends[(tokens.ends[end - 1 - offset] ?? 1) - 1] ?? 0,
    }))
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
};
