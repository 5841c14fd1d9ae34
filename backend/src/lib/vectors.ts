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
