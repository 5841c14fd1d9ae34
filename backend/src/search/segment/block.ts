import { isLetterAt, isSpacedAt, FIELD_END, SPACE, tokensOf } from '../text/tokens.ts';
import { fold } from '../text/fold.ts';

/** The fields of an item in a block. */
export const FIELDS = 4;
/** The numbers of the tokens that separate: they come first in any order of texts. */
export const FIELD_END_ID = 0;
const SPACE_ID = 1;

const SPACED = 1;
export const UNSPACED = 2;

/** Folded texts as numbers of tokens, to be scanned. An item has four fields, each with any number of texts. */
export type Block = {
  vocabulary: Vocabulary;
  /** The tokens of all fields of all items, in order. */
  stream: Uint16Array | Uint32Array;
  /** The end of each field of each item in the stream; it begins where the one before ends. */
  ends: Uint32Array;
  /** For each token of the vocabulary 0 if it is no letter, SPACED for a word, UNSPACED for a letter of a script without spaces. */
  letters: Uint8Array;
};

/** The texts of an item's four fields. */
export type Fields = readonly [readonly string[], readonly string[], readonly string[], readonly string[]];

/** Returns true if the tokens of a vocabulary are too many for two bytes. */
export const isWide = (size: number): boolean => size > 0x10000;

const blockFrom = (vocabulary: Vocabulary, stream: Block['stream'], ends: Uint32Array): Block => {
  const size = sizeOf(vocabulary);
  const letters = new Uint8Array(size);
  const { text, starts } = vocabulary;
  for (let token = 0; token < size; token += 1) {
    const at = starts[token] ?? 0;
    letters[token] = isSpacedAt(text, at) ? SPACED : isLetterAt(text, at) ? UNSPACED : 0;
  }
  return { vocabulary, stream, ends, letters };
};

/** Folds texts and puts them into a block. The time is linear in their length, but for the sorting of the vocabulary. */
export const buildBlock = (items: readonly Fields[]): Block => {
  const numbers = new Map([
    [FIELD_END, FIELD_END_ID],
    [SPACE, SPACE_ID],
  ]);
  const found: number[] = [];
  const ends: number[] = [];
  const add = (token: string): number => {
    const known = numbers.get(token);
    if (known !== undefined) return known;
    numbers.set(token, numbers.size);
    return numbers.size - 1;
  };
  // Most tokens of one unit are characters of scripts without spaces: they are looked up by their unit.
  const units = new Map<number, number>();
  const numberIn = (text: string, start: number, end: number): number => {
    if (end - start > 1) return add(text.slice(start, end));
    const unit = text.charCodeAt(start);
    const known = units.get(unit);
    if (known !== undefined) return known;
    const number = add(text.charAt(start));
    units.set(unit, number);
    return number;
  };
  for (const fields of items)
    for (const texts of fields) {
      texts.forEach((text, at) => {
        if (at > 0) found.push(FIELD_END_ID);
        const folded = fold(text);
        const tokens = tokensOf(folded);
        for (let token = 0; token < tokens.starts.length; token += 1)
          found.push(numberIn(folded, tokens.starts[token] ?? 0, tokens.ends[token] ?? 0));
      });
      ends.push(found.length);
    }
  return sorted(numbers, found, Uint32Array.from(ends));
};

const sorted = (numbers: ReadonlyMap<string, number>, found: readonly number[], ends: Uint32Array): Block => {
  const tokens = [...numbers.keys()].toSorted(byUnits);
  const places = new Uint32Array(tokens.length);
  tokens.forEach((token, place) => {
    places[numbers.get(token) ?? 0] = place;
  });
  const stream = isWide(tokens.length) ? new Uint32Array(found.length) : new Uint16Array(found.length);
  for (let at = 0; at < found.length; at += 1) stream[at] = places[found[at] ?? 0] ?? 0;
  return blockFrom(vocabularyOf(textOfVocabulary(tokens)), stream, ends);
};

const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns where a field of an item begins in the stream. */
export const startOf = ({ ends }: Block, item: number, field = 0): number =>
  ends[item * FIELDS + field - 1] ?? 0;

export const endOf = ({ ends }: Block, item: number, field = FIELDS - 1): number =>
  ends[item * FIELDS + field] ?? 0;

export const itemsIn = ({ ends }: Block): number => ends.length / FIELDS;

/** Returns the memory that a block holds, in bytes. */
export const blockBytes = ({ vocabulary, stream, ends, letters }: Block): number =>
  2 * vocabulary.text.length +
  vocabulary.starts.byteLength +
  stream.byteLength +
  ends.byteLength +
  letters.byteLength;

/** Distinct tokens in the order of their UTF-16 units, in one string; their numbers are their places in it. */
type Vocabulary = { text: string; starts: Uint32Array };

/** Numbers [from, to) of a vocabulary. */
export type Range = { from: number; to: number };

const SEPARATOR = '\n';
const SEPARATOR_UNIT = SEPARATOR.charCodeAt(0);

