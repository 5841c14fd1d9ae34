import { dot } from './principal-components.ts';

/** A text as the student sees it: its words by rank, each with its share, the squares of which sum to 1. */
export type Sparse = { ranks: Uint32Array; shares: Float64Array };

/** A text with the vector that the teacher gives it and how much it counts. */
export type Lesson = { text: Sparse; target: Float64Array; weight: number };

/** How strongly a word is held to where it began, against which its lessons pull. */
export const STIFFNESS = 6;
const STEPS = 15;

/**
 * Returns vectors of words whose sums over a text come near to the teacher's vector of it: c × start + D, with the scale c
 * that fits best and the D that minimises the weighted squares of the differences and `STIFFNESS` × those of D.
 * By conjugate gradients over plain loops in a fixed order, so that every machine returns the same bits.
 */
export const learn = (start: readonly Float64Array[], lessons: readonly Lesson[]): Float64Array[] => {
  const scale = scaleOf(start, lessons);
  const size = start[0]?.length ?? 0;
  const vectors = start.map((row) => row.map((value) => scale * value));
  const zeros = () => start.map(() => new Float64Array(size));
  // Residual of the normal equations at D = 0.
  const residual = zeros();
  for (const { text, target, weight } of lessons) {
    const said = sumOf(vectors, text, size);
    addTo(
      residual,
      text,
      target.map((value, at) => weight * (value - (said[at] ?? 0))),
    );
  }
  const direction = residual.map((row) => row.slice());
  const solved = zeros();
  let squares = columnSquares(residual, residual, size);
  for (let step = 0; step < STEPS; step += 1) {
    const image = direction.map((row) => row.map((value) => STIFFNESS * value));
    for (const { text, weight } of lessons)
      addTo(
        image,
        text,
        sumOf(direction, text, size).map((value) => weight * value),
      );
    const along = columnSquares(direction, image, size);
    const factor = squares.map((square, at) => quotient(square, along[at]));
    addColumns(solved, direction, factor);
    addColumns(
      residual,
      image,
      factor.map((value) => -value),
    );
    const next = columnSquares(residual, residual, size);
    const keep = next.map((square, at) => quotient(square, squares[at]));
    direction.forEach((row, word) => {
      for (let at = 0; at < size; at += 1)
        row[at] = (residual[word]?.[at] ?? 0) + (keep[at] ?? 0) * (row[at] ?? 0);
    });
    squares = next;
  }
  return vectors.map((row, word) => row.map((value, at) => value + (solved[word]?.[at] ?? 0)));
};

const quotient = (a: number, b = 0): number => (b === 0 ? 0 : a / b);

const scaleOf = (start: readonly Float64Array[], lessons: readonly Lesson[]): number => {
  let [product, square] = [0, 0];
  for (const { text, target, weight } of lessons) {
    const said = sumOf(start, text, target.length);
    product += weight * dot(said, target);
    square += weight * dot(said, said);
  }
  return quotient(product, square);
};

const sumOf = (rows: readonly Float64Array[], { ranks, shares }: Sparse, size: number): Float64Array => {
  const sum = new Float64Array(size);
  for (let word = 0; word < ranks.length; word += 1) {
    const row = rows[ranks[word] ?? 0] ?? sum;
    const share = shares[word] ?? 0;
    for (let at = 0; at < size; at += 1) sum[at] = (sum[at] ?? 0) + share * (row[at] ?? 0);
  }
  return sum;
};

const addTo = (rows: readonly Float64Array[], { ranks, shares }: Sparse, values: Float64Array): void => {
  for (let word = 0; word < ranks.length; word += 1) {
    const row = rows[ranks[word] ?? 0] ?? values;
    const share = shares[word] ?? 0;
    for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) + share * (values[at] ?? 0);
  }
};

const columnSquares = (
  a: readonly Float64Array[],
  b: readonly Float64Array[],
  size: number,
): Float64Array => {
  const sums = new Float64Array(size);
  a.forEach((row, word) => {
    const other = b[word] ?? row;
    for (let at = 0; at < size; at += 1) sums[at] = (sums[at] ?? 0) + (row[at] ?? 0) * (other[at] ?? 0);
  });
  return sums;
};

const addColumns = (
  to: readonly Float64Array[],
  from: readonly Float64Array[],
  factor: Float64Array,
): void => {
  to.forEach((row, word) => {
    const other = from[word] ?? row;
    for (let at = 0; at < row.length; at += 1)
      row[at] = (row[at] ?? 0) + (factor[at] ?? 0) * (other[at] ?? 0);
  });
};
