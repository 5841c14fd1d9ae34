import type { Purpose, WordTables } from '../words/word-tables.ts';
import { singulars } from './singulars.ts';
import { SAME_WORD } from './variants.ts';

/** The endings of words whose last s is no plural. */
const KEEPS_S = /(?:ss|us|is|as|os|ics)$/u;
const MEMORY = 50_000;

export type Stem = (word: string) => string;

type Tables = Pick<WordTables, 'baseOf' | 'rankOf'>;

/**
 * Creates the function that returns the base form of an English word: singular, without -ed or -ing, in American
 * spelling, as the tables have it. A word that the tables lack loses only a regular plural. Takes and returns lower case.
 */
export const createStem = (tables: Tables, purpose: Purpose): Stem => {
  const known = new Map<string, string>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    if (known.size >= MEMORY) known.clear();
    const base = stemOf(word, tables, purpose);
    known.set(word, base);
    return base;
  };
};

/** A form may be inflected and British at once (colours, organised), so up to three steps are taken. */
const stemOf = (word: string, tables: Tables, purpose: Purpose): string => {
  let base = word;
  for (let step = 0; step < 3; step += 1) {
    const next = SAME_WORD.get(base) ?? oneStep(base, tables, purpose);
    if (next === null) return base;
    base = next;
  }
  return base;
};

const oneStep = (word: string, tables: Tables, purpose: Purpose): string | null =>
  tables.rankOf(word) === undefined ? unknownSingular(word, tables) : tables.baseOf(word, purpose);

const unknownSingular = (word: string, tables: Tables): string | null => {
  if (word.length < 4 || !/^[a-z]+s$/u.test(word) || KEEPS_S.test(word)) return null;
  return singulars(word).find((base) => tables.rankOf(base) !== undefined) ?? word.slice(0, -1);
};
