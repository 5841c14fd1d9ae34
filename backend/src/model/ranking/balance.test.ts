import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partIds } from '../../contract/index.ts';
import { balanced } from './balance.ts';

const row = (id: string, value: number, ...keywords: string[]) => ({
  id,
  value,
  top_reasons: keywords.map((keyword_id) => ({ keyword_id, contribution: value / keywords.length })),
});
const keyword = fc.constantFrom('aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc', partIds.liked);
const reasons = fc.array(
  fc.record({ keyword_id: keyword, contribution: fc.double({ min: -2, max: 2, noNaN: true }) }),
  { maxLength: 3 },
);
const anyRow = fc.record({
  value: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 5, noNaN: true })),
  top_reasons: reasons,
});

describe('balance', () => {
  it('is a permutation of the rows, the same each time, with rows of value 0 last in their order', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 60 }), (rows) => {
        const once = balanced(rows);
        expect(new Set(once)).toEqual(new Set(rows));
        expect(once).toHaveLength(rows.length);
        expect(balanced(rows)).toEqual(once);
        const nothing = rows.filter(({ value }) => value === 0);
        expect(once.slice(rows.length - nothing.length)).toEqual(nothing);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the order of rows that one keyword explains, and begins with the first', () => {
    const rows = [5, 4, 4, 3, 1].map((value, at) => row(String(at), value, 'aaaaaaaaaaaa'));
    expect(balanced(rows)).toEqual(rows);
    const mixed = [row('1', 5, 'aaaaaaaaaaaa'), row('2', 4.9, 'bbbbbbbbbbbb')];
    expect(balanced(mixed)[0]).toBe(mixed[0]);
  });

  it('lets the weaker of two interests have at least 7 of the first 20, however many stronger rows there are', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        fc.integer({ min: 20, max: 80 }),
        (ratio, strong) => {
          const rows = [
            ...Array.from({ length: strong }, (_, at) => row(`a${at}`, 1 - at / 1000, 'aaaaaaaaaaaa')),
            ...Array.from({ length: 20 }, (_, at) => row(`b${at}`, ratio * (1 - at / 1000), 'bbbbbbbbbbbb')),
          ].toSorted((a, b) => b.value - a.value);
          const weaker = balanced(rows)
            .slice(0, 20)
            .filter(({ id }) => id.startsWith('b'));
          expect(weaker.length).toBeGreaterThanOrEqual(7);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('counts a row for each of its keywords by their share, and factors for none', () => {
    const factor = { keyword_id: partIds.source, contribution: 9 };
    const both = row('both', 3, 'aaaaaaaaaaaa', 'bbbbbbbbbbbb');
    const rows = [
      { ...both, top_reasons: [...both.top_reasons, factor] },
      row('a', 2, 'aaaaaaaaaaaa'),
      row('c', 1.5, 'cccccccccccc'),
    ];
    expect(balanced(rows).map(({ id }) => id)).toEqual(['both', 'c', 'a']);
  });
});
