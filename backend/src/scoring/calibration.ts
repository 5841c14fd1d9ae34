import { z } from 'zod';
import { REFERENCE_SET, REFERENCE_TEXTS, referenceRequests } from './reference-texts.ts';
import { cosine, cosineTo } from './vector-codec.ts';
import type { StoredVector } from './vector.ts';

/**
 * How a keyword's cosines become similarity scores. Plain numbers, kept with the keyword: with them and the two vectors
 * a score can be computed again.
 */
export const calibration = z.object({
  /** The reference texts it was measured on. */
  reference_set: z.int(),
  /** The cosine up to which a text counts as unrelated to this keyword. */
  floor: z.number(),
  /** How far above the floor the score comes near 1 - 1/e. Greater than 0. */
  scale: z.number().positive(),
});

export type Calibration = z.infer<typeof calibration>;

/**
 * Share of the reference texts that lie below a keyword's floor. A dense model's cosines to unrelated texts scatter
 * around their mean; a sparse one's are exactly zero where nothing is shared, so that little above it is a sign.
 */
const FLOOR_QUANTILE = { dense: 0.95, sparse: 0.75 };

/** Unrelated texts keep their order in scores from 0 to this. */
export const UNRELATED_SCORE = 0.02;

/** The model's part of the scale, in what the median reference text has above its topic's floor. */
const MODEL_SHARE = 1 / 3;

/** Keeps the score defined for a model that cannot tell the reference texts apart. */
const LEAST_SCALE = 0.01;

/**
 * `references` are the vectors of `referenceRequests`, in their order and of the keyword's model.
 * @throws RangeError when they are of another model or another number.
 */
export const calibrate = (keyword: StoredVector, references: StoredVector[]): Calibration =>
  calibratorOf(references)(keyword);

/** `calibrate` for many keywords: what depends on the model only is worked out once. */
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
 * In [0, 1] and never falling with the cosine: from 0 to 0.02 up to the floor, above it towards 1. A keyword that much
 * resembles a little (a wide spread) needs a higher cosine for the same score than one that resembles its own only.
 */
export const similarityScore = (cosineValue: number, { floor, scale }: Calibration): number => {
  if (cosineValue <= floor) return floor > 0 ? (UNRELATED_SCORE * Math.max(0, cosineValue)) / floor : 0;
  return UNRELATED_SCORE + (1 - UNRELATED_SCORE) * (1 - Math.exp(-(cosineValue - floor) / scale));
};

/** How the keyword's cosines to the reference texts lie: most of them have nothing to do with it. */
const unrelatedCosines = (
  keyword: StoredVector,
  texts: StoredVector[],
): { floor: number; spread: number } => {
  const sorted = texts.map(cosineTo(keyword)).toSorted((a, b) => a - b);
  const share = keyword.dimension === 0 ? FLOOR_QUANTILE.sparse : FLOOR_QUANTILE.dense;
  return {
    floor: Math.max(0, quantile(sorted, share)),
    spread: quantile(sorted, 0.95) - quantile(sorted, 0.5),
  };
};

/** What the median reference text has above the floor of its own topic. */
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
