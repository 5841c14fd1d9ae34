import { eigenvectors } from './eigenvectors.ts';

export type Row = Float64Array | Float32Array;

/** Returns the directions of unit length in which rows vary most around zero, the strongest first. */
export const principalComponents = (rows: readonly Row[], count: number): Float64Array[] =>
  eigenvectors(scatter(rows), count);

/** Subtracts from a row its part in each direction. */
export const removeComponents = (row: Float64Array, directions: readonly Float64Array[]): void => {
  for (const direction of directions) {
    const share = dot(row, direction);
    for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) - share * (direction[at] ?? 0);
  }
};

export const dot = (a: Row, b: Row): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
};

export const meanOf = (rows: readonly Row[]): Float64Array => {
  const mean = new Float64Array(rows[0]?.length ?? 0);
  for (const row of rows)
    for (let at = 0; at < mean.length; at += 1) mean[at] = (mean[at] ?? 0) + (row[at] ?? 0);
  return mean.map((value) => value / rows.length);
};

export const minus = (row: Row, other: Row): Float64Array =>
  Float64Array.from(row, (value, at) => value - (other[at] ?? 0));

/** Returns a row at unit length. */
export const unit = (row: Float64Array): Float64Array => {
  const length = Math.sqrt(dot(row, row));
  return row.map((value) => value / length);
};

/** Returns the sums of the products of the values of each row, by rows of the matrix. */
const scatter = (rows: readonly Row[]): Float64Array[] => {
  const size = rows[0]?.length ?? 0;
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  for (const row of rows)
    matrix.forEach((line, i) => {
      const value = row[i] ?? 0;
      for (let j = i; j < size; j += 1) line[j] = (line[j] ?? 0) + value * (row[j] ?? 0);
    });
  matrix.forEach((line, i) => {
    for (let j = 0; j < i; j += 1) line[j] = matrix[j]?.[i] ?? 0;
  });
  return matrix;
};
