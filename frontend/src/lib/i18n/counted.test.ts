import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../backend/test/harness/property-runs.ts';
import { counted, wholeNumber } from './counted.ts';

describe('a whole number', () => {
  it('is written as the browser writes it, in English and Japanese', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (n) => {
        for (const language of ['en', 'ja']) expect(wholeNumber(n)).toBe(n.toLocaleString(language));
      }),
      { numRuns: runs(500) },
    );
  });

  it('has the noun that fits it', () => {
    expect([0, 1, 2, 1234].map((n) => counted(n, 'article', 'articles'))).toEqual([
      '0 articles',
      '1 article',
      '2 articles',
      '1,234 articles',
    ]);
  });
});
