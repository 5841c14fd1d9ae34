import type { Direction } from '../segment/deviations.ts';

/** The deviations from what is usual that count. */
const RANGE = { least: -1.5, most: 4 };
/** With each deviation a score grows by a fifth: from 0.74 to 2.23 in all. Chosen on labelled queries (docs/measurements.md). */
const GROWTH = 0.2;

/**
 * Returns what the score of a row is multiplied by, for how near its text is in meaning to the query's words; 1 for a text
 * without a sketch of as many bytes.
 */
export const meaningFactor =
  (sketchOfRow: (row: number) => Uint8Array | null, { bytes, deviationsOf }: Direction) =>
  (row: number): number => {
    const sketch = sketchOfRow(row);
    if (sketch?.length !== bytes) return 1;
    const deviations = deviationsOf(sketch);
    return Math.exp(GROWTH * Math.min(RANGE.most, Math.max(RANGE.least, deviations)));
  };
