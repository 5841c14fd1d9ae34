import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Embedding } from './embedder.ts';
import { cosine, MAX_SPARSE_PAIRS, sameModel, textHash, toStored } from './vector-codec.ts';

const dense = (values: number[]): Embedding => ({ kind: 'dense', values: Float32Array.from(values) });
const sparse = (pairs: [number, number][]): Embedding => ({
  kind: 'sparse',
  indexes: Uint32Array.from(pairs, ([index]) => index),
  values: Float32Array.from(pairs, ([, value]) => value),
});
const floatCosine = (a: Map<number, number>, b: Map<number, number>) => {
  const length = (map: Map<number, number>) =>
    Math.sqrt([...map.values()].reduce((sum, v) => sum + v * v, 0));
  return [...a].reduce((sum, [at, value]) => sum + value * (b.get(at) ?? 0), 0) / (length(a) * length(b));
};
const entriesOf = (embedding: Embedding) =>
  new Map(
    Array.from(embedding.values, (value, at) => [
      embedding.kind === 'dense' ? at : (embedding.indexes[at] ?? 0),
      value,
    ]),
  );

const value = fc.double({ min: -1, max: 1, noNaN: true }).map((v) => Math.fround(v));
const denseVector = (size: number) =>
  fc
    .array(value, { minLength: size, maxLength: size })
    .filter((v) => v.some((x) => Math.abs(x) > 1e-3))
    .map(dense);
const sparseVector = fc
  .uniqueArray(fc.tuple(fc.nat(600), fc.double({ min: 0.05, max: 3, noNaN: true }), fc.boolean()), {
    minLength: 1,
    maxLength: MAX_SPARSE_PAIRS,
    selector: ([index]) => index,
  })
  .map((pairs) =>
    sparse(pairs.sort(([a], [b]) => a - b).map(([index, size, up]) => [index * 109, up ? size : -size])),
  );

describe('stored vectors', () => {
  it.each([256, 1024])('dense: cosines of %i dimensions are at most 0.01 off', (size) => {
    fc.assert(
      fc.property(
        denseVector(size),
        denseVector(size),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b, mix) => {
          const c = dense(Array.from(a.values, (x, at) => mix * x + (1 - mix) * (b.values[at] ?? 0)));
          fc.pre(c.values.some((x) => Math.abs(x) > 1e-3));
          const [left, right] = [toStored(a, 'm', ''), toStored(c, 'm', '')];
          expect(Math.abs(cosine(left, right) - floatCosine(entriesOf(a), entriesOf(c)))).toBeLessThanOrEqual(
            0.01,
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it('sparse: cosines are at most 0.01 off and a vector has at most 1 KB', () => {
    fc.assert(
      fc.property(sparseVector, sparseVector, (a, b) => {
        const [left, right] = [toStored(a, 'm', ''), toStored(b, 'm', '')];
        expect(Math.abs(cosine(left, right) - floatCosine(entriesOf(a), entriesOf(b)))).toBeLessThanOrEqual(
          0.01,
        );
        expect(cosine(left, right)).toBe(cosine(right, left));
        expect(left.data.length).toBeLessThanOrEqual(1024);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the largest of too many sparse values, scaled by the length of the whole vector', () => {
    const pairs = Array.from({ length: 1000 }, (_, at): [number, number] => [at * 65, at < 300 ? 2 : 0.1]);
    const stored = toStored(sparse(pairs), 'm', '');
    expect(stored.data.length).toBe(MAX_SPARSE_PAIRS * 3);
    const probe = toStored(sparse([[pairs[5]![0], 1]]), 'm', '');
    expect(cosine(stored, probe)).toBeCloseTo(2 / Math.sqrt(300 * 4 + 700 * 0.01), 2);
    expect(cosine(stored, toStored(sparse([[65 * 999, 1]]), 'm', ''))).toBe(0);
  });

  it('stores indexes from 0 to 65,535 and refuses a larger one', () => {
    const ends = toStored(sparse([[0, 1], [65_535, -1]]), 'm', ''); // prettier-ignore
    expect([...ends.data]).toEqual([0, 0, 127, 255, 255, 129]);
    expect(() => toStored(sparse([[65_536, 1]]), 'm', '')).toThrow(/65536/);
  });

  it('refuses to compare vectors of different models or dimensions', () => {
    const a = toStored(dense([1, 0]), 'one/2', '');
    expect(() => cosine(a, toStored(dense([1, 0]), 'other/2', ''))).toThrow(/one\/2.*other\/2/);
    expect(() => cosine(a, toStored(dense([1, 0, 0]), 'one/2', ''))).toThrow(/dimension 3/);
    expect(sameModel(a, toStored(dense([0, 1]), 'one/2', ''))).toBe(true);
  });

  it.each([[[0, 0]], [[Number.NaN, 1]], [[Number.POSITIVE_INFINITY, 1]], [[]]])(
    'refuses the vector %j',
    (values) => {
      expect(() => toStored(dense(values), 'm', '')).toThrow(/zero or not finite/);
    },
  );

  it('reads vectors from the middle of a larger buffer', () => {
    const a = toStored(dense([0.3, -0.4, 0.5]), 'm', '');
    const shifted = { ...a, data: Uint8Array.from([9, ...a.data]).subarray(1) };
    expect(cosine(shifted, a)).toBe(cosine(a, a));
  });
});

describe('textHash', () => {
  const request = { title: 'Title', body: 'one two. '.repeat(300), purpose: 'article' } as const;
  it('changes only with the embedded text', () => {
    expect(textHash(request)).toMatch(/^[0-9a-f]{16}$/);
    expect(textHash({ ...request, body: `${request.body} more` })).toBe(textHash(request));
    expect(textHash({ ...request, body: request.body.replaceAll(' ', '\n ') })).toBe(textHash(request));
    expect(textHash({ ...request, title: 'Titles' })).not.toBe(textHash(request));
    expect(textHash({ ...request, body: `zero ${request.body}` })).not.toBe(textHash(request));
    expect(textHash({ ...request, title: '', body: 'Title' })).not.toBe(textHash({ ...request, body: '' }));
  });
});
