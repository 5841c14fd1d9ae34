import { DIMENSION, type WordTables } from '../words/word-tables.ts';
import { SAME_WORD, SPELLINGS } from './variants.ts';

/**
 * The least cosine between the vectors of a form and its base for the two to count as one word. Below it they have parted:
 * marketing and market (0.31), news and new (0.13), customs and custom (0.26). Above it they have not: elections and
 * election (0.92), states and state (0.47), voted and vote (0.73).
 */
const LEAST_ALIKE = { plural: 0.4, past: 0.55, spelling: 0.5 };

/** Rules that differ between interests and searches. */
export type Forms = {
  /** The least cosine for a form in -ing, which is often a noun of its own. */
  least_ing: number;
  /** Plurals that are mostly meant as a name. */
  names: ReadonlySet<string>;
};

/**
 * An interest means a subject: gardening is no garden (0.60), cooking no Tim Cook (0.66), and three windows of a program are no
 * news of Windows.
 */
export const FORMS_OF_INTERESTS: Forms = { least_ing: 0.67, names: new Set(['windows']) };

/** A search for a word should find all its forms: running finds runs (0.61). */
export const FORMS_OF_SEARCHES: Forms = { least_ing: 0.55, names: new Set() };

/** The endings of words whose last s is no plural. */
const KEEPS_S = /(?:ss|us|is|as|os|ics)$/u;
const MEMORY = 50_000;

export type Stem = (word: string) => string;

/**
 * Creates the function that returns the base form of an English word: singular, without -ed or -ing, in American
 * spelling. Whether a form belongs to a base is told by their vectors. A word that the tables lack loses only a regular
 * plural. Takes and returns lower case.
 */
export const createStem = (tables: Pick<WordTables, 'addVector' | 'rankOf'>, forms: Forms): Stem => {
  const known = new Map<string, string>();
  const rules: Rules = { tables, forms, isAlike: createIsAlike(tables) };
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    if (known.size >= MEMORY) known.clear();
    const base = stemOf(word, rules);
    known.set(word, base);
    return base;
  };
};

type Rules = {
  forms: Forms;
  tables: Pick<WordTables, 'rankOf'>;
  isAlike: (form: string, base: string, least: number) => boolean;
};

const createIsAlike = ({ addVector }: Pick<WordTables, 'addVector'>): Rules['isAlike'] => {
  const a = new Float32Array(DIMENSION);
  const b = new Float32Array(DIMENSION);
  return (form, base, least) => {
    a.fill(0);
    b.fill(0);
    if (!addVector(form, 1, a) || !addVector(base, 1, b)) return false;
    let dot = 0;
    for (let at = 0; at < DIMENSION; at += 1) dot += (a[at] ?? 0) * (b[at] ?? 0);
    return dot >= least;
  };
};

/** A form may be inflected and British at once (colours, organised), so up to three steps are taken. */
const stemOf = (word: string, rules: Rules): string => {
  let base = word;
  for (let step = 0; step < 3; step += 1) {
    const next = SAME_WORD.get(base) ?? oneStep(base, rules);
    if (next === null) return base;
    base = next;
  }
  return base;
};

const oneStep = (word: string, rules: Rules): string | null => {
  if (word.length < 3 || !/^[a-z]+$/u.test(word)) return null;
  return american(word, rules) ?? singular(word, rules) ?? verbBase(word, rules);
};

const american = (word: string, { isAlike }: Rules): string | null => {
  for (const [ending, instead] of SPELLINGS) {
    if (!ending.test(word)) continue;
    const spelt = word.replace(ending, instead);
    if (isAlike(word, spelt, LEAST_ALIKE.spelling)) return spelt;
  }
  return null;
};

const singular = (word: string, { tables, forms, isAlike }: Rules): string | null => {
  if (!word.endsWith('s') || word.endsWith('ss') || forms.names.has(word)) return null;
  const candidates = [
    ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
    word.slice(0, -1),
    ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
  ];
  if (tables.rankOf(word) !== undefined)
    return candidates.find((base) => isAlike(word, base, LEAST_ALIKE.plural)) ?? null;
  if (KEEPS_S.test(word) || word.length < 4) return null;
  return candidates.find((base) => tables.rankOf(base) !== undefined) ?? word.slice(0, -1);
};

const verbBase = (word: string, { forms, isAlike }: Rules): string | null => {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  const rest = word.slice(0, -ending);
  const least = ending === 3 ? forms.least_ing : LEAST_ALIKE.past;
  if (ending === 0 || rest.length < 2) return null;
  const isDoubled = rest.at(-1) === rest.at(-2);
  const candidates = [`${rest}e`, rest, ...(isDoubled ? [rest.slice(0, -1)] : [])];
  return candidates.find((base) => isAlike(word, base, least)) ?? null;
};
