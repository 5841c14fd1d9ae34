import type { Background } from '../../model/score/usual-cosines.ts';

/** The means of the signs of articles' values, and their covariances, row by row. */
type SignMoments = { mean: Float64Array; covariance: Float64Array };

/** Returns the error function, at most 0.0004 off. */
const erf = (x: number): number => Math.tanh((2 / Math.sqrt(Math.PI)) * x + 0.1009 * x ** 3);

/** Returns the place of a row and column in the upper triangle of a symmetric matrix, row by row. */
const cellOf = (size: number, row: number, column: number): number =>
  row <= column ? row * size - (row * (row - 1)) / 2 + column - row : cellOf(size, column, row);

/**
 * Returns the moments of signs that follow from those of the values, which are taken as normally distributed. Two of them that correlate by
 * r have signs that correlate by 2/π asin r.
 */
const signMoments = (background: Background): SignMoments => {
  const size = background.mean.length;
  const covarianceAt = (row: number, column: number): number =>
    background.covariance[cellOf(size, row, column)] ?? 0;
  const deviations = Float64Array.from({ length: size }, (_, at) => Math.sqrt(covarianceAt(at, at)));
  const mean = Float64Array.from(deviations, (deviation, at) =>
    erf((background.mean[at] ?? 0) / (deviation * Math.SQRT2)),
  );
  const covariance = Float64Array.from({ length: size * size }, (_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    const correlation = covarianceAt(row, column) / ((deviations[row] ?? 1) * (deviations[column] ?? 1));
    const spread = (1 - (mean[row] ?? 0) ** 2) * (1 - (mean[column] ?? 0) ** 2);
    return (2 / Math.PI) * Math.asin(Math.max(-1, Math.min(1, correlation))) * Math.sqrt(spread);
  });
  return { mean, covariance };
};

const known = new WeakMap<Background, SignMoments>();

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
  const [usual, deviation] = usualOf(vector, moments);
  const bytes = Math.ceil(vector.length / 8);
  const sums = sumsOf(vector, bytes);
  const deviationsOf: DeviationsOf = (sketch) => {
    let sum = 0;
    for (let byte = 0; byte < bytes; byte += 1) sum += sums[256 * byte + (sketch[byte] ?? 0)] ?? 0;
    return (sum - usual) / deviation;
  };
  return { bytes, deviationsOf };
};

/** Returns the mean and the standard deviation of how far the sketches of the background lean to a vector. */
const usualOf = (
  vector: Float32Array,
  { mean, covariance }: SignMoments,
): [mean: number, deviation: number] => {
  const size = vector.length;
  let [sum, variance] = [0, 0];
  for (let row = 0; row < size; row += 1) {
    const value = vector[row] ?? 0;
    sum += value * (mean[row] ?? 0);
    for (let column = row; column < size; column += 1)
      variance +=
        (column === row ? 1 : 2) * value * (vector[column] ?? 0) * (covariance[row * size + column] ?? 0);
  }
  return [sum, Math.sqrt(Math.max(LEAST_VARIANCE, variance))];
};

/** It keeps deviations finite for a vector to which all sketches lean alike. */
const LEAST_VARIANCE = 1e-6;

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
