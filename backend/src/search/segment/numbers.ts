/*
 * Numbers as bytes, little endian, as is every processor that Node runs on.
 */

export const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array | Uint32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Returns the bytes, or a copy of them that begins where numbers of `size` bytes may begin. */
const aligned = (bytes: Uint8Array, size: number): Uint8Array =>
  bytes.byteOffset % size === 0 ? bytes : new Uint8Array(bytes);

/** Returns the numbers in some bytes. They may share the memory of the bytes, which must not be changed. */
export const shortsIn = (bytes: Uint8Array): Uint16Array => {
  const { buffer, byteOffset, byteLength } = aligned(bytes, 2);
  return new Uint16Array(buffer, byteOffset, byteLength / 2);
};

/** As `shortsIn`, of four bytes. */
export const longsIn = (bytes: Uint8Array): Uint32Array => {
  const { buffer, byteOffset, byteLength } = aligned(bytes, 4);
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
};
