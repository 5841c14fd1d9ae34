import {
  cosineOf,
  FEATURE_SIZE,
  hashAt,
  IN_TITLE,
  IS_NAME,
  markAt,
  type RecentText,
  type Signature,
  type StoryFeatures,
  unpackFeatures,
  weightAt,
} from '../model/story/story.ts';
import { hammingDistance, NEAR_BITS } from '../parser/facts/simhash.ts';

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
  /** True if one title asks and the other one does not. */
  asks: boolean;
  hours: number;
  /** The cosine of the vectors of the words of both texts; null if one is unknown. */
  meaning: number | null;
  /** Number of words that both texts have, one of them in its title. */
  shared: number;
};

const HOUR_MS = 3_600_000;
/** The weight from which a word counts whole: a rare one in a title. */
const WHOLE_WEIGHT = 3;

/** Called with a word and its weight and mark in each of two texts; both are 0 for the text that lacks it. */
type Visit = (hash: number, weight: number, mark: number, otherWeight: number, otherMark: number) => void;

/** Visits the words of two texts in the order of their hashes, one that both have once. */
const forEachWord = (one: StoryFeatures, two: StoryFeatures, visit: Visit): void => {
  let [first, second] = [0, 0];
  while (first < one.length || second < two.length) {
    const hash = first < one.length ? hashAt(one, first) : Infinity;
    const other = second < two.length ? hashAt(two, second) : Infinity;
    const isFirst = hash <= other;
    const isSecond = other <= hash;
    visit(
      isFirst ? hash : other,
      isFirst ? weightAt(one, first) : 0,
      isFirst ? markAt(one, first) : 0,
      isSecond ? weightAt(two, second) : 0,
      isSecond ? markAt(two, second) : 0,
    );
    if (isFirst) first += FEATURE_SIZE;
    if (isSecond) second += FEATURE_SIZE;
  }
};

/** Creates what adds up the words of two titles, by their marks and rarity, to the cosine of the titles; 0 if they share none. */
const createTitleCosine = () => {
  let [product, length, otherLength] = [0, 0, 0];
  return {
    add: (mark: number, otherMark: number, rare: number): void => {
      if ((mark & IN_TITLE) !== 0) length += rare ** 2;
      if ((otherMark & IN_TITLE) !== 0) otherLength += rare ** 2;
      if ((mark & otherMark & IN_TITLE) !== 0) product += rare ** 2;
    },
    cosine: (): number => (product === 0 ? 0 : product / Math.sqrt(length * otherLength)),
  };
};

const lacks = (one: readonly number[], two: readonly number[]): boolean =>
  one.some((number) => !two.includes(number));

/** Returns what tells whether two texts are about one event. `rarity` tells how few of the recent texts have a word. */
export const evidenceOf = (one: RecentText, two: RecentText, rarity: Rarity): Evidence => {
  const [first, second] = [one.signature, two.signature];
  let [told, shared, names] = [0, 0, 0];
  /** Of each title, what its words tell, and the part of it that the other text has. */
  let [all, found, otherAll, otherFound] = [0, 0, 0, 0];
  const titles = createTitleCosine();
  forEachWord(first.features, second.features, (hash, weight, mark, otherWeight, otherMark) => {
    const marks = mark | otherMark;
    if ((marks & IN_TITLE) === 0) return;
    const rare = rarity(hash);
    titles.add(mark, otherMark, rare);
    const worth = rare * worthOf(weight, mark);
    const otherWorth = rare * worthOf(otherWeight, otherMark);
    const isShared = weight > 0 && otherWeight > 0;
    if ((mark & IN_TITLE) !== 0) {
      all += worth;
      if (isShared) found += worth;
    }
    if ((otherMark & IN_TITLE) !== 0) {
      otherAll += otherWorth;
      if (isShared) otherFound += otherWorth;
    }
    const isName = (marks & IS_NAME) !== 0;
    if (isShared) shared += 1;
    else if (isName) names += 1;
    if (isShared && !isName) told += (worth + otherWorth) / 2;
  });
  return {
    titles: titles.cosine(),
    covered: all === 0 || otherAll === 0 ? 0 : Math.min(found / all, otherFound / otherAll),
    told,
    names,
    numbers: lacks(first.numbers, second.numbers) && lacks(second.numbers, first.numbers),
    asks: first.asks !== second.asks,
    hours: Math.abs(Date.parse(one.published_at) - Date.parse(two.published_at)) / HOUR_MS,
    meaning: cosineOf(first.vector, second.vector),
    shared,
  };
};

/** Returns how much a word tells, apart from its rarity: from 0, for a word that the text lacks, to 1. */
const worthOf = (weight: number, mark: number): number =>
  Math.min(1, (mark & IN_TITLE) === 0 ? weight : weight / WHOLE_WEIGHT);

/** Returns the cosine of the words of two titles without the numbers that they name: 1 for those of two weekly posts. */
const titlesWithoutNumbers = (one: Signature, two: Signature, rarity: Rarity): number => {
  const titles = createTitleCosine();
  forEachWord(one.features, two.features, (hash, _weight, mark, _otherWeight, otherMark) => {
    if (((mark | otherMark) & IN_TITLE) === 0) return;
    if (one.numbers.includes(hash) || two.numbers.includes(hash)) return;
    titles.add(mark, otherMark, rarity(hash));
  });
  return titles.cosine();
};

/** Returns the logit of the probability that two articles are about one event. */
export const logitOf = (evidence: Evidence, weights: EventWeights): number =>
  weights.always +
  weights.titles * evidence.titles +
  weights.covered * evidence.covered +
  weights.told * Math.log(1 + evidence.told) +
  weights.names * evidence.names +
  (evidence.numbers ? weights.numbers : 0) +
  (evidence.asks ? weights.asks : 0) +
  weights.time * Math.log2(1 + evidence.hours / 6) +
  (evidence.meaning === null ? weights.unknown : weights.meaning * evidence.meaning);

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
  one.title === two.title &&
  unpackFeatures(one.features).filter(({ mark }) => (mark & IN_TITLE) !== 0).length >= TITLE_WORDS;

/** How much each piece of evidence says that two articles tell of one event, in logits. */
type EventWeights = {
  always: number;
  /** For the cosine of the words of the titles, by their rarity. */
  titles: number;
  /** For all of the words of the title that has the smaller part in the other text, by weight and rarity. */
  covered: number;
  /** For the natural logarithm of the weight of the shared words that are no names, which tell what happened. */
  told: number;
  /** For each name in one title that the other text lacks. */
  names: number;
  /** If each title has a number that the other one lacks. */
  numbers: number;
  /** If one title asks and the other one does not. */
  asks: number;
  /** For each doubling of the time between the two, from six hours on. */
  time: number;
  /** For the cosine of the texts' vectors; `unknown` in its place if one of them has no vector. */
  meaning: number;
  unknown: number;
};

const eventWeights: EventWeights = {
  always: -4.96,
  titles: 2.58,
  covered: 3.22,
  told: 0.5,
  names: -0.3,
  numbers: -1.05,
  asks: -2.6,
  time: -1.04,
  meaning: 4.72,
  unknown: 1.9,
};

/** The least logits at which an article joins a story by one of its articles, fits the first of them, and continues an earlier one. */
const storyLimits = { joins: 2.6, fits: 2, continues: 2.2 };

export type StoryRules = { weights: EventWeights; limits: typeof storyLimits };
export const storyRules: StoryRules = { weights: eventWeights, limits: storyLimits };
