import { DIMENSION, LENGTH_STEPS } from '../src/scoring/words/word-tables.ts';
import { dot, meanOf, minus, principalComponents, removeComponents } from './principal-components.ts';

/** A word with its vector as the source has it. */
export type WordVector = { word: string; values: Float64Array };

/** The rows from which the principal components are taken: rare words would drown the common ones. */
const COMPONENT_ROWS = 20_000;
const COMPONENTS = 2;

/**
 * Returns vectors centred and without the two strongest principal components, which hold frequency and not meaning (Mu and
 * Viswanath, "All-but-the-Top", 2018).
 */
export const withoutFrequency = (words: readonly WordVector[]): Float64Array[] => {
  const mean = meanOf(words.map(({ values }) => values));
  const rows = words.map(({ values }) => minus(values, mean));
  const components = principalComponents(rows.slice(0, COMPONENT_ROWS), COMPONENTS);
  for (const row of rows) removeComponents(row, components);
  return rows;
};

/** Returns rows as int8, each scaled so that its largest value is 127. @throws RangeError for a row without a direction. */
export const toBytes = (rows: readonly Float64Array[]): Int8Array => {
  const bytes = new Int8Array(rows.length * DIMENSION);
  rows.forEach((row, at) => {
    const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (largest === 0 || !row.every(Number.isFinite))
      throw new RangeError(`The vector of the word ${at} has no direction.`);
    bytes.set(
      Int8Array.from(row, (value) => Math.round((value / largest) * 127)),
      at * DIMENSION,
    );
  });
  return bytes;
};

/** Returns the lengths of rows, a byte for each: the longest has `LENGTH_STEPS`, and none has 0. */
export const toLengths = (rows: readonly Float64Array[]): Uint8Array => {
  const lengths = rows.map((row) => Math.sqrt(dot(row, row)));
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  return Uint8Array.from(lengths, (length) => Math.max(1, Math.round((length / longest) * LENGTH_STEPS)));
};
