import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { BrokenPartError } from './broken-part-error.ts';
import type { SearchText } from './doc.ts';

/** Texts of up to some 1,000 articles, ready to be searched. */
export type Part = {
  ids: readonly string[];
  versions: readonly string[];
  texts: readonly SearchText[];
  sketches: readonly (Uint8Array | null)[];
};

const MAGIC = Buffer.from('OMSP');
const VERSION = 0;
const HEADER = MAGIC.length + 1 + 4 + 16;

const content = z.array(
  z.object({
    article_id: z.string(),
    version: z.string(),
    title: z.string(),
    body: z.string(),
    author: z.string().nullable(),
    categories: z.array(z.string()),
    sketch: z.string().nullable(),
  }),
);

const checksum = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest().subarray(0, 16);

/** Returns the bytes of a part: magic, version, length, checksum, compressed content. */
export const encodePart = async (
  texts: readonly SearchText[],
  sketches: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array> => {
  const rows = texts.map((text) => {
    const sketch = sketches.get(text.article_id);
    return { ...text, sketch: sketch === undefined ? null : Buffer.from(sketch).toString('base64') };
  });
  const body = await promisify(zstdCompress)(Buffer.from(JSON.stringify(rows)));
  const header = Buffer.alloc(HEADER);
  MAGIC.copy(header);
  header.writeUInt8(VERSION, MAGIC.length);
  header.writeUInt32LE(body.length, MAGIC.length + 1);
  checksum(body).copy(header, MAGIC.length + 5);
  return Buffer.concat([header, body]);
};

/** Returns a part in memory. @throws BrokenPartError for bytes that are not exactly what `encodePart` returned */
export const decodePart = async (bytes: Uint8Array): Promise<Part> => {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all.length < HEADER) throw new BrokenPartError('cut', 'The part ends within its header.');
  if (!all.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BrokenPartError('not_a_part', 'These bytes are no part.');
  if (all.readUInt8(MAGIC.length) !== VERSION)
    throw new BrokenPartError('version', 'The part is of another version.');
  const body = all.subarray(HEADER);
  if (body.length !== all.readUInt32LE(MAGIC.length + 1))
    throw new BrokenPartError('cut', 'The part is cut.');
  if (!checksum(body).equals(all.subarray(MAGIC.length + 5, HEADER)))
    throw new BrokenPartError('checksum', 'The bytes of the part have changed.');
  const rows = content.parse(JSON.parse((await promisify(zstdDecompress)(body)).toString()));
  return {
    ids: rows.map(({ article_id }) => article_id),
    versions: rows.map(({ version }) => version),
    texts: rows,
    sketches: rows.map(({ sketch }) => (sketch === null ? null : Buffer.from(sketch, 'base64'))),
  };
};

/** Returns the memory that a part holds, in bytes, roughly. */
export const partBytes = (part: Part): number =>
  part.texts.reduce((sum, { title, body }) => sum + 2 * (title.length + body.length) + 200, 0);
