import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Embedding } from './embedder.ts';
import { noTerms } from './terms.ts';
import { cosine, denseCosine, sameModel, textHash, toStored, unpack } from './vector.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const dense = (values: number[]): Embedding => ({ kind: 'dense', values: Float32Array.from(values) });
const floatCosine = (a: Map<number, number>, b: Map<number, number>) => {
  const length = (map: Map<number, number>) =>
    Math.sqrt([...map.values()].reduce((sum, v) => sum + v * v, 0));
  return [...a].reduce((sum, [at, value]) => sum + value * (b.get(at) ?? 0), 0) / (length(a) * length(b));
};
const entriesOf = ({ values }: Embedding) => new Map(Array.from(values, (value, at) => [at, value]));

const value = fc.double({ min: -1, max: 1, noNaN: true }).map((v) => Math.fround(v));
const denseVector = (size: number) =>
  fc
    .array(value, { minLength: size, maxLength: size })
    .filter((v) => v.some((x) => Math.abs(x) > 1e-3))
    .map(dense);
const terms = fc.uint8Array({ maxLength: 40 }).chain((weights) => {
  const some = fc.array(fc.nat(0xffffff), { maxLength: 250 }).map((all) => Uint32Array.from(all));
  return fc.record({
    title: some,
    body: some,
    title_glosses: some,
    body_glosses: some,
    weights: fc.constant(weights),
    is_exact: fc.boolean(),
  });
});

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
      { numRuns: runs(100) },
    );
  });

  it('hybrid: gives back the words as they were, and values that are at most half a step off', () => {
    const values = fc.array(value, { minLength: 100, maxLength: 100 }).map((all) => Float32Array.from(all));
    fc.assert(
      fc.property(values, terms, (some, words) => {
        const stored = toStored({ kind: 'hybrid', values: some, terms: words }, 'm', '');
        const shifted = { ...stored, data: Uint8Array.from([9, ...stored.data]).subarray(1) };
        const back = unpack(shifted);
        expect(back).toMatchObject({ kind: 'hybrid', terms: words });
        const length = Math.hypot(...some);
        some.forEach((one, at) => {
          const expected = length === 0 ? 0 : one / length;
          expect(Math.abs(back.values[at]! - expected)).toBeLessThanOrEqual(stored.scale / 2 + 1e-6);
        });
      }),
      { numRuns: runs(200) },
    );
  });

  it('hybrid: a text without known words has no cosine, and is 0 alike', () => {
    const unknown = toStored({ kind: 'hybrid', values: new Float32Array(3), terms: noTerms() }, 'm', '');
    const known = toStored({ kind: 'hybrid', values: Float32Array.of(1, 2, 3), terms: noTerms() }, 'm', '');
    expect(cosine(unknown, known)).toBe(0);
    expect(denseCosine(unknown, known)).toBeNull();
    expect(denseCosine(known, known)).toBeCloseTo(1, 2);
    expect(denseCosine(known, { ...known, model: 'other' })).toBeNull();
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
