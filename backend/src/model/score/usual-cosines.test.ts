import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownVector, type KnownVector } from '../../../test/harness/known-vectors.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { COEFFICIENTS, FITTED_ON } from './similarity-coefficients.ts';
import { INPUTS, similarityBy } from './similarity.ts';
import { byMoments, bySample } from './usual-cosines.ts';
import { denseValues, toStored } from './vector.ts';

const stored = (values: KnownVector) =>
  toStored({ kind: 'dense', values: Float32Array.from(values) }, 'm/8', '');

/** Returns the mean and the upper triangle of the covariance of vectors. */
const momentsOf = (vectors: Float32Array[]) => {
  const mean = vectors[0]!.map((_, at) => vectors.reduce((sum, one) => sum + one[at]! / vectors.length, 0));
  const covariance: number[] = [];
  for (let row = 0; row < mean.length; row += 1)
    for (let column = row; column < mean.length; column += 1) {
      const products = vectors.map((one) => (one[row]! - mean[row]!) * (one[column]! - mean[column]!));
      covariance.push(products.reduce((sum, one) => sum + one / vectors.length, 0));
    }
  return { mean, covariance: Float32Array.from(covariance) };
};

describe('what is usual for a keyword', () => {
  it('is the same by the moments of articles as by their cosines', () => {
    fc.assert(
      fc.property(knownVector, fc.array(knownVector, { minLength: 2, maxLength: 20 }), (keyword, all) => {
        const articles = all.map(stored);
        const moments = byMoments(momentsOf(articles.map(denseValues)))(stored(keyword));
        const sample = bySample(articles)(stored(keyword));
        expect(moments.mean).toBeCloseTo(sample.mean, 4);
        expect(moments.deviation).toBeCloseTo(sample.deviation, 3);
      }),
      { numRuns: runs(200) },
    );
  });

  it('is refused for a keyword of another model', () => {
    const article = stored([127, 0, 0, 0, 0, 0, 0, 0]);
    const foreign = toStored({ kind: 'dense', values: Float32Array.from([1, 2]) }, 'n/2', '');
    expect(() => bySample([article])(foreign)).toThrow(/cannot be compared/);
    expect(() => byMoments(momentsOf([denseValues(article)]))(foreign)).toThrow(/8 dimensions/);
  });
});

describe('the fitted formula', () => {
  const inputs = fc.tuple(
    fc.constant(1),
    fc.double({ min: -1.5, max: 6, noNaN: true }),
    ...['whole', 'translated', 'part'].map(() => fc.double({ min: 0, max: 1, noNaN: true })),
    fc.constant(0),
    fc.constant(0),
  );
  const weights = INPUTS.map((name) => COEFFICIENTS[name]);

  it('gives a similarity in [0, 1] that falls with none of z, the whole keyword and its translation', () => {
    fc.assert(
      fc.property(
        inputs,
        fc.constantFrom(1, 2, 3),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (some, at, more) => {
          const before = similarityBy(weights, some);
          const after = similarityBy(weights, some.with(at, (some[at] ?? 0) + more));
          expect(before).toBeGreaterThanOrEqual(0);
          expect(after).toBeGreaterThanOrEqual(before);
          expect(after).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: runs(300) },
    );
    expect(
      Object.values(COEFFICIENTS)
        .slice(1)
        .every((weight) => weight > 0),
    ).toBe(true);
  });

  it('rests on the background that is shipped, and says what it was fitted on', () => {
    const bytes = readFileSync(new URL('../../scoring/words/tables/background.bin', import.meta.url));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(FITTED_ON.background.sha256);
    expect(bytes.length).toBeLessThan(41_000);
    expect(FITTED_ON.sets.map(({ set }) => set)).toContain('stackoverflow');
  });
});
