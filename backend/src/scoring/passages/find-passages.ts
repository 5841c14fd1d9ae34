import { cutText, limited } from '../../model/score/text-limit.ts';
import { type Word, wordsOf } from '../words/words.ts';
import { LONGEST_WORD } from '../words/segment.ts';
import { loadWordTables, type WordTables, DIMENSION } from '../words/word-tables.ts';
import { cutAround, type Mark, type Sentence, sentencesOf } from './sentences.ts';
import { dot, lengthOf } from '../../model/score/vector.ts';

/** The part of an article that made it similar to a keyword: its title or a sentence, cut around the marked words. */
export type Passage = { field: Sentence['field']; text: string; marks: Mark[] };

/** The most UTF-16 units of a passage, and of a title that is looked at. */
const PASSAGE_UNITS = 200;
const TITLE_UNITS = 1_000;
/** The most UTF-16 units of a keyword that are looked for. */
const KEYWORD_UNITS = 300;

/** A title tells more of what an article is about than a sentence with as many words of the keyword. */
const TITLE_WORTH = 1.25;
/** The share of what a keyword says, above which its own words explain the similarity alone. */
const MOST_PART = 0.5;
/** The least cosine of a word that counts as near in meaning; the lower one if no word of the article comes to the higher. */
const NEAR = 0.5;
const LEAST_NEAR = 0.35;
/** The most such words that are marked in a sentence. */
const MOST_NEAR = 4;

/**
 * Returns the passage of an article for each of these keywords, or null where no word can be shown. `text` is plain, and
 * only as much of it is looked at as models read. It depends on words and their vectors only, so it explains the similarities
 * of every model. The tables of words are read at the first call.
 */
export const findPassages = (
  article: { title: string; text: string },
  keywords: readonly string[],
): (Passage | null)[] => {
  const tables = loadWordTables();
  const request = {
    title: cutText(article.title, TITLE_UNITS),
    body: article.text,
    purpose: 'article' as const,
  };
  const { title, body } = limited(request);
  const sentences = sentencesOf(title, body);
  return keywords.map((keyword) => {
    const terms = keywordTerms(cutText(keyword, KEYWORD_UNITS));
    return passageOf(sentences, terms, nearnessTo(terms.words, tables), tables);
  });
};

const passageOf = (
  sentences: readonly Sentence[],
  keyword: KeywordTerms,
  nearnessOf: NearnessOf | null,
  tables: WordTables,
): Passage | null => {
  const best =
    bestOf(sentences, keyword, nearnessOf, NEAR) ?? bestOf(sentences, keyword, nearnessOf, LEAST_NEAR);
  if (best === null) return null;
  const { sentence, words } = best;
  const marks = marksOf(sentence.text, words, tables);
  return { field: sentence.field, ...cutAround(sentence.text, marks, PASSAGE_UNITS) };
};

type Candidate = { sentence: Sentence; words: readonly Word[]; worth: number };

/** Returns the sentence that has most of a keyword: its words, and unless they are most of it, words near in meaning. */
const bestOf = (
  sentences: readonly Sentence[],
  keyword: KeywordTerms,
  nearnessOf: NearnessOf | null,
  leastNear: number,
): Candidate | null => {
  const all = [...keyword.weights.values()].reduce((sum, one) => sum + one, 0);
  let best: Candidate | null = null;
  for (const sentence of sentences) {
    const found = matchWords(sentence.words, keyword);
    const isEnough = keyword.isExact || found.worth > MOST_PART * all;
    const others = sentence.words.filter((word) => !found.words.includes(word));
    const near = isEnough || nearnessOf === null ? [] : nearWords(others, nearnessOf, leastNear);
    const meant = near.reduce((sum, { word, nearness }) => sum + word.idf * (nearness - leastNear), 0);
    const said = found.worth + all * Math.min(MOST_PART, meant);
    const worth = sentence.field === 'title' ? TITLE_WORTH * said : said;
    const words = [...found.words, ...near.map(({ word }) => word)];
    if (words.length > 0 && worth > (best?.worth ?? 0)) best = { sentence, words, worth };
  }
  return best;
};

const nearWords = (words: readonly Word[], nearnessOf: NearnessOf, least: number) =>
  words
    .map((word) => ({ word, nearness: nearnessOf(word) }))
    .filter(({ nearness }) => nearness >= least)
    .toSorted((a, b) => b.nearness - a.nearness)
    .slice(0, MOST_NEAR);

/** Between two marked words of one phrase. */
const BETWEEN = /^[\s\-\u2010-\u2015・]*$/u;

/** Returns the places of words, in order; those of neighbours are one. */
const marksOf = (text: string, words: readonly Word[], tables: WordTables): Mark[] => {
  const marks: Mark[] = [];
  for (const word of words.toSorted((a, b) => a.start - b.start)) {
    const [start, end] = placeOf(text, word, tables);
    const last = marks.at(-1);
    if (last !== undefined && (start <= last[1] || BETWEEN.test(text.slice(last[1], start))))
      last[1] = Math.max(last[1], end);
    else if (end > start) marks.push([start, end]);
  }
  return marks;
};

/** The English meaning of a Japanese word is kept with the first of its parts; the whole word is marked. */
const placeOf = (text: string, { start, end, english }: Word, tables: WordTables): Mark => {
  if (english.length === 0) return [start, end];
  const [whole] = tables.segment(text.slice(start, start + 3 * LONGEST_WORD));
  return [start, Math.max(end, start + (whole?.text.length ?? 0))];
};

/** The words of a sentence that match a keyword, and the strength of the match, from 0. */
type Match = { words: readonly Word[]; worth: number };

/** The strength of a translation, compared with the word itself. */
const TRANSLATED = 0.7;
/** The strength of the whole phrase, compared with its words apart from each other. */
const AS_PHRASE = 2;

/** Finds the words of a keyword in a sentence: the phrase as a whole if it is there, otherwise the single words. */
const matchWords = (sentence: readonly Word[], keyword: KeywordTerms): Match => {
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
type KeywordTerms = {
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
const keywordTerms = (keyword: string): KeywordTerms => {
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
type NearnessOf = (word: Word) => number;

type Vectors = Pick<WordTables, 'addVector'>;

/** Returns the function that compares words with the mean of a keyword's words; null if none of these has a vector. */
const nearnessTo = (keyword: readonly Word[], tables: Vectors): NearnessOf | null => {
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
