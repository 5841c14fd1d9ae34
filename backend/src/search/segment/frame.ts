import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompressSync } from 'node:zlib';

/*
 * The outside of a part: magic bytes, version, length, checksum, then sections with their lengths.
 */

const MAGIC = Buffer.from('OMSP');
/** To be raised whenever the sections, the folding of texts or their division into tokens change. */
const VERSION = 2;
const CHECKSUM = 16;
const HEADER = MAGIC.length + 1 + 4 + CHECKSUM;

/** SHA-256 over version, length and content, cut to 16 bytes. */
const checksum = (head: Uint8Array, content: Uint8Array): Buffer =>
  createHash('sha256').update(head).update(content).digest().subarray(0, CHECKSUM);

export const frame = (sections: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(
    sections.flatMap((section) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(section.length);
      return [length, section];
    }),
  );
  const head = Buffer.alloc(HEADER - CHECKSUM);
  MAGIC.copy(head);
  head.writeUInt8(VERSION, MAGIC.length);
  head.writeUInt32LE(content.length, MAGIC.length + 1);
  return Buffer.concat([head, checksum(head, content), content]);
};

/** Returns the checksum of what `frame` returned, in hexadecimal: a name of its content. */
export const digestOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(HEADER - CHECKSUM, HEADER)).toString('hex');

/** Returns the sections of a part. @throws BrokenPartError for bytes that are not exactly what `frame` returned */
export const unframe = (bytes: Uint8Array): Buffer[] => {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = all.subarray(0, HEADER - CHECKSUM);
  if (all.length < HEADER) throw new BrokenPartError('cut', 'The part ends within its header.');
  if (!all.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BrokenPartError('not_a_part', 'These bytes are no part of a search segment.');
  const version = all.readUInt8(MAGIC.length);
  if (version !== VERSION)
    throw new BrokenPartError('version', `The part is of version ${version}; this is version ${VERSION}.`);
  const content = all.subarray(HEADER);
  const length = all.readUInt32LE(MAGIC.length + 1);
  if (content.length !== length)
    throw new BrokenPartError('cut', `The part has ${content.length} bytes instead of ${length}.`);
  if (!checksum(head, content).equals(all.subarray(HEADER - CHECKSUM, HEADER)))
    throw new BrokenPartError('checksum', 'The bytes of the part have changed.');
  const sections: Buffer[] = [];
  for (let at = 0; at < content.length;) {
    const end = at + 4 + content.readUInt32LE(at);
    sections.push(content.subarray(at + 4, end));
    at = end;
  }
  return sections;
};

/** The reason that a part cannot be used. */
type BrokenReason = 'cut' | 'checksum' | 'version' | 'not_a_part' | 'content';

/** Thrown for a part that cannot be used: its articles count as not indexed. */
export class BrokenPartError extends Error {
  override readonly name = 'BrokenPartError';
  readonly reason: BrokenReason;

  constructor(reason: BrokenReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

const compress = promisify(zstdCompress);
const LENGTH = 4;
/** Room beyond the content, so that the decoder sees the end without asking for another piece of memory. */
const ROOM = 64;

/** Returns bytes compressed, with their length before them. */
export const pack = async (plain: Uint8Array): Promise<Buffer> => {
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(plain.length);
  return Buffer.concat([length, await compress(plain)]);
};

/**
 * Returns the bytes that `pack` was given. They are written in one go into memory of their size, which takes a third of the time that
 * pieces of 16 KB take, about 2 ms a MB, too little for a turn of another thread. @throws BrokenPartError if they have another length
 */
export const unpack = (packed: Buffer): Buffer => {
  const length = packed.readUInt32LE();
  const plain = zstdDecompressSync(packed.subarray(LENGTH), {
    chunkSize: length + ROOM,
    maxOutputLength: length + ROOM,
  });
  if (plain.length !== length)
    throw new BrokenPartError('content', `A section has ${plain.length} bytes instead of ${length}.`);
  return plain;
};

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
