import { dot, lengthOf } from '../../lib/vectors.ts';
import { type Word, wordsOf } from '../words/words.ts';
import { DIMENSION, type WordTables } from '../words/word-tables.ts';

/** The words of a sentence that match a keyword, and the strength of the match, from 0. */
export type Match = { words: readonly Word[]; worth: number };

/** The strength of a translation, compared with the word itself. */
const TRANSLATED = 0.7;
/** The strength of the whole phrase, compared with its words apart from each other. */
const AS_PHRASE = 2;

/** Finds the words of a keyword in a sentence: the phrase as a whole if it is there, otherwise the single words. */
export const matchWords = (sentence: readonly Word[], keyword: KeywordTerms): Match => {
  const phrases = phrasesIn(sentence, keyword.phrase);
  if (phrases.length > 0) return { words: phrases, worth: AS_PHRASE * total(keyword) };
  if (keyword.isExact) return { words: [], worth: 0 };
  const found: Word[] = [];
  const worth = new Map<string, number>();
  for (const word of sentence) {
    const said = sameWord(word, keyword);
    if (said === null) continue;
    found.push(word);
    worth.set(said.key, Math.max(worth.get(said.key) ?? 0, said.worth));
  }
  return { words: found, worth: [...worth.values()].reduce((sum, one) => sum + one, 0) };
};

/** Returns which word of the keyword this is, or means, and what it is worth; null if none. */
const sameWord = (
  { key, english }: Word,
  { weights, meanings }: KeywordTerms,
): { key: string; worth: number } | null => {
  const weight = weights.get(key);
  if (weight !== undefined) return { key, worth: weight };
  for (const gloss of english) {
    const meant = weights.get(gloss.key);
    if (meant !== undefined) return { key: gloss.key, worth: TRANSLATED * meant };
    if (meanings.has(gloss.key)) return { key: gloss.key, worth: TRANSLATED * gloss.idf };
  }
  return meanings.has(key) ? { key, worth: TRANSLATED } : null;
};

/** Returns the words of every place where the phrase stands. */
const phrasesIn = (sentence: readonly Word[], phrase: readonly string[]): Word[] => {
  const found: Word[] = [];
  const [first] = phrase;
  sentence.forEach(({ key }, at) => {
    if (key !== first) return;
    const here = sentence.slice(at, at + phrase.length);
    if (here.length === phrase.length && here.every((word, index) => word.key === phrase[index]))
      found.push(...here);
  });
  return found;
};

const total = ({ weights }: KeywordTerms): number => [...weights.values()].reduce((sum, one) => sum + one, 0);

/** The words and phrases by which a keyword is looked for. */
export type KeywordTerms = {
  /** The words that say something about the subject, by their key, with how much each says; all words if none does. */
  weights: ReadonlyMap<string, number>;
  /** English words that its Japanese ones mean. */
  meanings: ReadonlySet<string>;
  /** The keys of all its words in their order. */
  phrase: readonly string[];
  /** True for a keyword in quotation marks: only the phrase itself counts. */
  isExact: boolean;
  words: readonly Word[];
};

const QUOTED = /^\s*["\u201C\u300C](?<phrase>.+)["\u201D\u300D]\s*$/su;
export const keywordTerms = (keyword: string): KeywordTerms => {
  const quoted = QUOTED.exec(keyword)?.groups?.['phrase'];
  const words = wordsOf(quoted ?? keyword);
  const telling = words.filter((word) => !word.is_grammar);
  const content = telling.length === 0 ? words : telling;
  return {
    weights: new Map(content.map(({ key, idf }) => [key, idf])),
    meanings: new Set(words.flatMap(({ english }) => english.map(({ key }) => key))),
    phrase: words.map(({ key }) => key),
    isExact: quoted !== undefined,
    words,
  };
};

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
  return dot(vector, mean) / (length * lengthOf(vector));
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
