import { createHash } from 'node:crypto';
import { BrokenPartError } from './broken-part-error.ts';

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
