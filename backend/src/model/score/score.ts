import { type Calibration, similarityScore } from './calibration.ts';
import { cosineTo } from './vector-codec.ts';
import type { StoredVector } from './vector.ts';

/**
 * The reason for a part of an article's score, one for each active keyword. Its contribution is `weight` x
 * `similarity_score`. An excluding keyword has a negative weight.
 */
export type StoredReason = { keyword_id: string; weight: number; similarity_score: number };

export type StoredTopReason = { keyword_id: string; contribution: number };

/** Number of steps in which a similarity is stored. */
export const SIMILARITY_STEPS = 65_535;

/** An active keyword, ready for comparison. */
export type ScoringKeyword = {
  keyword_id: string;
  /** The weight: in (0, 10], or in [-10, 0) for an excluding keyword. */
  weight: number;
  vector: StoredVector;
  calibration: Calibration;
};

export type Score = {
  /** The sum of the reasons' contributions, added in their order; at least 0, and 0 without active keywords. */
  importance_score: number;
  /** One reason for every keyword, in the order of the keywords, with exactly the values that are stored. */
  reasons: StoredReason[];
};

/**
 * Scores an article. The caller leaves out keywords whose vector is of another model (`sameModel`): they have no score
 * yet, which differs from 0.
 * @throws RangeError if such a keyword is passed.
 */
export const scoreArticle = (article: StoredVector, keywords: ScoringKeyword[]): Score => {
  const cosineOf = cosineTo(article);
  const reasons = keywords.map(({ keyword_id, weight, vector, calibration }) => ({
    keyword_id,
    weight: storedWeight(weight),
    similarity_score: storedSimilarity(similarityScore(cosineOf(vector), calibration)),
  }));
  return { importance_score: scoreOf(reasons), reasons };
};

/** Returns the score that stored reasons add up to. It applies a changed weight without any vector. */
export const scoreOf = (reasons: StoredReason[]): number => Math.max(0, sumOf(reasons));

const sumOf = (reasons: StoredReason[]): number =>
  reasons.reduce((sum, reason) => sum + contributionOf(reason), 0);

/** Returns the nearest of the 65,536 values that a stored similarity can have. */
export const storedSimilarity = (similarity: number): number =>
  Math.round(Math.max(0, Math.min(1, similarity)) * SIMILARITY_STEPS) / SIMILARITY_STEPS;

/** Returns a weight as it is after storing it as float32, rounded to 7 significant digits, so that 0.1 stays 0.1. */
export const storedWeight = (weight: number): number => Number(Math.fround(weight).toPrecision(7));

export const contributionOf = (reason: StoredReason): number => reason.weight * reason.similarity_score;

/**
 * Returns what each reason adds to the score or subtracts from it, in the order of the reasons. The sum is the score,
 * to 1e-9. A score does not fall below 0: if the negative contributions exceed the positive ones, they are scaled down
 * so that the sum is 0.
 */
export const contributionsOf = (reasons: StoredReason[]): number[] => {
  const all = reasons.map(contributionOf);
  const sum = sumOf(reasons);
  if (sum >= 0) return all;
  const given = all.reduce((total, contribution) => total + Math.max(0, contribution), 0);
  const share = given / (given - sum);
  // A share of 0 gives -0. Adding 0 turns it into 0.
  return all.map((contribution) => (contribution < 0 ? contribution * share + 0 : contribution));
};

/**
 * Returns the first `count` contributions: the positive ones, largest first, then the negative ones, largest absolute
 * value first. Equal ones are in the order of their keyword ids.
 */
export const topReasons = (reasons: StoredReason[], count: number): StoredTopReason[] =>
  shownReasons(reasons)
    .filter(({ contribution }) => contribution !== 0)
    .sort(bySign)
    .slice(0, count);

const shownReasons = (reasons: StoredReason[]): StoredTopReason[] => {
  const contributions = contributionsOf(reasons);
  return reasons.map(({ keyword_id }, at) => ({ keyword_id, contribution: contributions[at] ?? 0 }));
};

const bySign = (a: StoredTopReason, b: StoredTopReason): number =>
  Number(b.contribution > 0) - Number(a.contribution > 0) ||
  Math.abs(b.contribution) - Math.abs(a.contribution) ||
  (a.keyword_id < b.keyword_id ? -1 : 1);
