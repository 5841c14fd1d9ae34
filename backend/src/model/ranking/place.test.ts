import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOf, tierOf, typicalWeight, sourceFactor } from './place.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const score = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 500, noNaN: true }));
const weight = fc.double({ min: 1e-6, max: 10, noNaN: true });
const tier = (place: number) => tierOf(place, place);
const keyword = (each: number) => ({ weight: each, is_active: true, is_excluding: false });

/** The places of scores for a reader with these weights, of one keyword each, by similarity. */
const placesOf = (weights: number[], similarities: number[]): number[] =>
  weights.flatMap((each) =>
    similarities.map((similarity) => placeOf(each * similarity, typicalWeight(weights.map(keyword)))),
  );

describe('the place of a score', () => {
  it('never falls with the score, is a whole number from 0 to 99, and 0 for a score of 0', () => {
    fc.assert(
      fc.property(score, score, weight, (a, b, typical) => {
        const [low, high] = [placeOf(Math.min(a, b), typical), placeOf(Math.max(a, b), typical)];
        expect(low).toBeLessThanOrEqual(high);
        expect(Number.isInteger(low) && low >= 0 && high <= 99).toBe(true);
        expect(placeOf(0, typical)).toBe(0);
      }),
      { numRuns: runs(300) },
    );
  });

  it('is the same for one keyword of any weight, which all scores are compared with', () => {
    const similarities = [0, 0.05, 0.1, 0.25, 0.5, 0.75, 1];
    expect(placesOf([1], similarities)).toEqual([0, 1, 5, 24, 53, 70, 80]);
    for (const each of [0.2, 3, 10])
      expect(placesOf([each], similarities)).toEqual(placesOf([1], similarities));
    expect([24, 53, 70].map(tier)).toEqual(['rest', 'worth_a_look', 'must_read']);
  });

  it('tells full matches of thirty keywords of weights 0.2 to 10 apart, and puts them in all tiers', () => {
    const weights = Array.from({ length: 30 }, (_, at) => 0.2 + (9.8 * at) / 29);
    const places = placesOf(weights, [1]);
    expect(new Set(places.map(tier))).toEqual(new Set(['rest', 'worth_a_look', 'must_read']));
    expect(places[0]).toBeLessThan(5);
    expect(places.at(-1)).toBeGreaterThan(85);
    expect(new Set(places).size).toBeGreaterThan(20);
    // Articles that match two or three of the heaviest keywords differ still, and none is at 100.
    const typical = typicalWeight(weights.map(keyword));
    expect([10, 15, 20, 30].map((each) => placeOf(each, typical))).toEqual([93, 96, 97, 98]);
  });

  it('counts neither excluding nor inactive keywords as typical', () => {
    const others = [
      { ...keyword(10), is_active: false },
      { ...keyword(9), is_excluding: true },
    ];
    expect(typicalWeight([keyword(1), keyword(2), ...others])).toBe(1.5);
    expect(typicalWeight(others)).toBe(1);
  });
});

const aDay = (articles: number) => sourceFactor(articles * 7, 'normal');

describe('the factor of a feed', () => {
  it('is 1 for a feed of a few articles a day or of unknown rate, and falls slowly to a half', () => {
    expect([0.1, 5, 9.9, 10, 20, 40, 80, 1000].map(aDay)).toEqual([
      1,
      1,
      1,
      0.8,
      1 / 1.5,
      1 / 1.75,
      0.5,
      0.5,
    ]);
    expect([null, 0].map((rate) => sourceFactor(rate, 'normal'))).toEqual([1, 1]);
  });

  it('never rises with the rate, and follows what the reader chose for the feed', () => {
    const rate = fc.double({ min: 0, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(rate, rate, (a, b) => {
        expect(sourceFactor(Math.max(a, b), 'normal')).toBeLessThanOrEqual(
          sourceFactor(Math.min(a, b), 'normal'),
        );
        expect(sourceFactor(a, 'less')).toBe(sourceFactor(a, 'normal') / 2);
        expect(sourceFactor(a, 'more')).toBe(1.5);
      }),
      { numRuns: runs(200) },
    );
  });
});
