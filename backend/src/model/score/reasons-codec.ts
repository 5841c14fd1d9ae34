import { SIMILARITY_STEPS, type StoredReason, type StoredTopReason, storedWeight } from './score.ts';

const ID_BYTES = 6;
const REASON_BYTES = 12;
const TOP_REASON_BYTES = 10;
const KEYWORD_ID = /^[0-9a-f]{12}$/;

/** Encodes a reason in 12 bytes: keyword id, similarity in 1/65,535, weight as float32; big endian. */
export const encodeReasons = (reasons: StoredReason[]): Uint8Array => {
  const bytes = new Uint8Array(reasons.length * REASON_BYTES);
  const view = new DataView(bytes.buffer);
  reasons.forEach((reason, row) => {
    const at = row * REASON_BYTES;
    bytes.set(idBytes(reason.keyword_id), at);
    view.setUint16(at + ID_BYTES, Math.round(reason.similarity_score * SIMILARITY_STEPS));
    view.setFloat32(at + ID_BYTES + 2, reason.weight);
  });
  return bytes;
};

/** Decodes reasons. @throws RangeError if the bytes are not a whole number of reasons. */
export const decodeReasons = (bytes: Uint8Array): StoredReason[] =>
  rowsOf(bytes, REASON_BYTES).map(({ keyword_id, view }) => ({
    keyword_id,
    weight: storedWeight(view.getFloat32(ID_BYTES + 2)),
    similarity_score: view.getUint16(ID_BYTES) / SIMILARITY_STEPS,
  }));

/** Encodes a top reason in 10 bytes: keyword id, contribution as float32; big endian. */
export const encodeTopReasons = (reasons: StoredTopReason[]): Uint8Array => {
  const bytes = new Uint8Array(reasons.length * TOP_REASON_BYTES);
  const view = new DataView(bytes.buffer);
  reasons.forEach((reason, row) => {
    bytes.set(idBytes(reason.keyword_id), row * TOP_REASON_BYTES);
    view.setFloat32(row * TOP_REASON_BYTES + ID_BYTES, reason.contribution);
  });
  return bytes;
};

/**
 * Decodes top reasons, whose contributions have 7 significant digits.
 * @throws RangeError if the bytes are not a whole number of top reasons.
 */
export const decodeTopReasons = (bytes: Uint8Array): StoredTopReason[] =>
  rowsOf(bytes, TOP_REASON_BYTES).map(({ keyword_id, view }) => ({
    keyword_id,
    contribution: storedWeight(view.getFloat32(ID_BYTES)),
  }));

const idBytes = (keywordId: string): Buffer => {
  if (!KEYWORD_ID.test(keywordId)) {
    throw new RangeError(`A keyword id has 12 hex digits, not ${JSON.stringify(keywordId)}`);
  }
  return Buffer.from(keywordId, 'hex');
};

const rowsOf = (bytes: Uint8Array, size: number): { keyword_id: string; view: DataView }[] => {
  if (bytes.length % size !== 0) {
    throw new RangeError(`Stored reasons of ${bytes.length} bytes are cut: a line has ${size}`);
  }
  return Array.from({ length: bytes.length / size }, (_, row) => {
    const line = bytes.subarray(row * size, (row + 1) * size);
    return {
      keyword_id: Buffer.from(line.subarray(0, ID_BYTES)).toString('hex'),
      view: new DataView(line.buffer, line.byteOffset, size),
    };
  });
};
