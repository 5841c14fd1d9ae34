/** The stored form of an embedding: int8 values with one scale, and the model and text that it was made from. */
export type StoredVector = {
  model: string;
  /** The size of one int8 step of the vector scaled to unit length: its largest absolute value divided by 127. */
  scale: number;
  /** Number of dense values. */
  dimension: number;
  /** The dense values, one int8 each. The words of a hybrid vector follow (`terms-codec.ts`). */
  data: Uint8Array;
  /** The first 16 hex digits of SHA-256 over the text that was embedded. */
  text_hash: string;
};

export const isHybrid = ({ data, dimension }: Pick<StoredVector, 'data' | 'dimension'>): boolean =>
  data.byteLength > dimension;
