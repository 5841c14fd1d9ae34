import type { RecentText, Signature, StoryFeature } from '../model/story/story.ts';
import type { EventWeights } from './story-weights.ts';
import { meaningOf } from './text-vector.ts';

/** Returns how much a word tells, by how few of the recent texts have it: a logarithm, above 0. */
export type Rarity = (hash: number) => number;

/** The evidence by which two articles are judged to be about one event. */
export type Evidence = {
  /** The cosine of the words of the two titles, by their rarity: 0 to 1. */
  titles: number;
  /** The part of a title's words that the other text has, by weight and rarity, of the title where it is smaller: 0 to 1. */
  covered: number;
  /** The weight of the words that both texts have, one of them in its title, and that are no names. */
  told: number;
  /** Number of names in one title that the other text lacks. */
  names: number;
  /** True if each title has a number that the other one lacks. */
  numbers: boolean;
  hours: number;
  /** The cosine of the vectors of the words of both texts; null if one is unknown. */
  meaning: number | null;
  /** Number of words that both texts have, one of them in its title. */
  shared: number;
};

const HOUR_MS = 3_600_000;
/** The weight from which a word counts whole: a rare one in a title. */
const WHOLE_WEIGHT = 3;

type Words = ReadonlyMap<number, StoryFeature>;

/** The words of each signature that is compared, so that they are put together once. */
const known = new WeakMap<Signature, Words>();

const wordsOf = (signature: Signature): Words => {
  const words = known.get(signature) ?? new Map(signature.features.map((feature) => [feature.hash, feature]));
  known.set(signature, words);
  return words;
};

const worth = ({ hash, weight, is_title }: StoryFeature, rarity: Rarity): number =>
  rarity(hash) * Math.min(1, is_title ? weight / WHOLE_WEIGHT : weight);

const titleCosine = (
  words: Words,
  others: Words,
  rarity: Rarity,
  leftOut: readonly number[] = [],
): number => {
  const sumOf = (title: Words, isCounted: (hash: number) => boolean): number => {
    let sum = 0;
    for (const { hash, is_title } of title.values())
      if (is_title && isCounted(hash) && !leftOut.includes(hash)) sum += rarity(hash) ** 2;
    return sum;
  };
  const shared = sumOf(words, (hash) => others.get(hash)?.is_title === true);
  return shared === 0 ? 0 : shared / Math.sqrt(sumOf(words, () => true) * sumOf(others, () => true));
};

const coverOf = (title: Words, other: Words, rarity: Rarity): number => {
  let [all, found] = [0, 0];
  for (const feature of title.values()) {
    if (!feature.is_title) continue;
    all += worth(feature, rarity);
    if (other.has(feature.hash)) found += worth(feature, rarity);
  }
  return all === 0 ? 0 : found / all;
};

const lacks = (one: readonly number[], two: readonly number[]): boolean =>
  one.some((number) => !two.includes(number));

/** Returns what tells whether two texts are about one event. `rarity` tells how few of the recent texts have a word. */
export const evidenceOf = (one: RecentText, two: RecentText, rarity: Rarity): Evidence => {
  const [first, second] = [one.signature, two.signature];
  const [words, others] = [wordsOf(first), wordsOf(second)];
  const isName = (hash: number): boolean =>
    words.get(hash)?.is_name === true || others.get(hash)?.is_name === true;
  let [told, shared, names] = [0, 0, 0];
  for (const feature of words.values()) {
    const other = others.get(feature.hash);
    if (other === undefined) names += feature.is_title && isName(feature.hash) ? 1 : 0;
    else if (feature.is_title || other.is_title) {
      shared += 1;
      if (!isName(feature.hash)) told += (worth(feature, rarity) + worth(other, rarity)) / 2;
    }
  }
  for (const { hash, is_title } of others.values())
    if (is_title && !words.has(hash) && isName(hash)) names += 1;
  return {
    titles: titleCosine(words, others, rarity),
    covered: Math.min(coverOf(words, others, rarity), coverOf(others, words, rarity)),
    told,
    names,
    numbers: lacks(first.numbers, second.numbers) && lacks(second.numbers, first.numbers),
    hours: Math.abs(Date.parse(one.published_at) - Date.parse(two.published_at)) / HOUR_MS,
    meaning: meaningOf(first.vector, second.vector),
    shared,
  };
};

/** Returns the cosine of the words of two titles without the numbers that they name: 1 for those of two weekly posts. */
export const titlesWithoutNumbers = (one: Signature, two: Signature, rarity: Rarity): number =>
  titleCosine(wordsOf(one), wordsOf(two), rarity, [...one.numbers, ...two.numbers]);

/** Returns the logit of the probability that two articles are about one event. */
export const logitOf = (evidence: Evidence, weights: EventWeights): number =>
  weights.always +
  weights.titles * evidence.titles +
  weights.covered * evidence.covered +
  weights.told * Math.log(1 + evidence.told) +
  weights.names * evidence.names +
  (evidence.numbers ? weights.numbers : 0) +
  weights.time * Math.log2(1 + evidence.hours / 6) +
  (evidence.meaning === null ? weights.unknown : weights.meaning * evidence.meaning);
