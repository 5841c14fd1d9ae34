/** Examples as rows of inputs, one after another, the first input 1, with their labels (0 or 1) and weights. */
export type Examples = { inputs: Float64Array; labels: Uint8Array; weights: Float64Array };

/** The strength of the L2 penalty on all weights but the first, where the weights of all examples sum to 1. */
const RIDGE = 1e-4;
const MOST_STEPS = 50;
const LEAST_GAIN = 1e-10;

/**
 * Fits a logistic regression of `size` inputs by Newton's method and returns its weights. Steps are halved until the loss
 * falls, so it ends at the minimum also where some examples can be told apart fully. The same examples give the same result.
 */
export const fitRegression = (examples: Examples[], size: number): number[] => {
  let weights = Array<number>(size).fill(0);
  let loss = lossOf(examples, weights);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const direction = newtonStep(examples, weights);
    let [share, next, lower] = [1, weights, loss];
    for (; share > 1e-6; share /= 2) {
      next = weights.map((weight, at) => weight - share * (direction[at] ?? 0));
      lower = lossOf(examples, next);
      if (lower < loss) break;
    }
    if (!(loss - lower > LEAST_GAIN)) break;
    [weights, loss] = [next, lower];
  }
  return weights;
};

const logitOf = (inputs: Float64Array, start: number, weights: readonly number[]): number => {
  let sum = 0;
  for (let at = 0; at < weights.length; at += 1) sum += (inputs[start + at] ?? 0) * (weights[at] ?? 0);
  return sum;
};

const lossOf = (examples: Examples[], weights: readonly number[]): number => {
  let loss = weights.slice(1).reduce((sum, weight) => sum + (RIDGE / 2) * weight ** 2, 0);
  for (const { inputs, labels, weights: counts } of examples)
    labels.forEach((label, row) => {
      const logit = logitOf(inputs, row * weights.length, weights);
      const error = Math.log1p(Math.exp(-Math.abs(logit))) + Math.max(0, logit) - label * logit;
      loss += (counts[row] ?? 0) * error;
    });
  return loss;
};

/** Returns the gradient divided by the Hessian. */
const newtonStep = (examples: Examples[], weights: readonly number[]): number[] => {
  const size = weights.length;
  const rows = Array.from({ length: size }, () => new Float64Array(size + 1));
  const add = (row: number, column: number, value: number): void => {
    const cells = rows[row];
    if (cells !== undefined) cells[column] = (cells[column] ?? 0) + value;
  };
  for (const { inputs, labels, weights: counts } of examples)
    labels.forEach((label, example) => {
      const start = example * size;
      const probability = 1 / (1 + Math.exp(-logitOf(inputs, start, weights)));
      const count = counts[example] ?? 0;
      const curvature = count * probability * (1 - probability);
      for (let row = 0; row < size; row += 1) {
        const input = inputs[start + row] ?? 0;
        if (input === 0) continue;
        add(row, size, count * (probability - label) * input);
        for (let column = 0; column < size; column += 1)
          add(row, column, curvature * input * (inputs[start + column] ?? 0));
      }
    });
  for (let row = 1; row < size; row += 1) {
    add(row, row, RIDGE);
    add(row, size, RIDGE * (weights[row] ?? 0));
  }
  return solved(rows);
};

/** Solves linear equations by elimination; the last column is the right side. The matrix is positive definite. */
const solved = (rows: Float64Array[]): number[] => {
  const size = rows.length;
  rows.forEach((pivot, at) => {
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (let column = at; column <= size; column += 1)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  });
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
};
