import { hammingDistance, NEAR_BITS } from '../parser/facts/simhash.ts';
import type { Signature } from '../model/story/story.ts';
import { titlesWithoutNumbers, type Rarity } from './evidence.ts';

const meet = (one: readonly number[], two: readonly number[]): boolean =>
  one.some((number) => two.includes(number));

/** The closeness of titles that differ in little but their numbers. */
const SAME_TITLE = 0.6;

/**
 * Tells whether two texts are about different things by the numbers in their titles: other versions or results, or titles that are
 * alike but for their numbers, such as releases, results and weekly posts.
 */
export const differInNumbers = (one: Signature, two: Signature, rarity: Rarity): boolean => {
  if (one.versions.length > 0 && two.versions.length > 0 && !meet(one.versions, two.versions)) return true;
  if (one.numbers.length === 0 || two.numbers.length === 0 || meet(one.numbers, two.numbers)) return false;
  return titlesWithoutNumbers(one, two, rarity) >= SAME_TITLE;
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
