import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';
import { articleFixture } from '../../../../test/fixtures.ts';
import { keptText, parseKept } from './kept-list.ts';

const key = ['articles', 'list', { feed_id: null }];

/** Returns a list whose pages have so many rows each, asked for so many hours ago. */
const listOf = (sizes: readonly number[], hours = 0) => {
  const asked = new Date(Date.now() - hours * 3_600_000);
  return {
    pages: sizes.map((size, at) => ({
      items: Array.from({ length: size }, (_, row) => articleFixture(at * 100 + row)),
      next_cursor: at === sizes.length - 1 ? null : `after-${at}`,
      has_more: at < sizes.length - 1,
      ranked_of: null,
      asked_at: asked.toISOString(),
      asked_here: asked.getTime(),
    })),
    pageParams: sizes.map((_, at) => (at === 0 ? '' : `after-${at - 1}`)),
  };
};

describe('a kept list', () => {
  it('is read back with as many of its first pages as there is room for, and at least one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4), { minLength: 1, maxLength: 6 }), fc.nat(20_000), (sizes, most) => {
        const list = listOf(sizes);
        const read = parseKept(keptText(key, list, most), key);
        const count = read?.pages.length ?? 0;
        expect(count).toBeGreaterThan(0);
        expect(read).toEqual({
          pages: list.pages.slice(0, count),
          pageParams: list.pageParams.slice(0, count),
        });
        const lengthOf = (pages: number) => JSON.stringify(list.pages.slice(0, pages)).length - pages - 1;
        expect(count === 1 || lengthOf(count) <= most).toBe(true);
        expect(count === sizes.length || lengthOf(count + 1) > most).toBe(true);
      }),
      { numRuns: runs(100) },
    );
  });

  it('is not read for another list, nor after a day', () => {
    expect(parseKept(keptText(key, listOf([2])), ['articles', 'list', { feed_id: '1' }])).toBeUndefined();
    expect(parseKept(keptText(key, listOf([2], 23)), key)).toBeDefined();
    expect(parseKept(keptText(key, listOf([2], 25)), key)).toBeUndefined();
  });
});
