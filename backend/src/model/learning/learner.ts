import { partIds } from '../../contract/index.ts';
import { storedSimilarity, storedWeight, type StoredReason } from '../score/score.ts';
import type { StoredVector } from '../score/vector.ts';
import { featuresOf, type Features } from './features.ts';

/**
 * The function learned from one reader: a linear function of the features of a text, as int8 values of a common step. It
 * takes at most 4 KB.
 */
export type Learner = {
  /** The name of the embedder's model. */
  model: string;
  dense: Int8Array;
  indexes: Uint32Array;
  values: Int8Array;
  step: number;
  /** The median of the function over articles about which the reader said nothing, and its usual distance from that. */
  middle: number;
  spread: number;
  /** The most that the learner can add to a score or subtract from it. */
  weight: number;
};

/** The most sparse weights of a learner. The smallest ones beyond are dropped. */
const SPARSE_WEIGHTS = 400;

/** Returns weights in the stored form, without `middle` and `spread`. */
export const quantised = ({
  dense,
  indexes,
  values,
}: Features): Pick<Learner, 'dense' | 'indexes' | 'values' | 'step'> => {
  const limit = Array.from(values, Math.abs).toSorted((a, b) => b - a)[SPARSE_WEIGHTS] ?? -1;
  const kept = [...values.keys()].filter((at) => Math.abs(values[at] ?? 0) > limit);
  const peak = Math.max(0, ...dense.map(Math.abs), ...kept.map((at) => Math.abs(values[at] ?? 0)));
  const step = peak === 0 ? 1 : peak / 127;
  return {
    dense: Int8Array.from(dense, (value) => Math.round(value / step)),
    indexes: Uint32Array.from(kept, (at) => indexes[at] ?? 0),
    values: Int8Array.from(kept, (at) => Math.round((values[at] ?? 0) / step)),
    step,
  };
};

/** Returns the learner's function, for many texts. */
export const functionOf = ({
  dense,
  indexes,
  values,
  step,
}: Pick<Learner, 'dense' | 'indexes' | 'values' | 'step'>): ((features: Features) => number) => {
  const sparse = new Map(Array.from(indexes, (index, at) => [index, values[at] ?? 0]));
  return (features) => {
    let sum = 0;
    dense.forEach((value, at) => {
      sum += value * (features.dense[at] ?? 0);
    });
    features.indexes.forEach((index, at) => {
      sum += (sparse.get(index) ?? 0) * (features.values[at] ?? 0);
    });
    return sum * step;
  };
};

/** Spreads from the middle within which an article counts as neither liked nor disliked. */
const QUIET = 1;
/** Spreads beyond that at which the whole weight is reached. */
const RANGE = 3;
/**
 * Number of steps in which the part is given. They are coarse, so that learning a little more does not change, and
 * write, every entry.
 */
const STEPS = 32;

/**
 * Returns the function that gives the learner's part of an article's score; null if it has nothing to say about the
 * article.
 */
export const learnedReasonOf = (learner: Learner): ((vector: StoredVector) => StoredReason | null) => {
  const reasonFor = learnedReasonFor(learner);
  return (vector) => (vector.model === learner.model ? reasonFor(featuresOf(vector)) : null);
};

/** Does what `learnedReasonOf` does, for features of texts that the learner's model embedded. */
export const learnedReasonFor = (learner: Learner): ((features: Features) => StoredReason | null) => {
  const value = functionOf(learner);
  return (features) => {
    const deviation = (value(features) - learner.middle) / learner.spread;
    const part = Math.min(1, (Math.abs(deviation) - QUIET) / RANGE);
    const similarity_score = storedSimilarity(Math.round(part * STEPS) / STEPS);
    if (!(similarity_score > 0)) return null;
    const weight = storedWeight(Math.sign(deviation) * learner.weight);
    return { keyword_id: partIds.liked, weight, similarity_score };
  };
};
