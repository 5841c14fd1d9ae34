/** The steps of the iteration, far more than the first components of word vectors need. */
const STEPS = 300;

/**
 * Returns the directions of unit length in which the rows vary most, the strongest first, by power iteration with
 * deflation. It uses only + - * / and square roots in a fixed order, so that every machine returns the same bits.
 */
export const principalComponents = (rows: readonly Float64Array[], count: number): Float64Array[] => {
  const matrix = scatter(rows);
  return Array.from({ length: count }, () => {
    const component = strongest(matrix);
    deflate(matrix, component);
    return component;
  });
};

/** Subtracts from a row its part in each direction. */
export const removeComponents = (row: Float64Array, components: readonly Float64Array[]): void => {
  for (const component of components) {
    const share = dot(row, component);
    for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) - share * (component[at] ?? 0);
  }
};

export const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
};

/** Returns the sum of the products of each row with itself, by rows of the matrix. */
const scatter = (rows: readonly Float64Array[]): Float64Array[] => {
  const dimension = rows[0]?.length ?? 0;
  const matrix = Array.from({ length: dimension }, () => new Float64Array(dimension));
  for (const row of rows) {
    matrix.forEach((line, i) => {
      const value = row[i] ?? 0;
      for (let j = 0; j < dimension; j += 1) line[j] = (line[j] ?? 0) + value * (row[j] ?? 0);
    });
  }
  return matrix;
};

const strongest = (matrix: readonly Float64Array[]): Float64Array => {
  let vector = new Float64Array(matrix.length).fill(1);
  for (let step = 0; step < STEPS; step += 1) {
    const current = vector;
    const next = Float64Array.from(matrix, (line) => dot(line, current));
    const length = Math.sqrt(dot(next, next));
    vector = next.map((value) => value / length);
  }
  return vector;
};

const deflate = (matrix: readonly Float64Array[], component: Float64Array): void => {
  const strength = dot(
    Float64Array.from(matrix, (line) => dot(line, component)),
    component,
  );
  matrix.forEach((line, i) => {
    for (let j = 0; j < line.length; j += 1)
      line[j] = (line[j] ?? 0) - strength * (component[i] ?? 0) * (component[j] ?? 0);
  });
};
