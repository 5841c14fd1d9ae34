import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshnessAt, importanceOrder } from './place.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const at = (ms: number): string => new Date(ms).toISOString();

/** An article that arrived within 30 days before now, and was published up to 60 days earlier or, wrongly, later. */
const article = fc
  .record({
    importance_score: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 1e-9, max: 2000, noNaN: true })),
    arrived: fc.integer({ min: 0, max: 30 * DAY_MS }),
    before: fc.integer({ min: -DAY_MS, max: 60 * DAY_MS }),
  })
  .map(({ importance_score, arrived, before }) => ({
    importance_score,
    created_at: at(NOW - arrived),
    published_at: at(NOW - arrived - before),
  }));
const halfLife = fc.constantFrom(0, 1, 3, 7);

describe('freshness', () => {
  it('halves a score with each half-life, from when it was published', () => {
    const one = { published_at: at(NOW), created_at: at(NOW + 3_600_000) };
    const factorAfter = (days: number) => freshnessAt(new Date(NOW + days * DAY_MS), one, 3);
    expect([0, 3, 6, 30].map(factorAfter)).toEqual([1, 0.5, 0.25, 2 ** -10]);
    expect(freshnessAt(new Date(NOW + 30 * DAY_MS), one, 0)).toBe(1);
  });

  it('counts an article as at most two half-lives old when it arrives, and never as published later', () => {
    const created_at = at(NOW);
    const old = { published_at: at(NOW - 400 * DAY_MS), created_at };
    expect(freshnessAt(new Date(NOW), old, 3)).toBe(0.25);
    expect(freshnessAt(new Date(NOW + 3 * DAY_MS), old, 3)).toBe(0.125);
    const future = { published_at: at(NOW + 9 * DAY_MS), created_at };
    expect(freshnessAt(new Date(NOW + 3 * DAY_MS), future, 3)).toBe(0.5);
  });

  it('sorts at any time as the stored order does', () => {
    fc.assert(
      fc.property(article, article, halfLife, fc.nat(90), (a, b, days, later) => {
        const now = new Date(NOW + later * DAY_MS);
        const shown = (one: typeof a) => one.importance_score * freshnessAt(now, one, days);
        const [first, second] = [importanceOrder(a, days)!, importanceOrder(b, days)!];
        // Scores within a billionth of each other may sort either way.
        const isTie = Math.abs(shown(a) - shown(b)) <= 1e-9 * shown(a);
        expect(isTie || first > second === shown(a) > shown(b)).toBe(true);
        expect(first === 0).toBe(a.importance_score === 0);
        expect(first).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: runs(500) },
    );
  });

  it('knows no order of an article without a score', () => {
    const unscored = { importance_score: null, published_at: at(NOW), created_at: at(NOW) };
    expect(importanceOrder(unscored, 3)).toBeNull();
    // A clock before 1970 could not change that a score above 0 is above 0.
    const early = { importance_score: 1e-12, published_at: at(-DAY_MS), created_at: at(0) };
    expect(importanceOrder(early, 1)).toBeGreaterThan(0);
  });
});
