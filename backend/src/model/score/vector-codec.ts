import { createHash } from 'node:crypto';
import type { Embedding, EmbedRequest } from './embedder.ts';
import { ARTICLE_TOKENS, limited } from './text-limit.ts';
import type { StoredVector } from './vector.ts';

/**
 * The most pairs of a sparse vector. 290 pairs of 3 bytes and the item's other attributes stay under 1 KB, so that a
 * sparse vector costs one write unit.
 */
export const MAX_SPARSE_PAIRS = 290;
const PAIR_BYTES = 3;
const MAX_SPARSE_INDEX = 0xffff;

/**
 * Returns the first 16 hex digits of SHA-256 over the embedded part of a request. A change further down an article then
 * costs no call of the model.
 */
export const textHash = (request: EmbedRequest): string => {
  const { purpose, title, body } = limited(request, ARTICLE_TOKENS);
  return createHash('sha256')
    .update(JSON.stringify([purpose, title, body]))
    .digest('hex')
    .slice(0, 16);
};

/**
 * Quantises a vector to int8 after scaling it to unit length, so that a cosine is one integer dot product times two
 * scales. A sparse vector keeps its 290 largest values. They keep the length that they had in the whole vector;
 * otherwise the cut would raise the cosine of the rest.
 * @throws RangeError for a vector that is empty, all zero or not finite, or a sparse index above 65,535.
 */
export const toStored = (embedding: Embedding, model: string, hash: string): StoredVector => {
  const length = Math.sqrt(embedding.values.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length) || length === 0) {
    throw new RangeError(`A vector of ${model} is zero or not finite: it cannot be compared`);
  }
  const kept = embedding.kind === 'sparse' ? largest(embedding.values) : allOf(embedding.values);
  const peak = kept.reduce((most, at) => Math.max(most, Math.abs(embedding.values[at] ?? 0)), 0);
  const quantise = (at: number) => Math.round(((embedding.values[at] ?? 0) / peak) * 127);
  const scale = peak / length / 127;
  if (embedding.kind === 'dense') {
    const data = new Uint8Array(Int8Array.from(kept, quantise).buffer);
    return { model, scale, dimension: embedding.values.length, data, text_hash: hash };
  }
  const pairs = kept.filter((at) => quantise(at) !== 0);
  const data = new Uint8Array(pairs.length * PAIR_BYTES);
  const view = new DataView(data.buffer);
  pairs.forEach((at, row) => {
    const index = embedding.indexes[at] ?? 0;
    if (index > MAX_SPARSE_INDEX) throw new RangeError(`Sparse index ${index} does not fit 16 bits`);
    view.setUint16(row * PAIR_BYTES, index, true);
    view.setInt8(row * PAIR_BYTES + 2, quantise(at));
  });
  return { model, scale, dimension: 0, data, text_hash: hash };
};

/** Returns the embedding that `toStored` was given, scaled to unit length and rounded. */
export const unpack = ({ data, dimension, scale }: StoredVector): Embedding => {
  const view = viewOf(data);
  if (dimension > 0)
    return {
      kind: 'dense',
      values: Float32Array.from({ length: dimension }, (_, at) => view.getInt8(at) * scale),
    };
  const pairs = { length: data.byteLength / PAIR_BYTES };
  return {
    kind: 'sparse',
    indexes: Uint32Array.from(pairs, (_, row) => view.getUint16(row * PAIR_BYTES, true)),
    values: Float32Array.from(pairs, (_, row) => view.getInt8(row * PAIR_BYTES + 2) * scale),
  };
};

export const sameModel = (a: StoredVector, b: StoredVector): boolean =>
  a.model === b.model && a.dimension === b.dimension;

/**
 * Returns the cosine similarity in [-1, 1], at most 0.01 off the cosine of the float vectors.
 * @throws RangeError if the vectors come from different models or dimensions, because such a number would mean nothing.
 */
export const cosine = (a: StoredVector, b: StoredVector): number => cosineTo(a)(b);

/** Returns `cosine` with one vector unpacked once, for comparing it with many. */
export const cosineTo = (a: StoredVector): ((b: StoredVector) => number) => {
  const dotWith = a.dimension === 0 ? sparseDot(a.data) : denseDot(a.data);
  return (b) => {
    if (!sameModel(a, b)) {
      throw new RangeError(`Vectors of ${nameOf(a)} and ${nameOf(b)} cannot be compared`);
    }
    return Math.max(-1, Math.min(1, dotWith(b.data) * (a.scale * b.scale)));
  };
};

const nameOf = (vector: StoredVector) => `${vector.model} (dimension ${vector.dimension})`;

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength);

const denseDot = (a: Uint8Array) => {
  const left = viewOf(a);
  return (b: Uint8Array): number => {
    const right = viewOf(b);
    const length = Math.min(left.byteLength, right.byteLength);
    let dot = 0;
    for (let at = 0; at < length; at += 1) dot += left.getInt8(at) * right.getInt8(at);
    return dot;
  };
};

/**
 * Returns a function for the dot product with a sparse vector. Its table of the whole hash space takes 64 KB, and makes
 * every comparison a few look-ups.
 */
const sparseDot = (a: Uint8Array) => {
  const left = viewOf(a);
  const table = new DataView(new ArrayBuffer(MAX_SPARSE_INDEX + 1));
  for (let at = 0; at < left.byteLength; at += PAIR_BYTES) {
    table.setInt8(left.getUint16(at, true), left.getInt8(at + 2));
  }
  return (b: Uint8Array): number => {
    const right = viewOf(b);
    let dot = 0;
    for (let at = 0; at < right.byteLength; at += PAIR_BYTES) {
      dot += table.getInt8(right.getUint16(at, true)) * right.getInt8(at + 2);
    }
    return dot;
  };
};

const allOf = (values: Float32Array): number[] => {
  const all: number[] = [];
  for (let at = 0; at < values.length; at += 1) all.push(at);
  return all;
};

/** Returns the positions of the largest values, in ascending order. Of equal values at the limit the first are kept. */
const largest = (values: Float32Array): number[] => {
  if (values.length <= MAX_SPARSE_PAIRS) return allOf(values);
  const sizes = new Float32Array(values.length);
  for (let at = 0; at < values.length; at += 1) sizes[at] = Math.abs(values[at] ?? 0);
  const limit = sizes.toSorted().at(-MAX_SPARSE_PAIRS) ?? 0;
  let equal = MAX_SPARSE_PAIRS;
  for (const size of sizes) if (size > limit) equal -= 1;
  const kept: number[] = [];
  for (let at = 0; at < sizes.length; at += 1) {
    const size = sizes[at] ?? 0;
    if (size === limit) equal -= 1;
    if (size > limit || (size === limit && equal >= 0)) kept.push(at);
  }
  return kept;
};
