import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partIds } from '../../contract/index.ts';
import { balanced } from './balance.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const row = (id: string, value: number, ...keywords: string[]) => ({
  id,
  value,
  tier: 'must_read' as const,
  top_reasons: keywords.map((keyword_id) => ({ keyword_id, contribution: value / keywords.length })),
});
const keyword = fc.constantFrom('aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc', partIds.liked);
const reasons = fc.array(
  fc.record({ keyword_id: keyword, contribution: fc.double({ min: -2, max: 2, noNaN: true }) }),
  { maxLength: 3 },
);
const anyRow = fc.record({
  tier: fc.constantFrom('must_read' as const, 'worth_a_look' as const, 'rest' as const),
  value: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 5, noNaN: true })),
  top_reasons: reasons,
});

const oneReason = fc
  .record({
    keyword_id: fc.constantFrom('aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'),
    value: fc.double({ min: 0.2, max: 1, noNaN: true }),
  })
  .map(({ keyword_id, value }) => ({
    value,
    tier: value >= 0.52 ? ('must_read' as const) : ('worth_a_look' as const),
    top_reasons: [{ keyword_id, contribution: value }],
  }));
const interestOf = ({ top_reasons: [reason] }: { top_reasons: { keyword_id: string }[] }) =>
  reason?.keyword_id;

