import {
  endOf,
  FIELD_END_ID,
  FIELDS,
  itemsIn,
  startOf,
  type Block,
  itemsOfTokens,
  type Postings,
  sizeOf,
  UNSPACED,
  tokenAt,
} from '../segment/block.ts';
import type { BlockTerm, Choice } from './block-term.ts';
import { breaksIn, edgeWeight, scriptOf } from '../text/tokens.ts';

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

/** Called for each place. Returns false if no more places of this term in this field of the item are wanted. */
type OnPlace = (place: Place) => boolean;

/** The terms to find in a block, and the tables that make finding them fast. */
export type Scan = {
  /** Null stands for a term that the block cannot have. */
  terms: readonly (BlockTerm | null)[];
  /** For each term the token of its first piece by which its places are found. */
  anchors: readonly number[];
  /** For each token of the vocabulary a bit for each term whose anchor it may be. */
  masks: Uint32Array;
  /** For each field a bit for each term that may stand in it. */
  fieldMasks: readonly number[];
};

const has = (choice: Choice, token: number): boolean =>
  choice.some(({ from, to }) => from <= token && token < to);

/** Returns the token of the first piece that the fewest items have; the first one if that is not known. */
const anchorOf = (postings: Postings | null, { pieces }: BlockTerm): number => {
  const [first = []] = pieces;
  if (first.length === 1 || postings === null) return 0;
  const sums = first.map((choice) =>
    choice.reduce((sum, { from, to }) => (from < to ? sum + itemsOfTokens(postings, from, to) : sum), 0),
  );
  return sums.indexOf(Math.min(...sums));
};

const masksOf = (block: Block, terms: Scan['terms'], anchors: readonly number[]): Uint32Array => {
  const masks = new Uint32Array(sizeOf(block.vocabulary));
  terms.forEach((term, bit) => {
    for (const { from, to } of term?.pieces[0]?.[anchors[bit] ?? 0] ?? [])
      for (let token = from; token < to; token += 1) masks[token] = (masks[token] ?? 0) | (1 << bit);
  });
  return masks;
};

/**
 * Returns the scan for terms, at most 32, of which null stands for one that the block cannot have. `isMeant` tells whether a term may
 * stand in a field. `postings` are those of the block, if they are known.
 */
export const scanFor = (
  block: Block,
  postings: Postings | null,
  terms: Scan['terms'],
  isMeant: (term: number, field: number) => boolean,
): Scan => {
  if (terms.length > MOST_TERMS) throw new RangeError(`${terms.length} terms cannot be looked for at once`);
  const anchors = terms.map((term) => (term === null ? 0 : anchorOf(postings, term)));
  const fieldMasks = Array.from({ length: FIELDS }, (_, field) =>
    terms.reduce((mask, term, bit) => (term !== null && isMeant(bit, field) ? mask | (1 << bit) : mask), 0),
  );
  return { terms, anchors, masks: masksOf(block, terms, anchors), fieldMasks };
};

