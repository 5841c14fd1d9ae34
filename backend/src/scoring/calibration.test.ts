import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrate, calibration, calibratorOf, similarityScore } from '../model/score/calibration.ts';
import type { EmbedRequest } from '../model/score/embedder.ts';
import { createEmbeddedEmbedder } from './embedders/embedded.ts';
import { REFERENCE_TEXTS, referenceRequests } from '../model/score/reference-texts.ts';
import { cosine, toStored } from '../model/score/vector-codec.ts';
import type { StoredVector } from '../model/score/vector.ts';
import { runs } from '../../test/harness/property-runs.ts';

/** The dense part of the embedded model stands for a model behind an API. */
const dense = async (requests: EmbedRequest[]): Promise<StoredVector[]> =>
  (await createEmbeddedEmbedder().embed(requests)).map((result) => {
    if (!result.ok) throw result.error;
    const { values } = result.embedding;
    const isKnown = values.some((value) => value !== 0);
    return toStored({ kind: 'dense', values: isKnown ? values : values.fill(0.1) }, 'dense', '');
  });

const [references, keywords] = await Promise.all([
  dense(referenceRequests),
  dense(
    ['glacier', 'football', '半導体', 'election'].map((title) => ({ title, body: '', purpose: 'keyword' })),
  ),
]);

/**
 * Creates vectors as a dense model does: each keyword has its own mean cosine to unrelated texts. All vectors have one
 * direction in common, and `shared` is a vector's share of it.
 */
const denseLike = (shared: number, seed: number): StoredVector => {
  let state = seed * 7919 + 1;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff - 0.5;
  };
  const values = Float32Array.from({ length: 128 }, (_, at) => (at === 0 ? shared : next() * 0.3));
  return toStored({ kind: 'dense', values }, 'dense', '');
};

describe('calibration', () => {
  it('consists of plain numbers that can be parsed again', () => {
    const parameters = calibrate(keywords[0]!, references);
    expect(calibration.parse(JSON.parse(JSON.stringify(parameters)))).toEqual(parameters);
    expect(calibrate(keywords[0]!, references)).toEqual(parameters);
  });

  it('scores stay in [0, 1] and never fall as the cosine rises', () => {
    const cosineValue = fc.double({ min: -1, max: 1, noNaN: true });
    const parameters = fc.record({
      reference_set: fc.constant(1),
      floor: fc.double({ min: 0, max: 1, noNaN: true }),
      scale: fc.double({ min: 0.01, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(cosineValue, cosineValue, parameters, (a, b, given) => {
        const [low, high] = [similarityScore(Math.min(a, b), given), similarityScore(Math.max(a, b), given)];
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(high);
        expect(high).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(500) },
    );
  });

  it('keeps the reference texts near 0 for topics they are not about', () => {
    const topics = references.slice(REFERENCE_TEXTS.length);
    const given = topics.map(calibratorOf(references));
    const scores = topics.flatMap((topic, own) => {
      return REFERENCE_TEXTS.flatMap((_, at) =>
        at === own ? [] : [similarityScore(cosine(topic, references[at]!), given[own]!)],
      );
    });
    expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeLessThan(0.06);
    const related = topics.map((topic, at) => similarityScore(cosine(topic, references[at]!), given[at]!));
    expect(related.toSorted((a, b) => a - b)[Math.floor(related.length / 2)]).toBeGreaterThan(0.4);
  });

  it('an unrelated text stays near 0 in a dense model whatever the keyword has in common with all texts', () => {
    const dense = referenceRequests.map((_, at) => denseLike(1, at));
    for (const shared of [0.1, 0.5, 1, 2]) {
      const keyword = denseLike(shared, 1000);
      const given = calibrate(keyword, dense);
      const scores = Array.from({ length: 200 }, (_, at) =>
        similarityScore(cosine(keyword, denseLike(1, 5000 + at)), given),
      );
      expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeLessThan(0.06);
    }
  });

  it('refuses references of another model or another number', () => {
    expect(() => calibrate(denseLike(1, 1), references)).toThrow(/cannot be compared/);
    expect(() => calibrate(keywords[0]!, references.slice(1))).toThrow(/reference vectors are needed/);
  });
});
