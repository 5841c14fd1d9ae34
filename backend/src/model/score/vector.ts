import { hash as hashOf } from 'node:crypto';
import type { Embedding, EmbedRequest } from './embedder.ts';
import { decodeTerms, encodeTerms } from './terms.ts';
import { limited } from './text-limit.ts';

/** The stored form of an embedding: int8 values with one scale, and the model and text that it was made from. */
export type StoredVector = {
  model: string;
  /** The size of one int8 step of the vector scaled to unit length: its largest absolute value divided by 127. */
  scale: number;
  /** Number of dense values. */
  dimension: number;
  /** The dense values, one int8 each. The words of a hybrid vector follow (`terms.ts`). */
  data: Uint8Array;
  /** The first 16 hex digits of SHA-256 over the text that was embedded. */
  text_hash: string;
};

export const isHybrid = ({ data, dimension }: Pick<StoredVector, 'data' | 'dimension'>): boolean =>
  data.byteLength > dimension;

/**
 * Returns the first 16 hex digits of SHA-256 over the embedded part of a request. A change further down an article then
 * costs no call of the model.
 */
export const textHash = (request: EmbedRequest): string => {
  const { purpose, title, body } = limited(request);
  return hashOf('sha256', JSON.stringify([purpose, title, body])).slice(0, 16);
};

/**
 * Quantises a vector to int8 after scaling it to unit length, so that a cosine is one integer dot product times two
 * scales. The words of a hybrid vector are kept as they are.
 * @throws RangeError for a vector that is empty, not finite, or all zero without words.
 */
export const toStored = (embedding: Embedding, model: string, hash: string): StoredVector => {
  const { values } = embedding;
  const length = lengthOf(values);
  if (!Number.isFinite(length) || (length === 0 && embedding.kind === 'dense')) {
    throw new RangeError(`A vector of ${model} is zero or not finite: it cannot be compared`);
  }
  const peak = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const dense = new Int8Array(values.map((value) => (peak === 0 ? 0 : Math.round((value / peak) * 127))));
  const bytes = new Uint8Array(dense.buffer);
  const scale = length === 0 ? 0 : peak / length / 127;
  const stored = { model, scale, dimension: values.length, text_hash: hash };
  if (embedding.kind === 'dense') return { ...stored, data: bytes };
  const terms = encodeTerms(embedding.terms);
  const data = new Uint8Array(bytes.length + terms.length);
  data.set(bytes);
  data.set(terms, bytes.length);
  return { ...stored, data };
};

/** Returns the embedding that `toStored` was given, its values scaled to unit length and rounded. */
export const unpack = (vector: StoredVector): Embedding => {
  const values = denseValues(vector);
  if (!isHybrid(vector)) return { kind: 'dense', values };
  return { kind: 'hybrid', values, terms: decodeTerms(vector.data.subarray(vector.dimension)) };
};

/** Returns the dense values at unit length; all zero if no word of the text is known. */
export const denseValues = ({ data, dimension, scale }: StoredVector): Float32Array => {
  const bytes = int8(data, dimension);
  return Float32Array.from(bytes, (value) => value * scale);
};

export const sameModel = (a: StoredVector, b: StoredVector): boolean =>
  a.model === b.model && a.dimension === b.dimension;

/**
 * Returns the cosine similarity of the dense parts in [-1, 1], at most 0.01 off the cosine of the float vectors. It is 0
 * if one of the texts has no known word.
 * @throws RangeError if the vectors come from different models or dimensions, because such a number would mean nothing.
 */
export const cosine = (a: StoredVector, b: StoredVector): number => cosineTo(a)(b);

/** Returns `cosine` for comparing one vector with many. */
export const cosineTo = (a: StoredVector): ((b: StoredVector) => number) => {
  const left = int8(a.data, a.dimension);
  return (b) => {
    if (!sameModel(a, b)) {
      throw new RangeError(`Vectors of ${nameOf(a)} and ${nameOf(b)} cannot be compared`);
    }
    const right = int8(b.data, b.dimension);
    let dot = 0;
    for (let at = 0; at < left.length; at += 1) dot += (left[at] ?? 0) * (right[at] ?? 0);
    return Math.max(-1, Math.min(1, dot * (a.scale * b.scale)));
  };
};

/** Returns the cosine of the dense parts; null if a text has no known word, or the vectors are of different models. */
export const denseCosine = (a: StoredVector, b: StoredVector): number | null =>
  sameModel(a, b) && a.scale > 0 && b.scale > 0 ? cosine(a, b) : null;

const nameOf = (vector: StoredVector) => `${vector.model} (dimension ${vector.dimension})`;

const int8 = (data: Uint8Array, dimension: number): Int8Array =>
  new Int8Array(data.buffer, data.byteOffset, Math.min(dimension, data.byteLength));

/** Returns the product of two vectors of one length. */
export const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

export const lengthOf = (vector: Float32Array): number =>
  Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

/** Returns a vector of length 1 in the same direction. A vector without a length stays as it is. */
export const unit = (vector: Float32Array): Float32Array => {
  const length = lengthOf(vector);
  return length === 0 ? vector : vector.map((value) => value / length);
};
