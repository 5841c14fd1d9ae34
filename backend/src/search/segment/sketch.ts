import { oncePer } from '../../lib/memory.ts';
import { productsWith, type Background, type Moments } from '../../model/score/usual-cosines.ts';

/** Returns the sketch of a vector: one bit a dimension, 1 where the value is above 0. The most significant bit comes first. */
export const sketchOf = (vector: Float32Array | readonly number[]): Uint8Array => {
  const sketch = new Uint8Array(Math.ceil(vector.length / 8));
  for (let at = 0; at < vector.length; at += 1)
    if ((vector[at] ?? 0) > 0) sketch[at >> 3] = (sketch[at >> 3] ?? 0) | (0x80 >> (at & 7));
  return sketch;
};

/**
 * The least nearness at which texts count as similar, by what is asked and by the size of their sketches. Those of the embedded
 * model (13 bytes) are measured on labelled articles (docs/measurements.md). `related` is the lowest threshold at which six of
 * ten articles that are shown are of the same class in each set; `like` the most precise one at which 85 of 100 texts that readers typed
 * still find something. Larger vectors spread less: 0.7 is a cosine of 0.6, which is not measured.
 */
const LEAST_NEAR = { related: { small: 0.76, large: 0.7 }, like: { small: 0.72, large: 0.7 } } as const;
const SMALL_BYTES = 16;

/** Returns the least nearness to this sketch at which another text is similar. */
export const leastNear = (sketch: Uint8Array, asked: 'related' | 'like'): number =>
  LEAST_NEAR[asked][sketch.length <= SMALL_BYTES ? 'small' : 'large'];

/** Returns how near a sketch is to a text: 0 if it is not similar, at most 1. */
export type NearTo = (sketch: Uint8Array) => number;

/** Returns how near sketches are to a sketch that is asked for by `like:`. */
export const nearToSketch = (wanted: Uint8Array): NearTo => {
  const least = leastNear(wanted, 'like');
  return (sketch) => {
    const near = nearness(wanted, sketch);
    return near >= least ? near : 0;
  };
};

/** The least deviations at which a text is similar to one that is asked for, and those of one that is as near as can be. */
const LEAST_DEVIATIONS = 3.75;
const MOST_DEVIATIONS = 6;

/** Returns how near sketches are to a text that is asked for by `like:`. */
export const nearToText =
  ({ bytes, deviationsOf }: Direction): NearTo =>
  (sketch) => {
    const deviations = sketch.length === bytes ? deviationsOf(sketch) : 0;
    return deviations >= LEAST_DEVIATIONS ? Math.min(1, deviations / MOST_DEVIATIONS) : 0;
  };

/** Returns how near two sketches are: 1 for equal ones, 0 for opposite ones and for sketches of different lengths. */
export const nearness = (a: Uint8Array, b: Uint8Array): number => {
  if (a.length !== b.length || a.length === 0) return 0;
  let different = 0;
  for (let at = 0; at < a.length; at += 1) {
    let bits = (a[at] ?? 0) ^ (b[at] ?? 0);
    for (; bits !== 0; bits &= bits - 1) different += 1;
  }
  return 1 - different / (8 * a.length);
};

/** Returns the error function, at most 0.0004 off. */
const erf = (x: number): number => Math.tanh((2 / Math.sqrt(Math.PI)) * x + 0.1009 * x ** 3);

/** Returns the standard deviations of the values: the roots of the diagonal of their covariance. */
const deviationsIn = ({ mean, covariance }: Background): Float64Array => {
  let diagonal = 0;
  return Float64Array.from(mean, (_, row) => {
    const variance = covariance[diagonal] ?? 0;
    diagonal += mean.length - row;
    return Math.sqrt(variance);
  });
};

/**
 * Returns the moments of signs that follow from those of the values, which are taken as normally distributed. Two of them that correlate by
 * r have signs that correlate by 2/π asin r.
 */
const signMoments = (background: Background): Moments => {
  const deviations = deviationsIn(background);
  const mean = deviations.map((deviation, at) => erf((background.mean[at] ?? 0) / (deviation * Math.SQRT2)));
  const covariance = new Float64Array(background.covariance.length);
  let cell = 0;
  for (let row = 0; row < mean.length; row += 1)
    for (let column = row; column < mean.length; column += 1, cell += 1) {
      const spreads = (deviations[row] ?? 1) * (deviations[column] ?? 1);
      const correlation = (background.covariance[cell] ?? 0) / spreads;
      const spread = (1 - (mean[row] ?? 0) ** 2) * (1 - (mean[column] ?? 0) ** 2);
      covariance[cell] =
        (2 / Math.PI) * Math.asin(Math.max(-1, Math.min(1, correlation))) * Math.sqrt(spread);
    }
  return { mean, covariance };
};

const momentsOf = oncePer(signMoments);

/** It keeps deviations finite for a vector to which all sketches lean alike. */
const LEAST_VARIANCE = 1e-6;

/** Returns by how many standard deviations a sketch leans to something more than those of articles about anything do. */
type DeviationsOf = (sketch: Uint8Array) => number;

/** Something that sketches of so many bytes lean to. */
export type Direction = { bytes: number; deviationsOf: DeviationsOf };

/**
 * Returns the direction of a vector of the model whose background it is. How far a sketch leans is the sum of the vector's values, each
 * with the sign that the sketch has there: that ranks as cosines do.
 */
export const directionOf = (vector: Float32Array, background: Background): Direction => {
  const moments = momentsOf(background);
  const [usual, variance] = productsWith(vector, moments);
  const deviation = Math.sqrt(Math.max(LEAST_VARIANCE, variance));
  const bytes = Math.ceil(vector.length / 8);
  const sums = sumsOf(vector, bytes);
  const deviationsOf: DeviationsOf = (sketch) => {
    let sum = 0;
    for (let byte = 0; byte < bytes; byte += 1) sum += sums[256 * byte + (sketch[byte] ?? 0)] ?? 0;
    return (sum - usual) / deviation;
  };
  return { bytes, deviationsOf };
};

/**
 * For each byte of a sketch, and each of its 256 values, how far it leans to the vector. A value has the sum of the one without its
 * lowest bit, and the value of that bit turned around.
 */
const sumsOf = (vector: Float32Array, bytes: number): Float64Array => {
  const sums = new Float64Array(bytes * 256);
  for (let byte = 0; byte < bytes; byte += 1) {
    const values = vector.subarray(8 * byte, 8 * byte + 8);
    for (const value of values) sums[256 * byte] = (sums[256 * byte] ?? 0) - value;
    for (let bits = 1; bits < 256; bits += 1) {
      const lowest = values[Math.clz32(bits & -bits) - 24] ?? 0;
      sums[256 * byte + bits] = (sums[256 * byte + (bits & (bits - 1))] ?? 0) + 2 * lowest;
    }
  }
  return sums;
};
