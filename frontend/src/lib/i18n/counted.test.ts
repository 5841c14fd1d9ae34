import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../backend/test/harness/property-runs.ts';
import { counted } from './counted.ts';
import { languages, loadStart, startTexts } from './languages.ts';

describe.each(languages)('numbers in %s', (language) => {
  beforeAll(() => loadStart(language));

  it('are written as the browser writes whole ones', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (n) => {
        expect(startTexts(language).numbers.whole(n)).toBe(n.toLocaleString(language));
      }),
      { numRuns: runs(500) },
    );
  });

  it('are written as the browser writes decimal ones', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_990 }), (n) => {
        const written = (n / 100).toLocaleString(language, { minimumFractionDigits: 2 });
        expect(startTexts(language).numbers.decimal((n / 100).toFixed(2))).toBe(written);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('a whole number', () => {
  it('has the noun that fits it', () => {
    expect([0, 1, 2, 1234].map((n) => counted(n, 'article', 'articles'))).toEqual([
      '0 articles',
      '1 article',
      '2 articles',
      '1,234 articles',
    ]);
  });
});
