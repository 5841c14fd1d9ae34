import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_RECENT, parseRecent, withRecent } from './use-search-page.ts';
import { runs } from '../../../../backend/test/harness/property-runs.ts';

describe('recent searches', () => {
  it('have the latest first, each once, without needless spaces', () => {
    expect(withRecent(['moon', 'Mars'], '  mars ')).toEqual(['mars', 'moon']);
    expect(withRecent([], 'climate   change')).toEqual(['climate change']);
    expect(withRecent(['moon'], '   ')).toEqual(['moon']);
    expect(withRecent(['moon'], 'x'.repeat(501))).toEqual(['moon']);
  });

  it('are read back from what was stored, and are none where that is damaged', () => {
    expect(parseRecent(JSON.stringify(['mars', 'moon']))).toEqual(['mars', 'moon']);
    const damaged = [null, '', 'mars', '{}', '[1]', '["a"', 'null'];
    expect(damaged.flatMap(parseRecent)).toEqual([]);
  });

  it('are never more than ten, never twice the same, and come back as they were stored', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 8 }), { maxLength: 30 }), (asked) => {
        const recent = asked.reduce<readonly string[]>(withRecent, []);
        expect(recent.length).toBeLessThanOrEqual(MOST_RECENT);
        expect(new Set(recent.map((q) => q.toLowerCase())).size).toBe(recent.length);
        expect(parseRecent(JSON.stringify(recent))).toEqual(recent);
      }),
      { numRuns: runs(200) },
    );
  });
});
