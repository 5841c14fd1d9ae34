import { readFileSync } from 'node:fs';
import type { Background } from '../../model/score/usual-cosines.ts';
import { createLineTable } from './line-table.ts';
import { type Segment, segmentWith } from './segment.ts';

/** The number of values of a word's vector. */
export const DIMENSION = 100;
/** The byte of the longest vector, whose length is 1. */
export const LENGTH_STEPS = 255;

/** An interest means a subject, and a search all forms of a word. */
export type Purpose = 'interest' | 'search';

/** The places of base forms in what the table knows of a word, after its rank. A search has that of an interest unless it differs. */
const BASE_FIELD = { interest: 1, search: 2 } as const satisfies Record<Purpose, number>;
/** Stands for a word that is its own base form. */
export const NO_BASE = '-';

export type WordTables = {
  /** Returns the rank of an English word by frequency, 0 the most frequent; undefined if the table lacks it. Lower case, NFKC. */
  rankOf: (word: string) => number | undefined;
  /** Returns the base form of an English word, one step of inflection or spelling away; null if it is its own, or the table lacks it. */
  baseOf: (word: string, purpose: Purpose) => string | null;
  /** Adds weight × the word's vector (`DIMENSION` values, longer for what says more) to `into`. Returns false if the table lacks the word. */
  addVector: (word: string, weight: number, into: Float32Array) => boolean;
  /** Returns the words of a run of Japanese text (NFKC, lower case), in order, which together are the run. */
  segment: (run: string) => Segment[];
  /** Returns the moments of the vectors of many articles, which `npm run model:fit` made. */
  background: () => Background;
};

let loaded: WordTables | undefined;

/**
 * Returns the tables of words, which are read from their files at the first call: once in a process, synchronously. The
 * Japanese one is read when it is first used. The files lie in `tables/` beside this file, or beside the bundle of a function.
 */
export const loadWordTables = (): WordTables => (loaded ??= readWordTables());

const read = (name: string): Buffer => readFileSync(new URL(`./tables/${name}`, import.meta.url));

/** Returns the numbers of a file; they are little endian, as is every processor that Node runs on. */
const readIndex = (name: string): Uint32Array => {
  const bytes = Uint8Array.from(read(name));
  return new Uint32Array(bytes.buffer);
};

const readWordTables = (): WordTables => {
  const words = createLineTable(read('english.txt'), readIndex('english.index'));
  const bytes = read('english-vectors.bin');
  const vectors = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const lengths = read('english-lengths.bin');
  const glossary = lazily(() => createLineTable(read('japanese.txt'), readIndex('japanese.index')));
  const rankOf: WordTables['rankOf'] = (word) => {
    const at = words.find(word);
    return at < 0 ? undefined : words.numberAt(at);
  };
  return {
    rankOf,
    baseOf: (word, purpose) => {
      const at = words.find(word);
      if (at < 0) return null;
      const fields = words.textAt(at).split(' ');
      const base = fields[BASE_FIELD[purpose]] ?? fields[BASE_FIELD.interest] ?? NO_BASE;
      return base === NO_BASE ? null : base;
    },
    addVector: (word, weight, into) => {
      const rank = rankOf(word);
      if (rank === undefined) return false;
      addRow(vectors, rank * DIMENSION, weight * (lengths[rank] ?? 0), into);
      return true;
    },
    segment: (run) => segmentWith(glossary(), run),
    background: lazily(readBackground),
  };
};

const readBackground = (): Background => {
  const values = new Float32Array(Uint8Array.from(read('background.bin')).buffer);
  return { mean: values.subarray(0, DIMENSION), covariance: values.subarray(DIMENSION) };
};

/** Adds a row scaled to a length: the bytes of its values keep only its direction. */
const addRow = (vectors: Int8Array, start: number, length: number, into: Float32Array): void => {
  let squares = 0;
  for (let at = start; at < start + DIMENSION; at += 1) {
    const value = vectors[at] ?? 0;
    squares += value * value;
  }
  const factor = length / LENGTH_STEPS / Math.sqrt(squares);
  for (let at = 0; at < DIMENSION; at += 1) into[at] = (into[at] ?? 0) + (vectors[start + at] ?? 0) * factor;
};

const lazily = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};
