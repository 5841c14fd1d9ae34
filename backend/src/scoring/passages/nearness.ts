import type { Word } from '../lexical/words.ts';
import { DIMENSION, type WordTables } from '../words/word-tables.ts';

/** Returns how near a word is in meaning, a cosine; 0 for a word without a vector. */
export type NearnessOf = (word: Word) => number;

type Vectors = Pick<WordTables, 'addVector'>;

/** Returns the function that compares words with the mean of a keyword's words; null if none of these has a vector. */
export const nearnessTo = (keyword: readonly Word[], tables: Vectors): NearnessOf | null => {
  const mean = new Float32Array(DIMENSION);
  for (const word of keyword) addWord(word, word.idf, tables, mean);
  const length = lengthOf(mean);
  if (length === 0) return null;
  const known = new Map<string, number>();
  return (word) => {
    if (word.is_grammar) return 0;
    const name = `${word.form} ${word.key}`;
    const found = known.get(name) ?? cosine(word, tables, mean, length);
    known.set(name, found);
    return found;
  };
};

const cosine = (word: Word, tables: Vectors, mean: Float32Array, length: number): number => {
  const vector = new Float32Array(DIMENSION);
  if (!addWord(word, 1, tables, vector)) return 0;
  const dot = vector.reduce((sum, value, at) => sum + value * (mean[at] ?? 0), 0);
  return dot / (length * lengthOf(vector));
};

/** Adds the vector of a word, or those of its meanings. Returns false if there is none. */
const addWord = (
  { form, key, english }: Word,
  weight: number,
  tables: Vectors,
  into: Float32Array,
): boolean => {
  if (form !== '' && (tables.addVector(form, weight, into) || tables.addVector(key, weight, into)))
    return true;
  const added = english.map((gloss) => tables.addVector(gloss.form, weight * gloss.idf, into));
  return added.includes(true);
};

const lengthOf = (vector: Float32Array): number =>
  Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
