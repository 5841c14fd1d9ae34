import { keywordWeight } from '@omomi/backend/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxWeight, minWeight, parseWeight, positionOf, positions, weightAt } from './weight-input.tsx';

const position = fc.integer({ min: 0, max: positions });

describe('the weight slider', () => {
  it('reaches from least to greatest with 1 in the middle, and the round weights', () => {
    expect([0, 14, 20, 26, positions].map(weightAt)).toEqual([minWeight, 0.5, 1, 2, maxWeight]);
  });

  it('maps each position to a weight that the API accepts, and back', () => {
    fc.assert(
      fc.property(position, (at) => {
        expect(positionOf(weightAt(at))).toBe(at);
        expect(keywordWeight.safeParse(weightAt(at)).success).toBe(true);
      }),
    );
  });

  it('maps every weight that the API accepts to a position', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 10, noNaN: true }), (weight) => {
        expect(positionOf(weight)).toBeGreaterThanOrEqual(0);
        expect(positionOf(weight)).toBeLessThanOrEqual(positions);
      }),
    );
  });
});

describe('the weight field', () => {
  it.each([
    ['2', 2],
    [' 0.1 ', 0.1],
    ['2,5', 2.5],
    ['3.5', 3.5],
    ['10', 10],
    ['', null],
    ['0', null],
    ['-1', null],
    ['11', null],
    ['x', null],
  ])('reads %j as %j', (text, weight) => {
    expect(parseWeight(text)).toBe(weight);
  });
});