/** Returns the vocabulary whose tokens `text` lists, each followed by a line feed. The token of a line feed alone may be the first. */
const vocabularyOf = (text: string): Vocabulary => {
  // At most every other unit ends a token. A loop over the units takes a tenth of the time of `indexOf` for each token.
  const starts = new Uint32Array((text.length >> 1) + 2);
  let size = 0;
  for (let at = text.startsWith(SEPARATOR) ? 1 : 0; at < text.length; at += 1)
    if (text.charCodeAt(at) === SEPARATOR_UNIT) starts[(size += 1)] = at + 1;
  return { text, starts: starts.slice(0, size + 1) };
};

const textOfVocabulary = (tokens: readonly string[]): string =>
  tokens.map((token) => `${token}${SEPARATOR}`).join('');

export const sizeOf = ({ starts }: Vocabulary): number => starts.length - 1;

export const tokenAt = ({ text, starts }: Vocabulary, at: number): string =>
  text.slice(starts[at], (starts[at + 1] ?? 0) - 1);

/** Returns the number of the first token that is not before the given text. */
const placeOf = (vocabulary: Vocabulary, wanted: string): number => {
  let from = 0;
  let to = sizeOf(vocabulary);
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (tokenAt(vocabulary, middle) < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
};

/** Returns the tokens that are the given one: one or none. */
export const findToken = (vocabulary: Vocabulary, token: string): Range => {
  const from = placeOf(vocabulary, token);
  return { from, to: from < sizeOf(vocabulary) && tokenAt(vocabulary, from) === token ? from + 1 : from };
};

/** Returns the tokens that begin with a text. */
export const findPrefix = (vocabulary: Vocabulary, prefix: string): Range => {
  const last = prefix.charCodeAt(prefix.length - 1);
  const after = `${prefix.slice(0, -1)}${String.fromCharCode(last + 1)}`;
  return { from: placeOf(vocabulary, prefix), to: placeOf(vocabulary, after) };
};

/** For each token of a block the items that have it, ascending. Those of consecutive tokens stand side by side. */
export type Postings = {
  /** The end of each token's items in `items`; they begin where those of the token before end. */
  ends: Uint32Array;
  items: Uint16Array | Uint32Array;
};

/** Null for a block that was scanned once. */
const kept = new WeakMap<Block, Postings | null>();

/**
 * Returns which items have a token: null for the first scan of a block, which would take less time than making this, so that a process
 * that has just begun answers sooner.
 */
export const postingsOf = (block: Block): Postings | null => {
  const known = kept.get(block);
  if (known !== undefined && known !== null) return known;
  const postings = known === undefined ? null : postingsIn(block);
  kept.set(block, postings);
  return postings;
};

/** Returns the postings of a block. The time is linear in its texts, about 10 ms for a million tokens. */
const postingsIn = (block: Block): Postings => {
  const size = sizeOf(block.vocabulary);
  const items = itemsIn(block);
  const counts = new Uint32Array(size + 1);
  const last = new Int32Array(size).fill(-1);
  const tokens = new Uint32Array(block.stream.length);
  const tokenEnds = new Uint32Array(items);
  let found = 0;
  for (let item = 0; item < items; item += 1) {
    const end = endOf(block, item);
    for (let at = startOf(block, item); at < end; at += 1) {
      const token = block.stream[at] ?? 0;
      if (last[token] === item) continue;
      last[token] = item;
      tokens[found] = token;
      found += 1;
      counts[token + 1] = (counts[token + 1] ?? 0) + 1;
    }
    tokenEnds[item] = found;
  }
  return postingsBy(tokens, tokenEnds, counts);
};

/** Sorts the tokens of all items, each once an item, by counting. `counts` has how often each stands there, one place later. */
const postingsBy = (tokens: Uint32Array, tokenEnds: Uint32Array, counts: Uint32Array): Postings => {
  const ends = counts;
  const size = counts.length - 1;
  for (let token = 0; token < size; token += 1) ends[token + 1] = (ends[token + 1] ?? 0) + (ends[token] ?? 0);
  const sum = ends[size] ?? 0;
  const items = tokenEnds.length > 0x10000 ? new Uint32Array(sum) : new Uint16Array(sum);
  // Until here `ends` has where the items of each token begin, and after this loop where they end.
  let at = 0;
  for (let item = 0; item < tokenEnds.length; item += 1)
    for (; at < (tokenEnds[item] ?? 0); at += 1) {
      const token = tokens[at] ?? 0;
      const place = ends[token] ?? 0;
      items[place] = item;
      ends[token] = place + 1;
    }
  return { ends: ends.subarray(0, size), items };
};

/** Returns about what the postings of a block take in memory, in bytes, whether they were made or not. */
export const postingsBytes = ({ stream, vocabulary }: Block): number =>
  stream.length + 4 * sizeOf(vocabulary);

/** Returns the number of items that have each of the tokens [from, to), summed up. */
export const itemsOfTokens = ({ ends }: Postings, from: number, to: number): number =>
  (ends[to - 1] ?? 0) - (ends[from - 1] ?? 0);
