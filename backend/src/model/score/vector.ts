/** The stored form of an embedding: int8 values with one scale, and the model and text that it was made from. */
export type StoredVector = {
  model: string;
  /** The size of one int8 step of the vector scaled to unit length: its largest absolute value divided by 127. */
  scale: number;
  /** Number of dense values; 0 for a sparse vector. */
  dimension: number;
  /** The values. Dense: one int8 per value. Sparse: (uint16 index, int8 value) pairs, ascending, little endian. */
  data: Uint8Array;
  /** The first 16 hex digits of SHA-256 over the text that was embedded. */
  text_hash: string;
};
