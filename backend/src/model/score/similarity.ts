import { articleWords } from './terms/article-words.ts';
import { type Calibration, similarityScore } from './calibration.ts';
import { decodeTerms } from './terms/terms-codec.ts';
import { cosineTo } from './vector-codec.ts';
import { isHybrid, type StoredVector } from './vector.ts';
import {
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
 * The least cosine for which an article counts as related without any word of the keyword. The mean of a few words
 * scatters more than that of a text, and a phrase of common words ("web server") is near to much of its field.
 */
const LEAST_ALONE = { text: { word: 0.68, phrase: 0.71 }, title: { word: 0.73, phrase: 0.8 } };
/** Number of terms from which on an article has a text. */
const TEXT_TERMS = 30;
/** The least cosine with which a translation counts. */
const LEAST_TRANSLATED = 0.4;
/**
 * The least cosine with which some words of a phrase count. A common word in both raises the cosine of a short text by
 * itself.
 */
const LEAST_WITH_PART = { text: 0.62, title: 0.78 };
const LEAST_WITH_RARE_PART = 0.45;
/** "Real estate in Madrid" is not about "real madrid", whose words it has. */
const MOST_OF_A_PART = 0.3;
/** The cosine that stands for the unknown one of a keyword without known words: such words are rare and mean one thing. */
const RARE_COSINE = 0.55;
const MOST = 0.98;

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
  const hasText = terms.title.length + terms.body.length >= TEXT_TERMS;
  const kind = hasText ? 'text' : 'title';
  const compareWith = ({ vector }: Comparable) => {
    const cosine = cosineOf(vector);
    const keyword = wordsOf(vector);
    const isUnknown = vector.scale === 0 || keyword.is_exact;
    return { match: wordMatch(words, keyword), cosine: isUnknown ? null : cosine };
  };
  return {
    similarity: (keyword) => {
      const { match, cosine } = compareWith(keyword);
      return probability(match, cosine, kind);
    },
    exclusion: (keyword) => {
      const { match, cosine } = compareWith(keyword);
      const isWhole = match.whole > 0 || match.translated > 0;
      return isWhole ? probability(match, cosine, null) : 0;
    },
  };
};

const probability = (match: WordMatch, cosine: number | null, kind: 'text' | 'title' | null): number => {
  const { whole, part } = match;
  if (cosine === null) {
    const said = Math.max(whole, match.is_rare ? part : 0);
    return Math.min(MOST, (WHOLE + SLOPE * (RARE_COSINE - UNRELATED_COSINE)) * said);
  }
  if (kind === 'text' && cosine < UNRELATED_COSINE && isPassing(match)) return 0;
  const alike = SLOPE * Math.max(0, cosine - UNRELATED_COSINE);
  const said = Math.max(whole, cosine >= LEAST_TRANSLATED ? match.translated : 0);
  if (said > 0) return Math.min(MOST, WHOLE * said + alike);
  // For an excluding keyword nothing less than the whole counts.
  if (kind === null) return 0;
  if (part === 0) {
    const least = LEAST_ALONE[kind][match.is_phrase ? 'phrase' : 'word'];
    return cosine >= least ? alike : 0;
  }
  const least = match.is_rare ? LEAST_WITH_RARE_PART : LEAST_WITH_PART[kind];
  return cosine >= least ? Math.min(MOST_OF_A_PART, WHOLE * part + alike) : 0;
};

/**
 * "We would love to" says nothing about `love`: a common word that an otherwise unrelated text uses once. A phrase, or a word
 * that says much by itself, means what it says wherever it stands.
 */
const isPassing = ({ whole, is_phrase, is_rare }: WordMatch): boolean =>
  whole > 0 && whole <= MOST_IN_PASSING && !is_phrase && !is_rare;

/** The words of keywords, which are compared with many articles, while their vectors are in memory. */
const known = new WeakMap<Uint8Array, KeywordWords>();

const wordsOf = ({ data, dimension }: StoredVector): KeywordWords => {
  const found = known.get(data);
  if (found !== undefined) return found;
  const words = keywordWords(decodeTerms(data.subarray(dimension)));
  known.set(data, words);
  return words;
};
