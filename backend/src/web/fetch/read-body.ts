import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { OutboundError } from '../guard/guarded-fetch.ts';

/** Limit on content codings per body; more of them indicate an attack. */
const maxEncodings = 2;

/** Base-2 logarithm of 8 MB, the largest window that a zstd body on the web may require (RFC 9659). */
const zstdWindowLog = 23;

// Like browsers, return the received part of a truncated stream.
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

/** Bytes of a body by which text is told from what cannot be read. */
const LOOKED_AT = 512;
/** Control characters that no text has, in any encoding of the web but UTF-16; ISO-2022-JP has ESC. */
// oxlint-disable-next-line no-control-regex -- the control characters are what it looks for
const notText = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F\u007F]/;
const utf16Marks = ['ÿþ', 'þÿ'];

const isText = (first: Buffer): boolean => {
  const start = first.toString('latin1', 0, LOOKED_AT);
  return !notText.test(start) || utf16Marks.includes(start.slice(0, 2));
};

const decoderFor = (encoding: string, first: Buffer): (() => Transform) | null => {
  const firstByte = first[0] ?? 0;
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      if (firstByte === 0x1f) return () => createGunzip(lenient);
      // Some servers announce gzip and send plain text.
      if (isText(first)) return null;
      throw new OutboundError('unreachable', 'The answer says that it is compressed by gzip, and it is not.');
    case 'deflate':
      // The name means the zlib format, but some servers send raw deflate data. The low half of zlib's first byte is
      // always 8.
      return (firstByte & 0x0f) === 8 ? () => createInflate(lenient) : () => createInflateRaw(lenient);
    case 'br':
      return () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } });
    default:
      // Names such as "identity", "utf-8" and "none" change nothing.
      return null;
  }
};

/** Returns the first byte that a body of this coding has. */
const trusted = (encoding: string): Buffer => Buffer.of(encoding === 'deflate' ? 0x78 : 0x1f);

const decodersFor = (contentEncoding: string, first: Buffer): Transform[] => {
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .toReversed();
  if (encodings.length > maxEncodings) {
    throw new OutboundError('unreachable', 'The answer is compressed too many times.');
  }
  return encodings.flatMap((encoding, index) => {
    // Only the first bytes of the outermost coding are known here; an inner coding is trusted.
    const decoder = decoderFor(encoding, index === 0 ? first : trusted(encoding));
    return decoder === null ? [] : [decoder()];
  });
};

const sizeText = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.round(bytes / 1024)} KB`;

/** The limit of a body: at most `maxBytes` are read, and the rest is an error or is left out. */
export type BodyLimit = { maxBytes: number; cuts: boolean };

/**
 * Room in bytes for what a coding adds to a body that it cannot make smaller. So a compressed body that is cut is cut
 * after decompression, at the exact byte.
 */
const codingOverhead = 64 * 1024;

/** Counts the bytes that pass, and ends or throws at the limit. */
const createCounter = ({ maxBytes, cuts }: BodyLimit) => {
  const counter = { bytes: 0, isCut: false };
  const count = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of source) {
      const room = maxBytes - counter.bytes;
      counter.bytes += chunk.length;
      if (chunk.length <= room) {
        yield chunk;
        continue;
      }
      if (!cuts) throw new OutboundError('too_large', `The answer is larger than ${sizeText(maxBytes)}.`);
      counter.isCut = true;
      counter.bytes = maxBytes;
      if (room > 0) yield chunk.subarray(0, room);
      return;
    }
  };
  return { counter, count };
};

const withFirst = async function* (
  first: Buffer,
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    // Ends the transfer of a body that is not read to its end.
    await rest.return?.();
  }
};

/** A body that was read: its bytes after decompression, those that came, and whether it was cut at the limit. */
export type ReadBody = { body: Uint8Array; wireBytes: number; isCut: boolean };

/**
 * Reads a body, decompressed according to its Content-Encoding (gzip, deflate, br, zstd). It has at most `maxBytes`
 * before and after decompression; a decompression bomb stops at the chunk that exceeds the limit. Throws OutboundError
 * `too_large` unless the limit cuts, OutboundError `unreachable` for more than two codings or one that the body does not have, and the errors of the
 * streams.
 */
export const readBody = async (
  incomingBody: Readable,
  contentEncoding: string,
  limit: BodyLimit,
  signal: AbortSignal,
): Promise<ReadBody> => {
  const incoming: AsyncIterator<Buffer> = incomingBody[Symbol.asyncIterator]();
  const first = await incoming.next();
  if (first.done === true) return { body: new Uint8Array(0), wireBytes: 0, isCut: false };

  const [outer, inner] = decodersFor(contentEncoding, first.value);
  const isCoded = outer !== undefined && limit.cuts;
  const wire = createCounter({ ...limit, maxBytes: limit.maxBytes + (isCoded ? codingOverhead : 0) });
  const decoded = createCounter(limit);
  const source = wire.count(withFirst(first.value, incoming));
  const chunks: Buffer[] = [];
  const collect = async (from: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of decoded.count(from)) chunks.push(chunk);
  };
  try {
    if (outer === undefined) await collect(source);
    else if (inner === undefined) await pipeline(source, outer, collect, { signal });
    else await pipeline(source, outer, inner, collect, { signal });
  } catch (error) {
    // A pipeline whose last step ends before its source does rejects, though all bytes wanted are there.
    if (!decoded.counter.isCut || signal.aborted) throw error;
  }
  return {
    body: Buffer.concat(chunks),
    wireBytes: wire.counter.bytes,
    isCut: wire.counter.isCut || decoded.counter.isCut,
  };
};
