import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Embedder } from '../../src/model/score/embedder.ts';
import { COEFFICIENTS } from '../../src/model/score/similarity-coefficients.ts';

/** Eight whole numbers whose largest is 127, which an int8 vector stores without rounding. */
export type KnownVector = readonly number[];

const DIMENSION = 8;
const PEAK = 127;

/** Generates vectors whose cosines a test can compute to the last digit. */
export const knownVector: fc.Arbitrary<KnownVector> = fc
  .tuple(
    fc.array(fc.integer({ min: -PEAK, max: PEAK }), { minLength: DIMENSION, maxLength: DIMENSION }),
    fc.nat(DIMENSION - 1),
    fc.constantFrom(PEAK, -PEAK),
  )
  .map(([values, at, peak]) => values.with(at, peak));

/** Generates vectors near another one: a few of its values differ. */
export const vectorNear = (vector: KnownVector): fc.Arbitrary<KnownVector> =>
  fc
    .array(fc.tuple(fc.nat(DIMENSION - 1), fc.integer({ min: -PEAK, max: PEAK })), { maxLength: 3 })
    .map((changes) => changes.reduce((near, [at, value]) => near.with(at, value), vector))
    .filter((near) => near.some((value) => Math.abs(value) === PEAK));

const dot = (a: KnownVector, b: KnownVector) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

const cosineOf = (a: KnownVector, b: KnownVector): number => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

type KnownUsual = { mean: number; deviation: number };

const zOf = (a: KnownVector, b: KnownVector, { mean, deviation }: KnownUsual): number =>
  Math.min(6, Math.max(-1.5, (cosineOf(a, b) - mean) / deviation));

/** Checks whether such a similarity is listed under the keyword's own name. */
export const isListed = (a: KnownVector, b: KnownVector, usual: KnownUsual): boolean => zOf(a, b, usual) >= 4;

/**
 * Returns the similarity that docs/adr/0019-… defines for vectors without words, computed without the product's code: a
 * probability by how unusual the cosine is, and below 0.1 2.5 times what is above 0.06.
 */
export const similarityOf = (a: KnownVector, b: KnownVector, usual: KnownUsual): number => {
  const z = zOf(a, b, usual);
  const probability = 1 / (1 + Math.exp(-COEFFICIENTS.base - COEFFICIENTS.z * z));
  return probability >= 0.1 ? probability : Math.max(0, 2.5 * (probability - 0.06));
};

/** Returns a text for which `knownEmbedder` gives this vector. */
export const textOf = (vector: KnownVector): string => `v[${vector.join(' ')}]`;

const hashed = (text: string): KnownVector =>
  [...createHash('sha256').update(text).digest().subarray(0, DIMENSION)].map((byte) => byte - PEAK);

/** An embedder that reads the vector of a text in its title. A text without one gets a vector from its hash. */
export const knownEmbedder: Embedder = {
  model: `known/${DIMENSION}`,
  embed: async (requests) =>
    requests.map(({ title }) => {
      const written = /v\[([-\d ]+)\]/.exec(title)?.[1]?.split(' ').map(Number);
      return { ok: true, embedding: { kind: 'dense', values: Float32Array.from(written ?? hashed(title)) } };
    }),
};
