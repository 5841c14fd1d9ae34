import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemSize } from './items.ts';

/** Returns the pairs of digits by the written number: `1234500` is 01 23 45 00, of which the last pair is not stored. */
const pairsIn = (whole: number): number => {
  const digits = String(Math.abs(whole));
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return even.replace(/(?:00)+$/, '').length / 2;
};

describe('the size of a number', () => {
  it.each([
    [0, 1],
    [7, 2],
    [-7, 3],
    [100, 2],
    [1000, 2],
    [1234, 3],
    [12_345, 4],
    [1_700_000_000_000, 3],
    [0.5, 2],
    [-12.345, 5],
  ])('of %d is %d bytes', (value, bytes) => {
    expect(itemSize({ n: value })).toBe('n'.length + bytes);
  });

  it('of a whole number is a byte for each pair of digits, one for the exponent and one for a minus sign', () => {
    const whole = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -200_000, max: 200_000 }));
    fc.assert(
      fc.property(whole, fc.constantFrom(1, 10, 100, 1000), (value, zeros) => {
        fc.pre(value !== 0 && Number.isSafeInteger(value * zeros));
        const bytes = pairsIn(value * zeros) + 1 + (value < 0 ? 1 : 0);
        expect(itemSize({ n: value * zeros })).toBe('n'.length + bytes);
      }),
    );
  });
});
