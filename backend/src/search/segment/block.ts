import { isLetterAt, isSpacedAt } from '../text/characters.ts';
import { fold } from '../text/fold.ts';
import { FIELD_END, SPACE, tokensOf } from '../text/tokens.ts';
import { sizeOf, textOfVocabulary, vocabularyOf, type Vocabulary } from './vocabulary.ts';

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
