/** Sweeps over a matrix of 512 rows converge after about ten. */
const MOST_SWEEPS = 40;
/** The share of the whole that may be left outside the diagonal. */
const NEGLIGIBLE = 1e-24;

/**
 * Returns the eigenvectors of a symmetric matrix, those of the largest values first, by Jacobi's rotations. It uses only + - * /
 * and square roots in a fixed order, so that every machine returns the same bits. The largest part of each is positive.
 */
export const eigenvectors = (matrix: readonly Float64Array[], count: number): Float64Array[] => {
  const size = matrix.length;
  const rows = matrix.map((row) => row.slice());
  const vectors = rows.map((_, at) => Float64Array.from({ length: size }, (__, i) => (i === at ? 1 : 0)));
  for (let sweep = 0; outside(rows) > NEGLIGIBLE * total(rows); sweep += 1) {
    if (sweep === MOST_SWEEPS) throw new Error(`No eigenvectors after ${MOST_SWEEPS} sweeps.`);
    for (let p = 0; p < size - 1; p += 1) for (let q = p + 1; q < size; q += 1) rotate(rows, vectors, p, q);
  }
  const values = rows.map((row, at) => row[at] ?? 0);
  return vectors
    .map((vector, at) => ({ vector, at, value: values[at] ?? 0 }))
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .slice(0, count)
    .map(({ vector }) => withSign(vector));
};

/** Rotates the plane of two axes so that nothing is left where their row and column cross. */
const rotate = (rows: Float64Array[], vectors: Float64Array[], p: number, q: number): void => {
  const [a, b, rowP, rowQ] = [vectors[p], vectors[q], rows[p], rows[q]];
  const crossing = rowP?.[q] ?? 0;
  if (a === undefined || b === undefined || rowP === undefined || rowQ === undefined || crossing === 0)
    return;
  const theta = ((rowQ[q] ?? 0) - (rowP[p] ?? 0)) / (2 * crossing);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (const row of rows) {
    const [x, y] = [row[p] ?? 0, row[q] ?? 0];
    row[p] = cosine * x - sine * y;
    row[q] = sine * x + cosine * y;
  }
  turn(rowP, rowQ, cosine, sine);
  turn(a, b, cosine, sine);
};

const turn = (a: Float64Array, b: Float64Array, cosine: number, sine: number): void => {
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0];
    a[at] = cosine * x - sine * y;
    b[at] = sine * x + cosine * y;
  }
};

const total = (rows: readonly Float64Array[]): number =>
  rows.reduce((sum, row) => row.reduce((some, value) => some + value * value, sum), 0);

const outside = (rows: readonly Float64Array[]): number =>
  rows.reduce(
    (sum, row, at) => row.reduce((some, value, i) => (i === at ? some : some + value * value), sum),
    0,
  );

/** An eigenvector and its opposite are equally right. */
const withSign = (vector: Float64Array): Float64Array => {
  const peak = vector.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  return peak < 0 ? vector.map((value) => -value) : vector;
};
