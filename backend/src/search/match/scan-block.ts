import { endOf, FIELD_END_ID, FIELDS, itemsIn, startOf, type Block } from '../segment/block.ts';
import { sizeOf } from '../segment/vocabulary.ts';
import type { BlockTerm, Choice } from './block-term.ts';

/** A place where a term matches: tokens [start, end) of the block's stream. */
export type Place = {
  /** The place of the term in the list. */
  term: number;
  item: number;
  field: number;
  start: number;
  end: number;
  /** True if a longer word merely begins as the term does. */
  is_weak: boolean;
};

/** The terms whose sets of tokens one number can hold. */
const MOST_TERMS = 32;

const has = (choice: Choice, token: number): boolean =>
  choice.some(({ from, to }) => from <= token && token < to);

/** For each token of the vocabulary a bit for each term whose place it may tell, and 1 where there is any bit. */
type Marks = { masks: Uint32Array; flags: Uint8Array };

const marksOf = (block: Block, terms: readonly (BlockTerm | null)[], anchors: readonly number[]): Marks => {
  const size = sizeOf(block.vocabulary);
  // One byte a token stays in the nearest cache of the processor.
  const flags = new Uint8Array(size);
  const masks = new Uint32Array(size);
  terms.forEach((term, bit) => {
    for (const { from, to } of term?.pieces[0]?.[anchors[bit] ?? 0] ?? [])
      for (let token = from; token < to; token += 1) {
        flags[token] = 1;
        masks[token] = (masks[token] ?? 0) | (1 << bit);
      }
  });
  return { masks, flags };
};

const counted = new WeakMap<Block, Uint32Array>();

/** Returns how often each token stands in a block. It is counted at the first call. */
const countsOf = (block: Block): Uint32Array => {
  const known = counted.get(block);
  if (known !== undefined) return known;
  const counts = new Uint32Array(sizeOf(block.vocabulary));
  for (const token of block.stream) counts[token] = (counts[token] ?? 0) + 1;
  counted.set(block, counts);
  return counts;
};

/** Returns the token of the first piece that stands in the block least often. */
const anchorOf = (block: Block, { pieces }: BlockTerm): number => {
  const [first = []] = pieces;
  if (first.length === 1) return 0;
  const counts = countsOf(block);
  const sums = first.map((choice) =>
    choice.reduce((sum, { from, to }) => {
      let all = sum;
      for (let token = from; token < to; token += 1) all += counts[token] ?? 0;
      return all;
    }, 0),
  );
  return sums.indexOf(Math.min(...sums));
};

/** Returns the end of a term that begins at a token of the stream; -1 if it does not match there. */
const endOfMatch = (
  { stream, letters }: Block,
  { pieces }: BlockTerm,
  start: number,
  limit: number,
): number => {
  const isPieceAt = (piece: readonly Choice[], at: number): boolean =>
    at + piece.length <= limit &&
    piece.every((choice, offset) => has(choice, stream[at + offset] ?? FIELD_END_ID));
  let at = start;
  for (const [number, piece] of pieces.entries()) {
    if (number > 0)
      while (
        at < limit &&
        letters[stream[at] ?? 0] === 0 &&
        stream[at] !== FIELD_END_ID &&
        !isPieceAt(piece, at)
      )
        at += 1;
    if (!isPieceAt(piece, at)) return -1;
    at += piece.length;
  }
  return at;
};

/** Returns the next place, before `end`, of a token that is flagged; `end` if there is none. The loop over all texts of a reader. */
const nextFlagged = (stream: Block['stream'], flags: Uint8Array, from: number, end: number): number => {
  let at = from;
  while (at < end && flags[stream[at] ?? 0] === 0) at += 1;
  return at;
};

/**
 * Calls `onPlace` for all places of all terms in the wanted items of a block, item by item. `terms` are at most 32; null stands for
 * one that the block cannot have.
 */
export const scanBlock = (
  block: Block,
  terms: readonly (BlockTerm | null)[],
  isWanted: (item: number) => boolean,
  onPlace: (place: Place) => void,
): void => {
  if (terms.length > MOST_TERMS) throw new RangeError(`${terms.length} terms cannot be looked for at once`);
  if (terms.every((term) => term === null)) return;
  const anchors = terms.map((term) => (term === null ? 0 : anchorOf(block, term)));
  const { masks, flags } = marksOf(block, terms, anchors);
  const { stream } = block;
  for (let item = 0; item < itemsIn(block); item += 1) {
    if (!isWanted(item)) continue;
    const end = endOf(block, item);
    let at = nextFlagged(stream, flags, startOf(block, item), end);
    while (at < end) {
      let mask = masks[stream[at] ?? 0] ?? 0;
      while (mask !== 0) {
        const bit = 31 - Math.clz32(mask);
        mask &= ~(1 << bit);
        const place = placeAt(block, terms, bit, item, at - (anchors[bit] ?? 0), at);
        if (place !== null) onPlace(place);
      }
      at = nextFlagged(stream, flags, at + 1, end);
    }
  }
};

const placeAt = (
  block: Block,
  terms: readonly (BlockTerm | null)[],
  bit: number,
  item: number,
  start: number,
  anchor: number,
): Place | null => {
  const term = terms[bit] ?? null;
  if (term === null) return null;
  let field = 0;
  while (field < FIELDS - 1 && anchor >= endOf(block, item, field)) field += 1;
  if (start < startOf(block, item, field)) return null;
  const isSingle = term.pieces.length === 1 && term.pieces[0]?.length === 1;
  const end = isSingle ? start + 1 : endOfMatch(block, term, start, endOf(block, item, field));
  if (end === -1) return null;
  const isWeak = term.strong !== null && !has(term.strong, block.stream[end - 1] ?? 0);
  return { term: bit, item, field, start, end, is_weak: isWeak };
};
