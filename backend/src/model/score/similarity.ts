import { articleWords, decodeTerms } from './terms.ts';
import { COEFFICIENTS } from './similarity-coefficients.ts';
import type { Usual } from './usual-cosines.ts';
import { cosineTo, isHybrid, type StoredVector } from './vector.ts';
import {
  type KeywordWords,
  keywordWords,
  NO_MATCH,
  wordMatch,
  type WordMatch,
  IN_PASSING,
  IN_TITLE,
  IN_TITLE_AND_TEXT,
} from './word-match.ts';

/** The vector of a keyword and what is usual for its cosines. */
export type Comparable = { vector: StoredVector; usual: Usual };

/** The evidence that connects a keyword and an article. */
export type Evidence = {
  /**
   * The number of deviations by which the cosine is above what is usual for the keyword, within `Z_RANGE`; null if the keyword
   * or the article has no known word, or the keyword is in quotation marks.
   */
  z: number | null;
  match: WordMatch;
  /** True for an article of hardly more than a title. */
  is_short: boolean;
  /** True for a model without words. */
  is_dense: boolean;
};

/** Number of words from which on an article has a text. */
const TEXT_WORDS = 30;
const Z_RANGE = { least: -1.5, most: 6 };
/**
 * The probability up to which an article is worth nothing, a little more than that of any article, 1 in 20. A new keyword rewrites all
 * that is above: a tenth of a reader's articles, and from 0.05 on a seventh, which ranks no better.
 */
const LEAST_COUNTED = 0.06;
/** The probability from which on it is the similarity. Below, the similarity falls to 0. */
const FULL_FROM = 0.1;

/**
 * The most that words of a phrase without the phrase give. They raise the cosine by themselves, most of all that of a title: of a
 * walk in Madrid to `real madrid`.
 */
const MOST_BY_PARTS = 0.5;

/** The names of the inputs of the formula, of which the first is always 1. */
export const INPUTS = ['base', 'z', 'whole', 'translated', 'part', 'unknown', 'unknown_whole'] as const;

/**
 * Returns the inputs of the formula in the order of `INPUTS`. The whole keyword outdoes its translation, and that its parts. Without
 * a known word only the whole keyword counts.
 */
export const inputsOf = ({ z, match: { whole, translated, part } }: Evidence): number[] => {
  const said = Math.sqrt(whole);
  if (z === null) return [1, 0, said, 0, 0, 1, said];
  const meant = whole > 0 ? 0 : Math.sqrt(translated);
  const partly = whole > 0 || translated > 0 ? 0 : Math.sqrt(part);
  return [1, z, said, meant, partly, 0, 0];
};

const PART = INPUTS.indexOf('part');
const WEIGHTS = INPUTS.map((name) => COEFFICIENTS[name]);

/** Returns the similarity by the formula with these weights, both in the order of `INPUTS`. It rises with the inputs from 0 to 1. */
export const similarityBy = (weights: readonly number[], inputs: ArrayLike<number>): number => {
  let logit = 0;
  for (let at = 0; at < weights.length; at += 1) logit += (weights[at] ?? 0) * (inputs[at] ?? 0);
  const probability = Math.min(1 / (1 + Math.exp(-logit)), (inputs[PART] ?? 0) > 0 ? MOST_BY_PARTS : 1);
  if (probability >= FULL_FROM) return probability;
  return Math.max(0, (probability - LEAST_COUNTED) * (FULL_FROM / (FULL_FROM - LEAST_COUNTED)));
};

const similarityOf = (evidence: Evidence): number => similarityBy(WEIGHTS, inputsOf(evidence));

type Compared = {
  /**
   * The estimated probability, in [0, 1], that a reader with this keyword calls the article relevant; 0 if that is not more
   * probable than of any article.
   */
  similarity: number;
  /** True if it is sure enough to be listed as a reason. */
  is_sure: boolean;
};

/** Compares an article with a keyword. @throws RangeError for a keyword of another model. */
type Compare = (keyword: Comparable) => Compared;

/**
 * Returns the functions that compare an article with many keywords. Of an excluding keyword the whole or its translation must occur,
 * which is sure then: an article that only resembles it is not excluded.
 */
