import type { StoredVector } from '../score/vector.ts';
import { featuresOf, type Features, functionOf, type Learner, quantised } from './learner.ts';

/** An article about which the reader said something. `weight` is greater than 0; 1 is a clear word. */
export type ToldExample = { vector: StoredVector; is_liked: boolean; weight: number };

/** An article about which the reader said nothing; passed by if it was shown and another below it was opened. */
export type SilentExample = { vector: StoredVector; is_passed: boolean };

type WithFeatures<T> = Omit<T, 'vector'> & { features: Features };

/** An article that was passed by, compared with one of which it is not known whether the reader saw it. */
const PASSED = 2;
/** Number of silent articles below which nothing can be learned: nothing tells what is usual for this reader. */
export const LEAST_SILENT = 5;
/** The part of the weight that one opinion adds, compared with the mean weight of the reader's keywords. */
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

/** An example: `label` 1 for what is wanted, 0 for what is not. Its weight is greater than 0. */
type LabelledExample = { features: Features; label: 0 | 1; weight: number };

/** The strength of the L2 penalty, compared with one example of weight 1. Values from 0.02 to 2 rank nearly alike. */
const RIDGE = 0.1;
/** Steps of gradient descent. After 120 the order of unseen articles changes no more. */
const STEPS = 120;

type Row = { dense: Float32Array; places: Uint32Array; values: Float32Array; label: number; weight: number };

/**
 * Fits a logistic regression with an L2 penalty and returns its weights. Nesterov's accelerated gradient descent is used
 * with the step that the sum of the weights allows; it starts from 0, so the same examples give the same result. All
 * features have the length 1.
 */
const fitLogistic = (examples: LabelledExample[]): Features => {
  const { rows, dimension, indexes } = compacted(examples);
  const size = dimension + indexes.length;
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const step = 1 / (RIDGE + total / 2);
  const momentum = (1 - Math.sqrt(step * RIDGE)) / (1 + Math.sqrt(step * RIDGE));
  // The last place is the bias.
  let at = new Float64Array(size + 1);
  const ahead = new Float64Array(size + 1);
  let next = new Float64Array(size + 1);
  for (let round = 0; round < STEPS; round += 1) {
    descend(rows, dimension, ahead, step, next);
    for (let place = 0; place <= size; place += 1) {
      const value = next[place] ?? 0;
      ahead[place] = value + momentum * (value - (at[place] ?? 0));
    }
    [at, next] = [next, at];
  }
  return {
    dense: Float32Array.from(at.subarray(0, dimension)),
    indexes,
    values: Float32Array.from(at.subarray(dimension, size)),
  };
};

/** Writes the weights after one step down the gradient to `next`. */
const descend = (
  rows: Row[],
  dimension: number,
  weights: Float64Array,
  step: number,
  next: Float64Array,
): void => {
  const last = weights.length - 1;
  const kept = 1 - step * RIDGE;
  for (let at = 0; at < last; at += 1) next[at] = kept * (weights[at] ?? 0);
  next[last] = weights[last] ?? 0;
  for (const { dense, places, values, label, weight } of rows) {
    let sum = weights[last] ?? 0;
    for (let at = 0; at < dense.length; at += 1) sum += (dense[at] ?? 0) * (weights[at] ?? 0);
    for (let at = 0; at < places.length; at += 1)
      sum += (values[at] ?? 0) * (weights[dimension + (places[at] ?? 0)] ?? 0);
    const pull = step * weight * (label - 1 / (1 + Math.exp(-sum)));
    next[last] = (next[last] ?? 0) + pull;
    for (let at = 0; at < dense.length; at += 1) next[at] = (next[at] ?? 0) + pull * (dense[at] ?? 0);
    for (let at = 0; at < places.length; at += 1) {
      const place = dimension + (places[at] ?? 0);
      next[place] = (next[place] ?? 0) + pull * (values[at] ?? 0);
    }
  }
};

/** Numbers the sparse indexes that occur from 0, so that the weights are one short array. */
const compacted = (
  examples: LabelledExample[],
): { rows: Row[]; dimension: number; indexes: Uint32Array<ArrayBuffer> } => {
  const placeOf = new Map<number, number>();
  let dimension = 0;
  const rows = examples.map(({ features: { dense, indexes, values }, label, weight }): Row => {
    dimension = Math.max(dimension, dense.length);
    const places = indexes.map((index) => {
      const place = placeOf.get(index) ?? placeOf.size;
      placeOf.set(index, place);
      return place;
    });
    return { dense, places, values, label, weight };
  });
  return { rows, dimension, indexes: Uint32Array.from(placeOf.keys()) };
};
