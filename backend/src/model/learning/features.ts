import { isContent, type Terms } from '../score/terms/terms.ts';
import { unpack } from '../score/vector-codec.ts';
import type { StoredVector } from '../score/vector.ts';

/**
 * The features of a text that the learner uses: dense values, and sparse (index, value) pairs in any order. The length
 * of both together is 1. One of them may be empty.
 */
export type Features = { dense: Float32Array; indexes: Uint32Array; values: Float32Array };

const none = { dense: new Float32Array(0), indexes: new Uint32Array(0), values: new Float32Array(0) };

/** The share of the squared length that the word vectors of a hybrid vector have; its words have the rest. */
const DENSE_SHARE = 0.3;
/**
 * The weights of a word of the title, and of the English translation of a Japanese word, compared with a word of the
 * body.
 */
const TITLE = 2;
const GLOSS = 0.7;

/** Returns the features of a stored vector. Nothing else of the learner knows how vectors are stored. */
export const featuresOf = (vector: StoredVector): Features => {
  const { values: dense, ...embedding } = unpack(vector);
  if (embedding.kind === 'dense') return { ...none, dense };
  const counts = countsOf(embedding.terms);
  const values = Float32Array.from(counts.values(), (count) => count / (count + 0.5));
  const length = Math.hypot(...values);
  const isKnown = dense.some((value) => value !== 0);
  const share = length === 0 ? 1 : isKnown ? DENSE_SHARE : 0;
  return {
    dense: dense.map((value) => value * Math.sqrt(share)),
    indexes: Uint32Array.from(counts.keys()),
    values: values.map((value) => (value / length) * Math.sqrt(1 - share)),
  };
};

const countsOf = ({ title, body, title_glosses, body_glosses }: Terms): Map<number, number> => {
  const counts = new Map<number, number>();
  const add = (terms: Uint32Array, times: number): void => {
    for (const term of terms) if (isContent(term)) counts.set(term, (counts.get(term) ?? 0) + times);
  };
  add(title, TITLE);
  add(body, 1);
  add(title_glosses, TITLE * GLOSS);
  add(body_glosses, GLOSS);
  return counts;
};
