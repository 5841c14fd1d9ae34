/** An embedding as stored: int8 values with one scale, and what it was made of. */
export type StoredVector = {
  model: string;
  /** One step of the int8 values, for the vector scaled to unit length: its largest absolute value divided by 127. */
  scale: number;
  /** Number of dense values; 0 for a sparse vector. */
  dimension: number;
  /** Dense: one int8 a value. Sparse: (uint16 index, int8 value) pairs, ascending, little endian. */
  data: Uint8Array;
  /** First 16 hex digits of SHA-256 over the text that was embedded. */
  text_hash: string;
};
