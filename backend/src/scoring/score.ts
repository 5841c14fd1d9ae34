import { type Calibration, similarityScore } from './calibration.ts';
import { cosineTo } from './vector-codec.ts';
import type { StoredVector } from './vector.ts';

/**
 * Why an article is where it is: one line for each active keyword. `weight` x `similarity_score` is its contribution;
 * an excluding keyword has a negative weight.
 */
export type StoredReason = { keyword_id: string; weight: number; similarity_score: number };

export type StoredTopReason = { keyword_id: string; contribution: number };

/** How finely a similarity is stored. */
export const SIMILARITY_STEPS = 65_535;

/** An active keyword, ready to be compared. */
export type ScoringKeyword = {
  keyword_id: string;
  /** In (0, 10]; in [-10, 0) for an excluding keyword. */
  weight: number;
  vector: StoredVector;
  calibration: Calibration;
};

export type Score = {
  /** Sum of the reasons' contributions, added in their order, at least 0; 0 without active keywords. */
  importance_score: number;
  /** One for every keyword, in their order, with the very values that are stored. */
  reasons: StoredReason[];
};

/**
 * The caller leaves out keywords whose vector is of another model (`sameModel`): they have no score yet, which is not 0.
 * @throws RangeError when one is handed in all the same.
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

/** The score that stored reasons add up to: how a weight change is applied without any vector. */
export const scoreOf = (reasons: StoredReason[]): number => Math.max(0, sumOf(reasons));

const sumOf = (reasons: StoredReason[]): number =>
  reasons.reduce((sum, reason) => sum + contributionOf(reason), 0);

/** The nearest of the 65,536 values that a stored similarity can have. */
export const storedSimilarity = (similarity: number): number =>
  Math.round(Math.max(0, Math.min(1, similarity)) * SIMILARITY_STEPS) / SIMILARITY_STEPS;

/** A weight as float32 brings it back: to 7 significant digits, so that 0.1 stays 0.1. */
export const storedWeight = (weight: number): number => Number(Math.fround(weight).toPrecision(7));

export const contributionOf = (reason: StoredReason): number => reason.weight * reason.similarity_score;

/**
 * What each reason adds to the score or takes from it, in their order; they sum to the score to 1e-9. A score does not
 * fall below 0: where more would be taken than there is, every taking reason takes its share of what there is.
 */
export const contributionsOf = (reasons: StoredReason[]): number[] => {
  const all = reasons.map(contributionOf);
  const sum = sumOf(reasons);
  if (sum >= 0) return all;
  const given = all.reduce((total, contribution) => total + Math.max(0, contribution), 0);
  const share = given / (given - sum);
  // Adding 0 makes 0 of the -0 that a share of 0 leaves.
  return all.map((contribution) => (contribution < 0 ? contribution * share + 0 : contribution));
};

/** The contributions above 0, largest first, then those below, largest first; equal ones by keyword id. */
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
