import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceFactor } from './source.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const aDay = (articles: number) => sourceFactor(articles * 7, 'normal');

describe('the factor of a feed', () => {
  it('is 1 for a feed of a few articles a day or of unknown rate, and falls slowly to a half', () => {
    expect([0.1, 5, 9.9, 10, 20, 40, 80, 1000].map(aDay)).toEqual([
      1,
      1,
      1,
      0.8,
      1 / 1.5,
      1 / 1.75,
      0.5,
      0.5,
    ]);
    expect([null, 0].map((rate) => sourceFactor(rate, 'normal'))).toEqual([1, 1]);
  });

  it('never rises with the rate, and follows what the reader chose for the feed', () => {
    const rate = fc.double({ min: 0, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(rate, rate, (a, b) => {
        expect(sourceFactor(Math.max(a, b), 'normal')).toBeLessThanOrEqual(
          sourceFactor(Math.min(a, b), 'normal'),
        );
        expect(sourceFactor(a, 'less')).toBe(sourceFactor(a, 'normal') / 2);
        expect(sourceFactor(a, 'more')).toBe(1.5);
      }),
      { numRuns: runs(200) },
    );
  });
});
