import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noTerms } from '../score/terms.ts';
import { toStored, type StoredVector } from '../score/vector.ts';
import { learnedReasonOf } from './learner.ts';
import { LEAST_SILENT, trainLearner } from './train.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const MODEL = 'm/16';
const DIMENSION = 16;
const values = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: DIMENSION, maxLength: DIMENSION });

/** Returns a vector whose first value tells its topic; the others are noise. */
const about = (topic: number, noise: number[]): StoredVector =>
  toStored(
    { kind: 'dense', values: Float32Array.from([topic, ...noise.slice(1).map((value) => value / 100)]) },
    MODEL,
    '',
  );
const silentOf = (noises: number[][]) =>
  noises.map((noise) => ({ vector: about(0, noise.with(1, 60)), is_passed: false }));
const told = (vector: StoredVector, is_liked: boolean) => ({ vector, is_liked, weight: 1 });
const part = (learner: ReturnType<typeof trainLearner>, vector: StoredVector): number => {
  const reason = learner === null ? null : learnedReasonOf(learner)(vector);
  return reason === null ? 0 : reason.weight * reason.similarity_score;
};
const noises = fc.array(values, { minLength: 20, maxLength: 40 });

describe('a learner', () => {
  it('raises what is like the liked articles and lowers what is like the disliked ones', () =>
    fc.assert(
      fc.property(
        noises,
        fc.array(values, { minLength: 4, maxLength: 12 }),
        values,
        (others, liked, noise) => {
          const learner = trainLearner(
            MODEL,
            liked.map((each, at) => told(about(at % 2 === 0 ? 4 : -4, each), at % 2 === 0)),
            silentOf(others),
            1,
          );
          expect(part(learner, about(4, noise))).toBeGreaterThan(0);
          expect(part(learner, about(-4, noise))).toBeLessThan(0);
        },
      ),
      { numRuns: runs(100) },
    ));

  it('adds at most twice the mean weight of keywords, and less the less it was told', () =>
    fc.assert(
      fc.property(noises, values, fc.double({ min: 0.1, max: 10, noNaN: true }), (others, noise, typical) => {
        const learnerOf = (count: number) =>
          trainLearner(
            MODEL,
            Array.from({ length: count }, () => told(about(4, noise), true)),
            silentOf(others),
            typical,
          )!;
        const weights = [1, 2, 5, 30].map((count) => learnerOf(count).weight / typical);
        expect(weights.map((weight) => Number(weight.toFixed(6)))).toEqual([0.15, 0.3, 0.75, 2]);
        expect(Math.abs(part(learnerOf(30), about(9, noise)))).toBeLessThanOrEqual(2 * typical * (1 + 1e-6));
      }),
      { numRuns: runs(100) },
    ));

  it('gives the same result for the same examples, and says nothing about most silent articles', () =>
    fc.assert(
      fc.property(noises, values, (others, noise) => {
        const learn = () => trainLearner(MODEL, [told(about(4, noise), true)], silentOf(others), 1)!;
        const learner = learn();
        expect(learn()).toEqual(learner);
        const silent = silentOf(others).filter(({ vector }) => part(learner, vector) === 0);
        expect(silent.length).toBeGreaterThanOrEqual(others.length / 2);
      }),
      { numRuns: runs(100) },
    ));

  it('says nothing about at least half of the silent articles when their values are far from a normal distribution', () => {
    // Of ten articles three are like the liked ones, three are their opposite and four are between.
    const topics = [2, 2, 2, -2, -2, -2, 0, 0, 0, 0];
    const same = Array.from({ length: DIMENSION }, () => 100);
    const vectors = topics.map((topic) => about(topic, same));
    const learner = trainLearner(
      MODEL,
      [told(about(4, same), true)],
      vectors.map((vector) => ({ vector, is_passed: false })),
      1,
    )!;
    expect(vectors.filter((vector) => part(learner, vector) === 0).length).toBeGreaterThanOrEqual(5);
  });

  it('takes at most 4 KB of sparse weights and an article of another model is left out', () => {
    const sparse = (from: number) =>
      toStored(
        {
          kind: 'hybrid',
          values: new Float32Array(16),
          terms: { ...noTerms(), body: Uint32Array.from({ length: 200 }, (_, at) => 2_000 + from + at) },
        },
        MODEL,
        '',
      );
    const silent = Array.from({ length: 30 }, (_, at) => ({ vector: sparse(200 * at), is_passed: at > 20 }));
    const learner = trainLearner(MODEL, [told(sparse(7000), true), told(sparse(7400), false)], silent, 1)!;
    expect(5 * learner.values.length + learner.dense.length).toBeLessThanOrEqual(4096);
    expect(part(learner, sparse(7000))).toBeGreaterThan(0);
    expect(part(learner, { ...sparse(7000), model: 'other' })).toBe(0);
  });

  it('learns nothing from nothing, or with too few articles to compare', () => {
    const vector = about(
      1,
      Array.from({ length: DIMENSION }, () => 10),
    );
    const silent = Array.from({ length: LEAST_SILENT }, () => ({ vector, is_passed: false }));
    expect(trainLearner(MODEL, [], silent, 1)).toBeNull();
    expect(trainLearner(MODEL, [told(vector, true)], silent.slice(1), 1)).toBeNull();
    expect(trainLearner(MODEL, [{ ...told({ ...vector, model: 'other' }, true) }], silent, 1)).toBeNull();
  });
});
