const ID_BYTES = 8;
/** The most articles that are remembered as passed by. With the ids of 8 bytes the item stays under 2 KB. */
const MOST = 200;

/** Returns the stored ids with more added; the oldest ones beyond 200 are dropped. */
export const withPassed = (stored: Uint8Array, articleIds: string[]): Uint8Array => {
  const added = new Set(articleIds);
  const all = [...passedIn(stored).filter((id) => !added.has(id)), ...added].slice(-MOST);
  const bytes = new Uint8Array(all.length * ID_BYTES);
  const view = new DataView(bytes.buffer);
  all.forEach((id, at) => view.setBigUint64(at * ID_BYTES, BigInt(id)));
  return bytes;
};

/** @throws RangeError if the bytes are not whole ids. */
export const passedIn = (bytes: Uint8Array): string[] => {
  if (bytes.length % ID_BYTES !== 0) throw new RangeError(`Ids of articles have no ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / ID_BYTES }, (_, at) =>
    view.getBigUint64(at * ID_BYTES).toString(),
  );
};
