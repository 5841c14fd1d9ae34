import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likedProfileVector, likedProfileWeight } from './liked-profile.ts';
import { cosine, toStored, unpack } from '../model/score/vector-codec.ts';

const DAY = 86_400_000;
const dense = (...values: number[]) =>
  toStored({ kind: 'dense', values: Float32Array.from(values) }, `m/${values.length}`, '');
const sparse = (pairs: Record<number, number>) =>
  toStored(
    {
      kind: 'sparse',
      indexes: Uint32Array.from(Object.keys(pairs), Number),
      values: Float32Array.from(Object.values(pairs)),
    },
    'sparse',
    '',
  );

describe('the liked profile from saved articles', () => {
  it('counts half as much with every 30 days', () => {
    expect(likedProfileWeight(0)).toBe(1);
    expect(likedProfileWeight(30 * DAY)).toBe(0.5);
    expect(likedProfileWeight(60 * DAY)).toBe(0.25);
    expect(likedProfileWeight(-DAY)).toBe(1);
  });

  it('is the weighted mean, dense or sparse', () => {
    const even = likedProfileVector([
      { vector: dense(1, 0), weight: 1 },
      { vector: dense(0, 1), weight: 1 },
    ])!;
    expect(cosine(even, dense(1, 1))).toBeCloseTo(1, 2);
    const uneven = likedProfileVector([
      { vector: sparse({ 3: 1 }), weight: 3 },
      { vector: sparse({ 70: 1 }), weight: 1 },
    ])!;
    expect(cosine(uneven, sparse({ 3: 3, 70: 1 }))).toBeCloseTo(1, 2);
    expect(cosine(uneven, sparse({ 9: 1 }))).toBe(0);
  });

  it('is null without a saved article, or if they cancel out', () => {
    expect(likedProfileVector([])).toBeNull();
    expect(
      likedProfileVector([
        { vector: dense(1, 0), weight: 1 },
        { vector: dense(-1, 0), weight: 1 },
      ]),
    ).toBeNull();
  });

  it('of one article is that article', () => {
    const values = fc
      .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 })
      .filter((all) => all.some((one) => Math.abs(one) > 0.01));
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 1, noNaN: true }), (all, weight) => {
        const vector = dense(...all);
        expect(cosine(likedProfileVector([{ vector, weight }])!, vector)).toBeGreaterThan(0.99);
        const { values: back } = unpack(vector);
        const length = Math.hypot(...all);
        all.forEach((one, at) => expect(Math.abs(back[at]! - one / length)).toBeLessThanOrEqual(0.005));
      }),
      { numRuns: 200 },
    );
  });
});
