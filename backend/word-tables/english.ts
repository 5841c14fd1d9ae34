import { DIMENSION } from '../src/scoring/words/word-tables.ts';
import { dot, principalComponents, removeComponents } from './principal-components.ts';

/** A word with its vector as the source has it. */
export type WordVector = { word: string; values: Float64Array };

/** The rows from which the principal components are taken: rare words would drown the common ones. */
const COMPONENT_ROWS = 20_000;
const COMPONENTS = 2;

/**
 * Returns the vectors as int8, a row of `DIMENSION` values for each word: centred, without the two strongest principal
 * components, which hold frequency and not meaning (Mu and Viswanath, "All-but-the-Top", 2018), and each row scaled so
 * that its largest value is 127.
 */
export const toBytes = (words: readonly WordVector[]): Int8Array => {
  const rows = centred(words.map(({ values }) => values));
  const components = principalComponents(rows.slice(0, COMPONENT_ROWS), COMPONENTS);
  const bytes = new Int8Array(rows.length * DIMENSION);
  rows.forEach((row, at) => {
    removeComponents(row, components);
    const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (largest === 0 || !Number.isFinite(dot(row, row)))
      throw new RangeError(`The vector of "${words[at]?.word}" has no direction.`);
    bytes.set(
      Int8Array.from(row, (value) => Math.round((value / largest) * 127)),
      at * DIMENSION,
    );
  });
  return bytes;
};

const centred = (rows: readonly Float64Array[]): Float64Array[] => {
  const mean = new Float64Array(DIMENSION);
  for (const row of rows) row.forEach((value, at) => (mean[at] = (mean[at] ?? 0) + value));
  return rows.map((row) => row.map((value, at) => value - (mean[at] ?? 0) / rows.length));
};
