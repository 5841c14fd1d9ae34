/*
 * Numbers as bytes, little endian, as is every processor that Node runs on.
 */

export const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array | Uint32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Returns a copy of the bytes that begins where numbers may begin. */
const aligned = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

export const shortsIn = (bytes: Uint8Array): Uint16Array => new Uint16Array(aligned(bytes));

export const longsIn = (bytes: Uint8Array): Uint32Array => new Uint32Array(aligned(bytes));
