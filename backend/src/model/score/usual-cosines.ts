import { cosineTo, denseValues, type StoredVector } from './vector.ts';

/** The mean and the standard deviation of a keyword's cosines to articles about anything. */
export type Usual = { mean: number; deviation: number };

/** Returns what is usual for a keyword of the model. @throws RangeError for a keyword of another model or dimension. */
export type UsualCosines = (keyword: StoredVector) => Usual;

/** The mean of vectors, and the upper triangle of their covariance, row by row. */
export type Moments = { mean: ArrayLike<number>; covariance: ArrayLike<number> };

/** The moments of the unit vectors of many articles. */
export type Background = { mean: Float32Array; covariance: Float32Array };

/** Returns the mean and the variance of the products of a vector k with vectors of these moments: k·m and kᵀΣk. */
export const productsWith = (
  values: Float32Array,
  { mean, covariance }: Moments,
): [mean: number, variance: number] => {
  let [product, variance, cell] = [0, 0, 0];
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? 0;
    product += value * (mean[row] ?? 0);
    for (let column = row; column < values.length; column += 1, cell += 1)
      variance += (column === row ? 1 : 2) * value * (values[column] ?? 0) * (covariance[cell] ?? 0);
  }
  return [product, variance];
};

/** The least deviation. It keeps the scores defined for a model that cannot tell texts apart. */
const LEAST_DEVIATION = 0.01;

const usualOf = (mean: number, variance: number): Usual => ({
  mean,
  deviation: Math.max(LEAST_DEVIATION, Math.sqrt(Math.max(0, variance))),
});

/** The cosines to all articles of the background follow from its two moments. */
export const byMoments =
  (background: Background): UsualCosines =>
  (keyword) => {
    const values = denseValues(keyword);
    const size = background.mean.length;
    if (values.length !== size)
      throw new RangeError(`The background has ${size} dimensions, the keyword ${values.length}`);
    return usualOf(...productsWith(values, background));
  };

/** Measures the cosines to the vectors of some articles. */
export const bySample =
  (articles: StoredVector[]): UsualCosines =>
  (keyword) => {
    const cosines = articles.map(cosineTo(keyword));
    const mean = cosines.reduce((sum, one) => sum + one, 0) / cosines.length;
    return usualOf(mean, cosines.reduce((sum, one) => sum + (one - mean) ** 2, 0) / cosines.length);
  };
