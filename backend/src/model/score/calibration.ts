import { z } from 'zod';
import { REFERENCE_SET, REFERENCE_TEXTS, referenceRequests } from './reference-texts.ts';
import { cosine, cosineTo } from './vector-codec.ts';
import type { StoredVector } from './vector.ts';

/**
 * The parameters that turn a keyword's cosines into similarity scores. They are plain numbers stored with the keyword,
 * so that a score can be computed again from them and the two vectors.
 */
export const calibration = z.object({
  /** The version of the reference texts that it was measured on. */
  reference_set: z.int(),
  /** The cosine up to which a text counts as unrelated to this keyword. */
  floor: z.number(),
  /** The distance above the floor at which the score comes near 1 - 1/e. Greater than 0. */
  scale: z.number().positive(),
});

export type Calibration = z.infer<typeof calibration>;

/**
 * The share of the reference texts that lie below a keyword's floor. A model's cosines to unrelated texts scatter around
 * their mean.
 */
const FLOOR_QUANTILE = 0.95;

/**
 * The factor of the model's part of the scale: it is multiplied by the median distance of a reference text above its
 * topic's floor.
 */
const MODEL_SHARE = 1 / 3;

/** The smallest scale. It keeps the score defined for a model that cannot tell the reference texts apart. */
const LEAST_SCALE = 0.01;

/**
 * Returns the calibration of a keyword. `references` are the vectors of `referenceRequests`, in their order and of the
 * keyword's model.
 * @throws RangeError if they are of another model or another number.
 */
export const calibrate = (keyword: StoredVector, references: StoredVector[]): Calibration =>
  calibratorOf(references)(keyword);

/**
 * Returns `calibrate` for many keywords. What depends only on the model is computed once.
 * @throws RangeError as `calibrate`.
 */
export const calibratorOf = (references: StoredVector[]): ((keyword: StoredVector) => Calibration) => {
  if (references.length !== referenceRequests.length) {
    throw new RangeError(
      `${referenceRequests.length} reference vectors are needed, not ${references.length}`,
    );
  }
  const texts = references.slice(0, REFERENCE_TEXTS.length);
  const topics = references.slice(REFERENCE_TEXTS.length);
  const gap = relatedGap(texts, topics);
  return (keyword) => {
    const unrelated = unrelatedCosines(keyword, texts);
    return {
      reference_set: REFERENCE_SET,
      floor: unrelated.floor,
      scale: Math.max(LEAST_SCALE, MODEL_SHARE * gap + unrelated.spread),
    };
  };
};

/**
 * Returns a similarity in [0, 1] that never falls with the cosine: exactly 0 up to the floor, and above it towards 1. A
 * keyword that slightly resembles many texts (a wide spread) needs a higher cosine for the same score than a keyword that
 * resembles only texts on its own topic.
 */
export const similarityScore = (cosineValue: number, { floor, scale }: Calibration): number =>
  cosineValue <= floor ? 0 : 1 - Math.exp(-(cosineValue - floor) / scale);

/**
 * Returns the floor and the spread of the keyword's cosines to the reference texts, most of which are unrelated to it.
 */
const unrelatedCosines = (
  keyword: StoredVector,
  texts: StoredVector[],
): { floor: number; spread: number } => {
  const sorted = texts.map(cosineTo(keyword)).toSorted((a, b) => a - b);
  return {
    floor: Math.max(0, quantile(sorted, FLOOR_QUANTILE)),
    spread: quantile(sorted, 0.95) - quantile(sorted, 0.5),
  };
};

/** Returns the median distance of a reference text's cosine above the floor of its own topic. */
const relatedGap = (texts: StoredVector[], topics: StoredVector[]): number => {
  const gaps = topics.map(
    (topic, at) => cosine(topic, texts[at] ?? topic) - unrelatedCosines(topic, texts).floor,
  );
  return Math.max(
    0,
    quantile(
      gaps.toSorted((a, b) => a - b),
      0.5,
    ),
  );
};

const quantile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
