import { articleWords } from './terms/article-words.ts';
import { type Calibration, similarityScore } from './calibration.ts';
import { decodeTerms } from './terms/terms-codec.ts';
import { cosineTo } from './vector-codec.ts';
import { isHybrid, type StoredVector } from './vector.ts';
import {
  IN_TITLE,
  type KeywordWords,
  keywordWords,
  MOST_IN_PASSING,
  wordMatch,
  type WordMatch,
} from './terms/word-match.ts';

/** The vector of a keyword and its calibration. */
export type Comparable = { vector: StoredVector; calibration: Calibration };

/**
 * The estimated probability, in [0, 1], that a reader with this keyword calls the article relevant; exactly 0 if it is
 * unrelated. @throws RangeError for a keyword of another model.
 */
type SimilarityTo = (keyword: Comparable) => number;

/**
 * The amount that the whole keyword adds to the probability. Fitted on the development sets, as are the next three (ADR
 * 19).
 */
const WHOLE = 0.8;
/** The amount that a cosine adds for each unit above `UNRELATED_COSINE`. */
const SLOPE = 0.7;
const UNRELATED_COSINE = 0.2;
/**
 * The least cosine for which an article counts as related without any word of the keyword. One word is near to whatever is said
 * of the same kind of thing (`microsoft` to `yahoo`), and the mean of a few words scatters more than that of a text.
 */
const LEAST_ALONE = { text: { word: 0.8, phrase: 0.78 }, title: { word: 0.85, phrase: 0.85 } };
/** Number of terms from which on an article has a text, and from which on it has a long one. */
const TEXT_TERMS = 30;
const LONG_TEXT_TERMS = 100;
/** The least cosine with which a translation counts, and one from Japanese to Japanese by way of English. */
const LEAST_TRANSLATED = 0.45;
const LEAST_BY_GLOSSES = 0.6;
/**
 * The least cosine with which some words of a phrase count, unless they are most of what it says. In a title they never do: a
 * common word in both raises its cosine by itself. In a long text something always stands near a common word.
 */
const LEAST_WITH_PART = { text: 0.58, long: 0.75 };
const LEAST_WITH_RARE_PART = 0.45;
/** "Real estate in Madrid" is not about "real madrid", whose words it has. */
const MOST_OF_A_PART = 0.4;
/**
 * The least cosine with which a common word counts that a body uses once, and more often: "we would love to", "the relationship of
 * climate and growth". A text of a few words says nothing in passing.
 */
const LEAST_IN_PASSING = { text: 0.3, long: 0.45 };
const LEAST_IN_BODY = 0.15;
/** The cosine that stands for the unknown one of a keyword without known words: such words are rare and mean one thing. */
const RARE_COSINE = 0.55;
const MOST = 0.98;

/**
 * Estimates and the probabilities that they stand for, with straight lines between; half of the correction that the observed
 * shares of all four sets ask for, because half lowers the error on each set that it was not fitted on, and the whole does not
 * (ADR 19).
 */
const OBSERVED = [
  [0, 0],
  [0.2, 0.3],
  [0.5, 0.49],
  [0.7, 0.61],
  [0.85, 0.9],
  [MOST, MOST],
] as const;

/** Rises with the estimate, and is 0 for 0. */
const calibrated = (estimate: number): number => {
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of OBSERVED) {
    if (estimate <= nextX && nextX > x) return y + ((estimate - x) / (nextX - x)) * (nextY - y);
    [x, y] = [nextX, nextY];
  }
  return y;
};

/** The comparisons of one article with keywords. */
export type Compared = {
  similarity: SimilarityTo;
  /**
   * For excluding keywords: the whole keyword or its translation must occur. An article that only resembles it is not
   * excluded.
   */
  exclusion: SimilarityTo;
};

/** Returns the functions that compare an article with many keywords. */
export const compare = (article: StoredVector): Compared => {
  const cosineOf = cosineTo(article);
  if (!isHybrid(article)) {
    const similarity: SimilarityTo = ({ vector, calibration }) =>
      similarityScore(cosineOf(vector), calibration);
    return { similarity, exclusion: similarity };
  }
  const terms = decodeTerms(article.data.subarray(article.dimension));
  const words = articleWords(terms);
  const kind = kindOf(terms.title.length + terms.body.length);
  const compareWith = ({ vector }: Comparable) => {
    const cosine = cosineOf(vector);
    const keyword = wordsOf(vector);
    const isUnknown = vector.scale === 0 || keyword.is_exact;
    return { match: wordMatch(words, keyword), cosine: isUnknown ? null : cosine };
  };
  return {
    similarity: (keyword) => {
      const { match, cosine } = compareWith(keyword);
      return calibrated(estimateOf(match, cosine, kind));
    },
    exclusion: (keyword) => {
      const { match, cosine } = compareWith(keyword);
      const isWhole = match.whole > 0 || match.translated > 0;
      return isWhole ? calibrated(estimateOf(match, cosine, null)) : 0;
    },
  };
};

/** The amount of text that an article has. */
type Kind = 'title' | 'text' | 'long';

const kindOf = (terms: number): Kind =>
  terms < TEXT_TERMS ? 'title' : terms < LONG_TEXT_TERMS ? 'text' : 'long';

/** The estimate before `calibrated`. `kind` is null for an excluding keyword, of which nothing less than the whole counts. */
const estimateOf = (match: WordMatch, cosine: number | null, kind: Kind | null): number => {
  const { whole, part } = match;
  if (cosine === null) {
    if (kind !== null && isInBody(match) && match.whole <= MOST_IN_PASSING) return 0;
    const said = Math.max(whole, match.is_rare ? part : 0);
    return Math.min(MOST, (WHOLE + SLOPE * (RARE_COSINE - UNRELATED_COSINE)) * said);
  }
  if (kind !== null && cosine < leastWithWord(match, kind)) return 0;
  const alike = SLOPE * Math.max(0, cosine - UNRELATED_COSINE);
  const leastTranslated = match.is_by_glosses ? LEAST_BY_GLOSSES : LEAST_TRANSLATED;
  const said = Math.max(whole, cosine >= leastTranslated ? match.translated : 0);
  if (said > 0) return Math.min(MOST, WHOLE * said + alike);
  if (kind === null) return 0;
  if (part === 0) {
    const least = LEAST_ALONE[kind === 'title' ? 'title' : 'text'][match.is_phrase ? 'phrase' : 'word'];
    return cosine >= least ? alike : 0;
  }
  return cosine >= leastWithPart(match, kind) ? Math.min(MOST_OF_A_PART, WHOLE * part + alike) : 0;
};

const leastWithPart = ({ is_rare }: WordMatch, kind: Kind): number => {
  if (is_rare) return LEAST_WITH_RARE_PART;
  return kind === 'title' ? Infinity : LEAST_WITH_PART[kind];
};

/** True for a common word in the body. A phrase, a word that says much by itself, and a word of the title mean what they say in any text. */
const isInBody = ({ whole, is_phrase, is_rare }: WordMatch): boolean =>
  whole > 0 && whole < IN_TITLE && !is_phrase && !is_rare;

const leastWithWord = (match: WordMatch, kind: Kind): number => {
  if (!isInBody(match)) return -1;
  return kind === 'title' || match.whole > MOST_IN_PASSING ? LEAST_IN_BODY : LEAST_IN_PASSING[kind];
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
