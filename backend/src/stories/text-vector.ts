import type { Word } from '../scoring/lexical/words.ts';
import { DIMENSION, loadWordTables } from '../scoring/words/word-tables.ts';

/** Words with a vector that a text has at least, so that their mean tells what it is about. */
const LEAST_WORDS = 2;
const LARGEST_BYTE = 127;

/**
 * Returns the direction of the mean vector of a text's words, each by its weight, in whole steps from -127 to 127. Null
 * if too few of them are known, as in most languages but English and Japanese.
 */
export const textVectorOf = (words: readonly Word[]): Int8Array | null => {
  const tables = loadWordTables();
  const sum = new Float32Array(DIMENSION);
  let known = 0;
  for (const { key, form, idf, is_grammar, english } of words) {
    if (is_grammar) continue;
    const spellings = english.length > 0 ? english.map((gloss) => gloss.form) : [form, key];
    if (spellings.some((spelling) => tables.addVector(spelling, idf, sum))) known += 1;
  }
  const largest = Math.max(...sum.map(Math.abs));
  if (known < LEAST_WORDS || largest === 0) return null;
  return Int8Array.from(sum, (value) => Math.round((value / largest) * LARGEST_BYTE));
};

/** Returns the cosine of two vectors; null if one of them is unknown. */
export const meaningOf = (one: Int8Array | null, two: Int8Array | null): number | null => {
  if (one === null || two === null || one.length !== two.length) return null;
  let [dot, ones, twos] = [0, 0, 0];
  for (const [at, value] of one.entries()) {
    const other = two[at] ?? 0;
    dot += value * other;
    ones += value * value;
    twos += other * other;
  }
  return dot / Math.sqrt(ones * twos);
};