/** For each item a bit for each term of which it has all tokens, wherever they stand. */
const itemMasksOf = (block: Block, { ends, items }: Postings, terms: Scan['terms']): Uint32Array => {
  const masks = new Uint32Array(itemsIn(block));
  const reached = new Uint32Array(itemsIn(block));
  terms.forEach((term, bit) => {
    if (term === null) return;
    reached.fill(0);
    const choices = term.pieces.flat();
    choices.forEach((choice, number) => {
      for (const { from, to } of choice) {
        const end = from < to ? (ends[to - 1] ?? 0) : 0;
        for (let at = ends[from - 1] ?? 0; at < end; at += 1) {
          const item = items[at] ?? 0;
          if (reached[item] === number) reached[item] = number + 1;
        }
      }
    });
    for (let item = 0; item < masks.length; item += 1)
      if (reached[item] === choices.length) masks[item] = (masks[item] ?? 0) | (1 << bit);
  });
  return masks;
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

/** Returns the next place, before `end`, of a token that is marked with one of the bits; `end` if there is none. */
const nextMarked = (
  stream: Block['stream'],
  masks: Uint32Array,
  bits: number,
  from: number,
  end: number,
): number => {
  let at = from;
  while (at < end && ((masks[stream[at] ?? 0] ?? 0) & bits) === 0) at += 1;
  return at;
};

/** The bits of all terms. */
export const ALL_TERMS = -1;

/** Looks for all terms in all items of a block. With the block's postings only those are read that have all tokens of a term. */
export const scanBlock = (block: Block, postings: Postings | null, scan: Scan, onPlace: OnPlace): void => {
  if (scan.terms.every((term) => term === null)) return;
  const itemMasks = postings === null ? null : itemMasksOf(block, postings, scan.terms);
  for (let item = 0; item < itemsIn(block); item += 1) {
    const terms = itemMasks === null ? ALL_TERMS : (itemMasks[item] ?? 0);
    if (terms !== 0) scanItem(block, scan, { item, terms }, onPlace);
  }
};

/** Looks for some terms, given as bits, in one item. Each field is read only as long as places in it are wanted. */
export const scanItem = (
  block: Block,
  scan: Scan,
  { item, terms }: { item: number; terms: number },
  onPlace: OnPlace,
): void => {
  for (let field = 0; field < FIELDS; field += 1) {
    const wanted = terms & (scan.fieldMasks[field] ?? 0);
    const [start, end] = [startOf(block, item, field), endOf(block, item, field)];
    if (wanted !== 0 && start < end) scanField(block, scan, { item, field, start, end }, wanted, onPlace);
  }
};

/** A field of an item: tokens [start, end) of the stream. */
type Field = Pick<Place, 'item' | 'field' | 'start' | 'end'>;

const scanField = (block: Block, scan: Scan, field: Field, wanted: number, onPlace: OnPlace): void => {
  const { stream } = block;
  const { masks } = scan;
  let open = wanted;
  let at = nextMarked(stream, masks, open, field.start, field.end);
  while (at < field.end) {
    let found = (masks[stream[at] ?? 0] ?? 0) & open;
    while (found !== 0) {
      const term = 31 - Math.clz32(found);
      found &= ~(1 << term);
      const place = placeAt(block, scan, field, term, at);
      if (place !== null && !onPlace(place)) open &= ~(1 << term);
    }
    if (open === 0) return;
    at = nextMarked(stream, masks, open, at + 1, field.end);
  }
};

/** Returns the place of a term whose anchor is at a token of the stream; null if the rest of it does not match there. */
const placeAt = (
  block: Block,
  { terms, anchors }: Scan,
  field: Field,
  term: number,
  at: number,
): Place | null => {
  const blockTerm = terms[term] ?? null;
  const start = at - (anchors[term] ?? 0);
  if (blockTerm === null || start < field.start) return null;
  const { pieces, strong } = blockTerm;
  const isSingle = pieces.length === 1 && pieces[0]?.length === 1;
  const end = isSingle ? start + 1 : endOfMatch(block, blockTerm, start, field.end);
  if (end === -1) return null;
  const is_weak = strong !== null && !has(strong, block.stream[end - 1] ?? 0);
  return { term, item: field.item, field: field.field, start, end, is_weak };
};

/** The characters on each side of an edge that the dictionary sees. */
const NEIGHBOURS = 12;

/** Returns what a place counts by how its edges lie between words: 1 for words of scripts with spaces. */
export const weightOfEdges = (block: Block, { item, field, start, end }: Place): number => {
  const { stream, letters } = block;
  // Most words: their scripts have spaces, so their edges are edges of words.
  if (letters[stream[start] ?? 0] !== UNSPACED && letters[stream[end - 1] ?? 0] !== UNSPACED) return 1;
  const isUnspaced = (at: number): boolean => letters[stream[at] ?? 0] === UNSPACED;
  const [from, to] = [startOf(block, item, field), endOf(block, item, field)];
  const isEdge = (at: number): boolean =>
    at <= from || at >= to || !isUnspaced(at - 1) || !isUnspaced(at) || isBreak(block, at, from, to);
  return edgeWeight(isEdge(start), isEdge(end) || isParticle(block, end));
};

const characterAt = ({ vocabulary, stream }: Block, at: number): string =>
  tokenAt(vocabulary, stream[at] ?? 0);

/** After hiragana, Hangul and the like a particle may follow at once, and mostly does. */
const isParticle = (block: Block, end: number): boolean => scriptOf(characterAt(block, end - 1)) === 'other';

/** Returns true if a word ends between two unspaced characters, as far as scripts and the dictionary of Han tell. */
const isBreak = (block: Block, at: number, from: number, to: number): boolean => {
  const script = scriptOf(characterAt(block, at));
  if (script !== scriptOf(characterAt(block, at - 1))) return true;
  if (script !== 'han') return false;
  let first = at - 1;
  while (first > from && at - first < NEIGHBOURS && scriptOf(characterAt(block, first - 1)) === 'han')
    first -= 1;
  let after = at + 1;
  while (after < to && after - at < NEIGHBOURS && scriptOf(characterAt(block, after)) === 'han') after += 1;
  let stretch = '';
  let place = 0;
  for (let each = first; each < after; each += 1) {
    if (each === at) place = stretch.length;
    stretch += characterAt(block, each);
  }
  return breaksIn(stretch).has(place);
};
