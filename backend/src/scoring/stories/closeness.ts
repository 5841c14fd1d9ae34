import { hammingDistance, NEAR_BITS } from '../../parser/facts/simhash.ts';
import type { Signature } from '../../model/story/story.ts';

/** Returns how much a word tells, by how few of the recent texts have it: a logarithm, above 0. */
export type Rarity = (hash: number) => number;

export type Closeness = {
  /** The cosine of the words of titles and first sentences, each by its weight and rarity: 0 to 1. */
  texts: number;
  /** The cosine of the words of the titles alone: 0 to 1. */
  titles: number;
  /** Number of words that both texts have, one of them in its title. */
  shared: number;
};

type Sums = { dot: number; one: number; two: number };

const cosine = ({ dot, one, two }: Sums): number => (dot === 0 ? 0 : dot / Math.sqrt(one * two));

/** Returns how close two texts are by their words. */
export const closenessOf = (one: Signature, two: Signature, rarity: Rarity): Closeness => {
  const texts: Sums = { dot: 0, one: 0, two: 0 };
  const titles: Sums = { dot: 0, one: 0, two: 0 };
  let shared = 0;
  const words = new Map(two.features.map((feature) => [feature.hash, feature]));
  for (const { weight, hash, is_title } of two.features) {
    const squared = rarity(hash) ** 2;
    texts.two += weight * weight * squared;
    if (is_title) titles.two += squared;
  }
  for (const { weight, hash, is_title } of one.features) {
    const squared = rarity(hash) ** 2;
    texts.one += weight * weight * squared;
    if (is_title) titles.one += squared;
    const other = words.get(hash);
    if (other === undefined) continue;
    texts.dot += weight * other.weight * squared;
    if (is_title && other.is_title) titles.dot += squared;
    if (is_title || other.is_title) shared += 1;
  }
  return { texts: cosine(texts), titles: cosine(titles), shared };
};

const meet = (one: readonly number[], two: readonly number[]): boolean =>
  one.some((number) => two.includes(number));

/** The closeness of titles that differ in little but their numbers. */
const SAME_TITLE = 0.6;

/**
 * Tells whether two texts are about different things by the numbers in their titles: other versions, or titles that are
 * alike but for their numbers, such as releases, results and weekly posts.
 */
export const differInNumbers = (one: Signature, two: Signature, titles: number): boolean => {
  if (one.versions.length > 0 && two.versions.length > 0 && !meet(one.versions, two.versions)) return true;
  if (titles < SAME_TITLE || one.numbers.length === 0 || two.numbers.length === 0) return false;
  return !meet(one.numbers, two.numbers);
};

/** Words of a text at least, so that its SimHash tells something. */
const DIGEST_WORDS = 25;
/** The least share of the words of the longer text that the shorter one of two nearly equal texts has. */
const LENGTH_SHARE = 0.8;

/** Tells whether two texts are the same but for a few words, and have the same numbers in their titles. */
export const isNearlySame = (one: Signature, two: Signature): boolean => {
  const [fewer, more] = one.words < two.words ? [one.words, two.words] : [two.words, one.words];
  return (
    fewer >= DIGEST_WORDS &&
    fewer >= LENGTH_SHARE * more &&
    one.numbers.join() === two.numbers.join() &&
    hammingDistance(one.digest, two.digest) <= NEAR_BITS
  );
};

/** Words of a title at least, so that two articles with the same one are about the same event. */
const TITLE_WORDS = 4;

/** Tells whether the titles of two texts are the same but for a few words. `titles` is the cosine of their words. */
export const haveCloseTitles = (one: Signature, two: Signature, titles: number): boolean =>
  one.title === two.title || titles >= SAME_TITLE;

/** Tells whether two texts have the same title, if that is long enough to tell something. */
export const hasSameTitle = (one: Signature, two: Signature): boolean =>
  one.title === two.title && one.features.filter(({ is_title }) => is_title).length >= TITLE_WORDS;
