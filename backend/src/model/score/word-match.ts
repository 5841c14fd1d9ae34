import { type ArticleWords, TITLE_COUNT, isContent, type Terms } from './terms.ts';

/** The strengths with which the words of a keyword occur in an article, in [0, 1]. */
export type WordMatch = {
  /** The whole keyword: its word or phrase, or all its words side by side. */
  whole: number;
  /** The strength of the keyword's translation. It counts less, because a word may have several translations. */
  translated: number;
  /** Words of a phrase, but not the phrase; at most `MOST_OF_A_PART`. */
  part: number;
  /** True for a keyword of several words. */
  is_phrase: boolean;
  /** True if a word that was found says much by itself. */
  is_rare: boolean;
};

type KeywordWord = { term: number; weight: number };

/** A keyword, ready for comparison with many articles. */
export type KeywordWords = {
  /** All words in their order, those of grammar included. */
  phrase: readonly number[];
  /** The words that say something about the subject; all of them if none does. */
  content: readonly KeywordWord[];
  /** English words of the same meaning. Common ones count as well: 働く女性 is work and a woman, not any woman. */
  glosses: readonly KeywordWord[];
  is_exact: boolean;
};

/** The least weight (of 255) that one of the glosses must have to say something about the subject: not `make` for メイク. */
const GLOSS_WEIGHT = 77;
/** The least weight of a word that says much by itself: `wordpress` of "wordpress plugins", not `united` of a club. */
const RARE_WEIGHT = 225;
/** The least share of a keyword that words found without the others say: `web` is little of "web server". */
const LEAST_PART = 0.4;
/** All words side by side but for words of grammar, in any order: "trial of a vaccine". */
const NEAR = 0.85;
/** Their meaning in the other language. */
const TRANSLATED = 0.5;
/** The share of a keyword's words whose meaning must occur for it to be a translation of the whole. */
const MOST_WORDS = 0.75;
const MOST_OF_A_PART = 0.25;

export const keywordWords = ({ title, title_glosses, weights, is_exact }: Terms): KeywordWords => {
  const weighed = [...title, ...title_glosses].map((term, at) => ({ term, weight: weights[at] ?? 0 }));
  const words = weighed.slice(0, title.length);
  const glosses = weighed.slice(title.length);
  const content = words.filter(({ term }) => isContent(term));
  return {
    phrase: [...title],
    content: content.length === 0 ? words : content,
    glosses: glosses.some(({ weight }) => weight >= GLOSS_WEIGHT) ? glosses : [],
    is_exact,
  };
};

/** The match of texts that have no word in common, or of which no words are known. */
export const NO_MATCH: WordMatch = {
  whole: 0,
  translated: 0,
  part: 0,
  is_phrase: false,
  is_rare: false,
};
const PHRASE_ALONE: WordMatch = { ...NO_MATCH, is_phrase: true };

export const wordMatch = (article: ArticleWords, keyword: KeywordWords): WordMatch => {
  const isPhrase = keyword.phrase.length > 1;
  if (!hasAny(article, keyword)) return isPhrase ? PHRASE_ALONE : NO_MATCH;
  if (keyword.is_exact) return { ...NO_MATCH, whole: strength(phraseCount(article, keyword.phrase)) ** 2 };
  const shares = sharesOf(article, keyword);
  const meant = Math.max(shares.meant, shares.glosses);
  const isTranslated = meant > Math.max(shares.said, MOST_WORDS);
  const translated = isTranslated ? (TRANSLATED * meant) ** 2 : 0;
  const found = { translated, is_rare: shares.isRare };
  if (!isPhrase) return { ...NO_MATCH, ...found, whole: shares.said ** 2 };
  const whole = Math.max(
    strength(phraseCount(article, keyword.phrase)) ** 2,
    (NEAR * strength(nearCount(article, keyword.content))) ** 2,
  );
  const part = shares.found < LEAST_PART ? 0 : Math.min(MOST_OF_A_PART, shares.said ** 2);
  return { ...found, whole, part, is_phrase: true };
};

/** Most keywords have no word in common with an article, which is then known at once. */
const hasAny = (article: ArticleWords, { content, glosses }: KeywordWords): boolean => {
  for (const { term } of content) if (article.has(term)) return true;
  for (const { term } of glosses) if (article.has(term)) return true;
  return false;
};

/** One use in the title is nearly full evidence; one in the body may be in passing. */
const strength = (count: number): number => Math.min(1, (1.15 * count) / (count + 2));

/** A translation found once is better evidence than a word found once: it counts only in a related text. */
const strengthOfMeaning = (count: number): number => Math.min(1, (1.15 * count) / (count + 0.5));

/** A word that occurs twice in the body, or in the title, is above this; one that occurs once in the body is below. */
export const IN_PASSING = strength(1.5) ** 2;
/** A word in the title is above this. */
export const IN_TITLE = strength(TITLE_COUNT - 0.5) ** 2;
/** A word in the title that the body says again is above this. */
export const IN_TITLE_AND_TEXT = strength(TITLE_COUNT + 0.5) ** 2;

const countOf = (article: ArticleWords, term: number): number => {
  let count = 0;
  for (const place of article.placesOf(term)) count += place.is_title ? TITLE_COUNT : 1;
  return count;
};

/**
 * Returns the shares of a keyword's words that an article says, says or means in English, and the share of its
 * meanings.
 */
const sharesOf = (article: ArticleWords, { content, glosses }: KeywordWords) => {
  let [total, found, said, meant, isRare] = [0, 0, 0, 0, false];
  for (const { term, weight } of content) {
    const count = countOf(article, term);
    const here = strength(count);
    total += weight;
    if (count > 0) found += weight;
    said += weight * here;
    meant += weight * Math.max(here, strengthOfMeaning(article.glossesOf(term)));
    isRare ||= count > 0 && weight >= RARE_WEIGHT;
  }
  let [glossTotal, glossMeant] = [0, 0];
  for (const { term, weight } of glosses) {
    glossTotal += weight;
    glossMeant += weight * strengthOfMeaning(countOf(article, term) + article.glossesOf(term));
  }
  const share = (part: number, all: number) => (all === 0 ? 0 : part / all);
  return {
    said: share(said, total),
    meant: share(meant, total),
    glosses: share(glossMeant, glossTotal),
    found: share(found, total),
    isRare,
  };
};

/** Returns the number of times that the words stand side by side, a title's counted as `TITLE_COUNT`. */
const phraseCount = (article: ArticleWords, phrase: readonly number[]): number => {
  const [first = 0, ...rest] = phrase;
  let count = 0;
  for (const place of article.placesOf(first)) {
    const follows = (term: number, step: number) =>
      article.placesOf(term).some(({ at }) => at === place.at + step + 1);
    if (rest.every(follows)) count += place.is_title ? TITLE_COUNT : 1;
  }
  return count;
};

/** Returns the number of places where all the words stand together, a title's counted as `TITLE_COUNT`. */
const nearCount = (article: ArticleWords, words: readonly KeywordWord[]): number => {
  const [first, ...rest] = words;
  if (first === undefined) return 0;
  let count = 0;
  for (const place of article.placesOf(first.term)) {
    const isNear = ({ term }: KeywordWord) =>
      article
        .placesOf(term)
        .some(
          ({ content, sentence }) =>
            sentence === place.sentence && Math.abs(content - place.content) <= rest.length,
        );
    if (rest.every(isNear)) count += place.is_title ? TITLE_COUNT : 1;
  }
  return count;
};
