import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSketch, emptySketch, encodeSketch, rankOf, timesCounted, withScores } from './rank.ts';

const score = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 500, noNaN: true }));
const scores = fc.array(score, { minLength: 20, maxLength: 300 });

describe('the rank of a score', () => {
  it('never falls with the score and lies in 0 to 100', () => {
    fc.assert(
      fc.property(scores, score, score, (all, a, b) => {
        const sketch = withScores(emptySketch(), all);
        const [low, high] = [rankOf(sketch, Math.min(a, b))!, rankOf(sketch, Math.max(a, b))!];
        expect(low).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(100);
        expect(rankOf(sketch, 0)).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it('differs from the exact share of lower scores by at most one bin', () => {
    fc.assert(
      fc.property(scores, score, (all, one) => {
        const rank = rankOf(withScores(emptySketch(), all), one)!;
        const share = (limit: number) => (100 * all.filter((other) => other <= limit).length) / all.length;
        expect(rank).toBeGreaterThanOrEqual(Math.floor(share(one / 1.13) - (one <= 0.012 ? 100 : 0) - 1.5));
        expect(rank).toBeLessThanOrEqual(Math.ceil(share(Math.max(one * 1.13, 0.012)) + 1.5));
      }),
      { numRuns: 200 },
    );
  });

  it('is stable for the same kind of articles over weeks', () => {
    // The fractional parts of multiples of the golden ratio are evenly distributed and not sorted.
    const kind = Array.from({ length: 10_000 }, (_, n) => ((n * 0.618_033_988_75) % 1) ** 4 * 3);
    let sketch = withScores(emptySketch(), kind.slice(0, 1000));
    const first = rankOf(sketch, 0.5)!;
    for (let at = 1000; at < kind.length; at += 50) {
      sketch = withScores(sketch, kind.slice(at, at + 50));
      expect(Math.abs(rankOf(sketch, 0.5)! - first)).toBeLessThanOrEqual(3);
    }
    const louder = kind.map((one) => one * 4);
    for (let at = 0; at < 10_000; at += 50) sketch = withScores(sketch, louder.slice(at, at + 50));
    expect(rankOf(sketch, 0.5)).toBeLessThan(first - 15);
  });

  it('is unknown before there are 20 articles', () => {
    expect(rankOf(emptySketch(), 1)).toBeNull();
    expect(rankOf(withScores(emptySketch(), Array(19).fill(1)), 1)).toBeNull();
    expect(rankOf(withScores(emptySketch(), Array(20).fill(1)), 2)).toBe(100);
  });

  it('is unchanged after storing and reading', () => {
    fc.assert(
      fc.property(fc.array(score, { maxLength: 50 }), (all) => {
        const sketch = withScores(emptySketch(), all, 2.5);
        const bytes = encodeSketch(sketch);
        expect(bytes.length).toBeLessThanOrEqual(384);
        expect(decodeSketch(bytes)).toEqual(sketch);
      }),
      { numRuns: 100 },
    );
    expect(() => decodeSketch(new Uint8Array(5))).toThrow(RangeError);
  });

  it('adds a reproducible sample of small batches, which counts each article once on average', () => {
    let counted = 0;
    for (let n = 0; n < 10_000; n += 1) {
      const id = String(2n ** 60n + BigInt(n) * 7_919_000_003n);
      expect(timesCounted(id, 3)).toBe(timesCounted(id, 3));
      counted += 3 * timesCounted(id, 3);
    }
    expect(counted / 30_000).toBeGreaterThan(0.95);
    expect(counted / 30_000).toBeLessThan(1.05);
    expect(timesCounted('1', 10)).toBe(1);
  });
});
