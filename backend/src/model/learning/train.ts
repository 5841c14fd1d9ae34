import type { StoredVector } from '../score/vector.ts';
import { featuresOf, type Features } from './features.ts';
import { functionOf, type Learner, quantised } from './learner.ts';
import { fitLogistic, type LabelledExample } from './logistic.ts';

/** An article about which the reader said something. `weight` is greater than 0; 1 is a clear word. */
export type ToldExample = { vector: StoredVector; is_liked: boolean; weight: number };

/** An article about which the reader said nothing; passed by if it was shown and another below it was opened. */
export type SilentExample = { vector: StoredVector; is_passed: boolean };

/** An article that was passed by, compared with one of which it is not known whether the reader saw it. */
const PASSED = 2;
/** Number of silent articles below which nothing can be learned: nothing tells what is usual for this reader. */
export const LEAST_SILENT = 5;
/** The part of the weight that one article told gives is 1 / (1 + HALF_TOLD); of two, 2 / (2 + HALF_TOLD). */
const HALF_TOLD = 2;
/** The weight of a learner that was told much, compared with the reader's strongest keyword. */
const LARGEST_WEIGHT = 3;
/** The least standard deviation, compared with the length of the weights, so that few articles cannot make it 0. */
const LEAST_SPREAD = 0.05;

/**
 * Learns what a reader likes. Silent articles count as not wanted against those that were liked, and as wanted against
 * those that were disliked, with the same total weight, so that they stay in the middle. The weight of the result grows
 * with the number of articles told, since few of them say little. Returns null if there is nothing to learn from.
 * `strongest` is the greatest weight among the reader's keywords.
 */
export const trainLearner = (
  model: string,
  told: ToldExample[],
  silent: SilentExample[],
  strongest: number,
): Learner | null => {
  const known = told.filter(({ vector }) => vector.model === model);
  const others = silent
    .filter(({ vector }) => vector.model === model)
    .map(({ vector, is_passed }) => ({ features: featuresOf(vector), share: is_passed ? PASSED : 1 }));
  if (known.length === 0 || others.length < LEAST_SILENT) return null;
  const weights = quantised(fitLogistic([...examplesOf(known), ...contrasts(known, others)]));
  const value = functionOf(weights);
  const { middle, spread } = usual(others.map(({ features }) => value(features)));
  const length = Math.sqrt(
    weights.step ** 2 * [...weights.dense, ...weights.values].reduce((sum, each) => sum + each ** 2, 0),
  );
  if (length === 0) return null;
  const toldWeight = known.reduce((sum, { weight }) => sum + weight, 0);
  return {
    model,
    ...weights,
    middle,
    spread: Math.max(spread, LEAST_SPREAD * length),
    weight: LARGEST_WEIGHT * strongest * rounded(toldWeight / (toldWeight + HALF_TOLD)),
  };
};

/** Returns a share in steps of a twentieth, so that one article more rarely changes every score. */
const rounded = (share: number): number => Math.round(share * 20) / 20;

const examplesOf = (told: ToldExample[]): LabelledExample[] =>
  told.map(({ vector, is_liked, weight }) => ({
    features: featuresOf(vector),
    label: is_liked ? 1 : 0,
    weight,
  }));

const contrasts = (
  told: ToldExample[],
  others: { features: Features; share: number }[],
): LabelledExample[] => {
  const shares = others.reduce((sum, { share }) => sum + share, 0);
  const against = (isLiked: boolean): LabelledExample[] => {
    const total = told.reduce((sum, { is_liked, weight }) => sum + (is_liked === isLiked ? weight : 0), 0);
    if (total === 0) return [];
    return others.map(({ features, share }) => ({
      features,
      label: isLiked ? 0 : 1,
      weight: (total * share) / shares,
    }));
  };
  return [...against(true), ...against(false)];
};

const usual = (values: number[]): { middle: number; spread: number } => {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { middle, spread: Math.sqrt(variance) };
};
