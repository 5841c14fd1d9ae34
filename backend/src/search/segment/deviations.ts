import { productsWith, type Background, type Moments } from '../../model/score/usual-cosines.ts';

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

const known = new WeakMap<Background, Moments>();

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
  const moments = known.get(background) ?? signMoments(background);
  known.set(background, moments);
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