export const compare = (article: StoredVector): { wanted: Compare; excluded: Compare } => {
  const evidenceFor = evidenceIn(article);
  return {
    wanted: (keyword) => {
      const evidence = evidenceFor(keyword);
      return { similarity: similarityOf(evidence), is_sure: isSure(evidence) };
    },
    excluded: (keyword) => {
      const evidence = evidenceFor(keyword);
      const { match, is_dense: isDense } = evidence;
      const isNamed = isDense || match.whole > 0 || match.translated > 0;
      return { similarity: isNamed ? similarityOf(evidence) : 0, is_sure: true };
    },
  };
};

/** Returns the function that gives what connects an article with a keyword. @throws RangeError for a keyword of another model. */
export const evidenceIn = (article: StoredVector): ((keyword: Comparable) => Evidence) => {
  const cosineOf = cosineTo(article);
  const words = isHybrid(article)
    ? articleWords(decodeTerms(article.data.subarray(article.dimension)))
    : null;
  return ({ vector, usual }) => {
    const deviations = (cosineOf(vector) - usual.mean) / usual.deviation;
    const keyword = words === null ? null : wordsOf(vector);
    const isKnown = vector.scale > 0 && article.scale > 0 && keyword?.is_exact !== true;
    return {
      z: isKnown ? Math.max(Z_RANGE.least, Math.min(Z_RANGE.most, deviations)) : null,
      match: words === null || keyword === null ? NO_MATCH : wordMatch(words, keyword),
      is_short: words !== null && words.size < TEXT_WORDS,
      is_dense: words === null,
    };
  };
};

/** The words of keywords, which are compared with many articles, while their vectors are in memory. */
const known = new WeakMap<Uint8Array, KeywordWords>();

const wordsOf = ({ data, dimension }: StoredVector): KeywordWords => {
  const found = known.get(data);
  if (found !== undefined) return found;
  const words = keywordWords(decodeTerms(data.subarray(dimension)));
  known.set(data, words);
  return words;
};

/*
 * Whether a similarity is sure enough to be listed as a reason. The limits were chosen by reading reasons; they change nothing in
 * the score.
 */

/**
 * The least z with which the whole keyword is sure, by where it stands: a common word, and one that says much by itself or a phrase.
 * A word that stands once may be in passing: the history of a page, a travel brand. A common word outside the title mostly is, also
 * where it stands twice: "Windows Media only", somebody who loves to cook. If a title has it and the text never says it again, it may be
 * a joke or a figure of speech: the science behind the most popular charts, hot dogs.
 */
const LEAST_WHOLE = {
  title: { common: 3, telling: 0.5 },
  title_alone: { common: 5, telling: 0.5 },
  often: { common: 4.25, telling: 2.75 },
  once: { common: Infinity, telling: 4 },
};
/**
 * The same for a translation, which may be one of several meanings, wherever it stands, and for a phrase, whose words may stand far from
 * each other: 働く女性 is not any woman and any work.
 */
const LEAST_TRANSLATED = { word: 4, phrase: 5 };
/** The same for a model without words. */
const LEAST_DENSE = 4;

/** A text of a few words says nothing in passing. */
const placeOf = (whole: number, isShort: boolean): keyof typeof LEAST_WHOLE => {
  if (whole >= IN_TITLE) return isShort || whole > IN_TITLE_AND_TEXT ? 'title' : 'title_alone';
  return isShort || whole > IN_PASSING ? 'often' : 'once';
};

const isTelling = ({ is_phrase, is_rare }: WordMatch): boolean => is_phrase || is_rare;

/**
 * Returns true if the evidence is sure enough to name the keyword as a reason. Without a common word it never is: a text about the
 * bonds of a bank is as near to `interest rates` as one about them. Nor is it with words of a phrase: kitchen appliances of a flat are
 * no `home appliances`.
 */
const isSure = ({ z, match, is_short: isShort, is_dense: isDense }: Evidence): boolean => {
  const { whole, translated, is_phrase } = match;
  // A name that has no vector, or is told by its capitals, may be a word of something else: the `Go` of a song, `hibernate` in a program.
  if (z === null) return whole >= IN_TITLE;
  if (isDense) return z >= LEAST_DENSE;
  if (whole > 0) return z >= LEAST_WHOLE[placeOf(whole, isShort)][isTelling(match) ? 'telling' : 'common'];
  return translated > 0 && z >= LEAST_TRANSLATED[is_phrase ? 'phrase' : 'word'];
};
