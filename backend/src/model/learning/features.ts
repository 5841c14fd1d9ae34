import { unpack } from '../score/vector-codec.ts';
import type { StoredVector } from '../score/vector.ts';

/**
 * What the learner sees of a text: dense values, and sparse (index, value) pairs in any order. The length of both
 * together is 1. One of them may be empty.
 */
export type Features = { dense: Float32Array; indexes: Uint32Array; values: Float32Array };

const none = { dense: new Float32Array(0), indexes: new Uint32Array(0), values: new Float32Array(0) };

/** Returns the features of a stored vector. Nothing else of the learner knows how vectors are stored. */
export const featuresOf = (vector: StoredVector): Features => {
  const embedding = unpack(vector);
  switch (embedding.kind) {
    case 'dense':
      return { ...none, dense: embedding.values };
    case 'sparse':
      return { ...none, indexes: embedding.indexes, values: embedding.values };
  }
};