const one = { weightOf: () => 1, keepsMustReads: false };
const weighing = (weight: number) => ({ ...one, weightOf: () => weight });
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('balance', () => {
  it('is a permutation of the rows, the same each time, with the rest last in its order', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 60 }), fc.nat(60), (rows, count) => {
        const once = balanced(rows, rows.length, one);
        expect(new Set(once)).toEqual(new Set(rows));
        expect(once).toHaveLength(rows.length);
        expect(balanced(rows, rows.length, one)).toEqual(once);
        expect(balanced(rows, count, one)).toEqual(once.slice(0, count));
        const rest = rows.filter(({ value, tier }) => value === 0 || tier === 'rest');
        expect(once.slice(rows.length - rest.length)).toEqual(rest);
      }),
      { numRuns: runs(200) },
    );
  });

  it('keeps the order of a list that one keyword explains, whatever their age and the keyword weigh', () => {
    const anyOfOne = fc.record({
      similarity: fc.double({ min: 0.001, max: 1, noNaN: true }),
      freshness: fc.double({ min: 0.1, max: 1, noNaN: true }),
      factor: fc.constantFrom(0.5, 1),
    });
    fc.assert(
      fc.property(fc.array(anyOfOne, { maxLength: 60 }), fc.constantFrom(0.1, 1, 10), (some, weight) => {
        const rows = some
          .map(({ similarity, freshness, factor }) => ({
            tier: 'must_read' as const,
            value: weight * similarity * freshness * factor,
            top_reasons: [
              { keyword_id: 'aaaaaaaaaaaa', contribution: weight * similarity },
              { keyword_id: partIds.source, contribution: (factor - 1) * weight * similarity },
            ],
          }))
          .toSorted((a, b) => b.value - a.value);
        expect(balanced(rows, rows.length, weighing(weight))).toEqual(rows);
      }),
      { numRuns: runs(200) },
    );
  });

  it('lets the weaker of two interests have at least 7 of the first 20, however many stronger rows there are', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.4, max: 1, noNaN: true }),
        fc.integer({ min: 20, max: 80 }),
        fc.constantFrom(0.2, 1, 7),
        (ratio, strong, weight) => {
          const rows = [
            ...Array.from({ length: strong }, (_, at) =>
              row(`a${at}`, weight * (1 - at / 1000), 'aaaaaaaaaaaa'),
            ),
            ...Array.from({ length: 20 }, (_, at) =>
              row(`b${at}`, weight * ratio * (1 - at / 1000), 'bbbbbbbbbbbb'),
            ),
          ].toSorted((a, b) => b.value - a.value);
          const weaker = balanced(rows, 20, weighing(weight)).filter(({ id }) => id.startsWith('b'));
          expect(weaker.length).toBeGreaterThanOrEqual(7);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('gives an interest of three keywords no more of the top than one of a single keyword', () => {
    const wordsOfA = ['aaaaaaaaaaa1', 'aaaaaaaaaaa2', 'aaaaaaaaaaa3'];
    const rows = [
      ...Array.from({ length: 60 }, (_, at) => ({
        id: `a${at}`,
        tier: 'must_read' as const,
        value: 1.4 - at / 1000,
        top_reasons: [0, 1, 2].map((next) => ({
          keyword_id: wordsOfA[(at + next) % 3] ?? '',
          contribution: next === 0 ? 0.8 : 0.3,
        })),
      })),
      ...Array.from({ length: 20 }, (_, at) => row(`b${at}`, 0.8 - at / 1000, 'bbbbbbbbbbbb')),
    ];
    const ofB = balanced(rows, 20, one).filter(({ id }) => id.startsWith('b'));
    expect(ofB.length).toBeGreaterThanOrEqual(7);
    expect(ofB.length).toBeLessThanOrEqual(13);
  });

  it('puts no row above one of a better tier, in a list and in a short selection', () => {
    const order = ['must_read', 'worth_a_look', 'rest'];
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 60 }), fc.nat(60), fc.boolean(), (rows, count, isShort) => {
        const sorted = rows
          .filter(({ value }) => value > 0)
          .toSorted((a, b) => order.indexOf(a.tier) - order.indexOf(b.tier) || b.value - a.value);
        const tiers = balanced(sorted, count, { ...one, keepsMustReads: isShort }).map(({ tier }) => tier);
        expect(tiers).toEqual(tiers.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
      }),
      { numRuns: runs(300) },
    );
  });

  it('lets every interest stand once among the first rows of its tier', () => {
    const names = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc', 'dddddddddddd'];
    const rows = names
      .flatMap((name, at) =>
        Array.from({ length: 20 }, (_, n) => row(`${at}-${n}`, 1 - at / 10 - n / 1000, name)),
      )
      .toSorted((a, b) => b.value - a.value);
    const first = balanced(rows, 4, one).map(({ id }) => id);
    expect(first).toEqual(['0-0', '1-0', '2-0', '3-0']);
  });

  it('counts a row for each of its keywords by their share, and factors for none', () => {
    const factor = { keyword_id: partIds.source, contribution: 9 };
    const both = row('both', 3, 'aaaaaaaaaaaa', 'bbbbbbbbbbbb');
    const rows = [
      { ...both, top_reasons: [...both.top_reasons, factor] },
      row('a', 2, 'aaaaaaaaaaaa'),
      row('c', 1.5, 'cccccccccccc'),
    ];
    expect(idsOf(balanced(rows, 3, weighing(3)))).toEqual(['both', 'c', 'a']);
  });

  it('lifts no row of the rest above one that is at least worth a look', () => {
    const rows = [
      ...Array.from({ length: 12 }, (_, at) => row(`a${at}`, 0.9 - at / 1000, 'aaaaaaaaaaaa')),
      ...Array.from({ length: 2 }, (_, at) => ({
        ...row(`b${at}`, 0.18 - at / 1000, 'bbbbbbbbbbbb'),
        tier: 'rest' as const,
      })),
    ];
    expect(idsOf(balanced(rows, 14, weighing(0.5)))).toEqual(idsOf(rows));
  });

  it('if it keeps must-reads, leaves none out for a second row of an interest', () => {
    fc.assert(
      fc.property(fc.array(oneReason, { maxLength: 30 }), fc.integer({ min: 1, max: 12 }), (some, count) => {
        const rows = some.toSorted((a, b) => b.value - a.value);
        const chosen = balanced(rows, count, { ...one, keepsMustReads: true });
        const left = rows.filter((each) => each.tier === 'must_read' && !chosen.includes(each));
        const interests = chosen.map(interestOf);
        const again = chosen.filter(
          (each, at) => each.tier === 'worth_a_look' && interests.indexOf(interestOf(each)) < at,
        );
        expect(Math.min(left.length, again.length)).toBe(0);
      }),
      { numRuns: runs(300) },
    );
  });

  it('gives an interest that only has what is worth a look one place of a short selection, after the must-reads', () => {
    const rows = [
      ...Array.from({ length: 12 }, (_, at) => row(`a${at}`, 0.9 - at / 1000, 'aaaaaaaaaaaa')),
      ...Array.from({ length: 5 }, (_, at) => ({
        ...row(`b${at}`, 0.4 - at / 1000, 'bbbbbbbbbbbb'),
        tier: 'worth_a_look' as const,
      })),
    ];
    const ofB = (keepsMustReads: boolean) =>
      idsOf(balanced(rows, 12, { ...one, keepsMustReads })).filter((id) => id.startsWith('b')).length;
    expect(ofB(true)).toBe(1);
    expect(ofB(false)).toBe(0);
  });
});
