import type { StoredVector } from '../score/vector.ts';
import { featuresOf, type Features } from './features.ts';
import { functionOf, type Learner, quantised } from './learner.ts';
import { fitLogistic, type LabelledExample } from './logistic.ts';

/** An article about which the reader said something. `weight` is greater than 0; 1 is a clear word. */
export type ToldExample = { vector: StoredVector; is_liked: boolean; weight: number };

/** An article about which the reader said nothing; passed by if it was shown and another below it was opened. */
export type SilentExample = { vector: StoredVector; is_passed: boolean };

type WithFeatures<T> = Omit<T, 'vector'> & { features: Features };

/** An article that was passed by, compared with one of which it is not known whether the reader saw it. */
const PASSED = 2;
/** Number of silent articles below which nothing can be learned: nothing tells what is usual for this reader. */
export const LEAST_SILENT = 5;
/**
 * The part of the weight that one opinion adds, compared with the mean weight of the reader's keywords. It is less than half of the third of
 * a full match that a tier is wide, so that one opinion moves an article by at most one tier, also where feed and rules double its score.
 */
const A_TOLD = 0.15;
/** The weight of a learner that was told much, compared with the same. */
const MOST = 2;
/** The least standard deviation, compared with the length of the weights, so that few articles cannot make it 0. */
const LEAST_SPREAD = 0.05;

/** Learns as `trainOn` does, from the articles whose vectors are of this model. */
export const trainLearner = (
  model: string,
  told: ToldExample[],
  silent: SilentExample[],
  typical: number,
): Learner | null => {
  const known = <T extends { vector: StoredVector }>(examples: T[]): WithFeatures<T>[] =>
    examples.flatMap(({ vector, ...rest }) =>
      vector.model === model ? [{ ...rest, features: featuresOf(vector) }] : [],
    );
  return trainOn(model, known(told), known(silent), typical);
};

/**
 * Learns what a reader likes. Silent articles count as not wanted against those that were liked, and as wanted against
 * those that were disliked, with the same total weight, so that they stay in the middle. The weight of the result grows
 * with the number of articles told, since few of them say little. Returns null if there is nothing to learn from.
 * `typical` is the mean weight of the reader's keywords, which places and tiers are of too.
 */
export const trainOn = (
  model: string,
  told: WithFeatures<ToldExample>[],
  silent: WithFeatures<SilentExample>[],
  typical: number,
): Learner | null => {
  if (told.length === 0 || silent.length < LEAST_SILENT) return null;
  const weights = quantised(fitLogistic([...examplesOf(told), ...contrasts(told, silent)]));
  const value = functionOf(weights);
  const { middle, spread } = usual(silent.map(({ features }) => value(features)));
  const length = Math.sqrt(
    weights.step ** 2 * [...weights.dense, ...weights.values].reduce((sum, each) => sum + each ** 2, 0),
  );
  const toldWeight = told.reduce((sum, { weight }) => sum + weight, 0);
  const weight = typical * Math.min(MOST, rounded(A_TOLD * toldWeight));
  if (length === 0 || weight === 0) return null;
  return {
    model,
    ...weights,
    middle,
    spread: Math.max(spread, LEAST_SPREAD * length),
    weight,
  };
};

/** Returns a share in steps of a twentieth, so that signals that grow old rarely change every score. */
const rounded = (share: number): number => Math.round(share * 20) / 20;

const examplesOf = (told: WithFeatures<ToldExample>[]): LabelledExample[] =>
  told.map(({ features, is_liked, weight }) => ({ features, label: is_liked ? 1 : 0, weight }));

const contrasts = (
  told: WithFeatures<ToldExample>[],
  silent: WithFeatures<SilentExample>[],
): LabelledExample[] => {
  const shareOf = (isPassed: boolean): number => (isPassed ? PASSED : 1);
  const shares = silent.reduce((sum, { is_passed }) => sum + shareOf(is_passed), 0);
  const against = (isLiked: boolean): LabelledExample[] => {
    const total = told.reduce((sum, { is_liked, weight }) => sum + (is_liked === isLiked ? weight : 0), 0);
    if (total === 0) return [];
    return silent.map(({ features, is_passed }) => ({
      features,
      label: isLiked ? 0 : 1,
      weight: (total * shareOf(is_passed)) / shares,
    }));
  };
  return [...against(true), ...against(false)];
};

/**
 * Returns the median of the values and how far from it is usual: the standard deviation, but not less than the median
 * distance from the median, so that at least half of the values are usual whatever their distribution.
 */
const usual = (values: number[]): { middle: number; spread: number } => {
  const middle = medianOf(values);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return {
    middle,
    spread: Math.max(Math.sqrt(variance), medianOf(values.map((value) => Math.abs(value - middle)))),
  };
};

const medianOf = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
