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
import { OutboundError } from './guard/guarded-fetch.ts';

/** Limit on content codings per body; more of them indicate an attack. */
const maxEncodings = 2;

/** Base-2 logarithm of 8 MB, the largest window that a zstd body on the web may require (RFC 9659). */
const zstdWindowLog = 23;

// Like browsers, return the received part of a truncated stream.
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

const decoderFor = (encoding: string, firstByte: number): (() => Transform) | null => {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      // Some servers announce gzip and send plain text.
      return firstByte === 0x1f ? () => createGunzip(lenient) : null;
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

const decodersFor = (contentEncoding: string, firstByte: number): Transform[] => {
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
    // Only the first byte of the outermost coding is known here; an inner coding is trusted.
    const decoder = decoderFor(encoding, index === 0 ? firstByte : encoding === 'deflate' ? 0x78 : 0x1f);
    return decoder === null ? [] : [decoder()];
  });
};

const sizeText = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.round(bytes / 1024)} KB`;

const limited = async function* (
  source: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new OutboundError('too_large', `The answer is larger than ${sizeText(maxBytes)}.`);
    }
    yield chunk;
  }
};

const withFirst = async function* (
  first: Buffer,
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
};

/**
 * Returns the whole body, decompressed according to its Content-Encoding (gzip, deflate, br, zstd). The body has at
 * most maxBytes before and after decompression; a decompression bomb stops at the chunk that exceeds the limit. Throws
 * OutboundError `too_large`, OutboundError `unreachable` for more than two codings, and the errors of the streams.
 */
export const readBody = async (
  body: Readable,
  contentEncoding: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const incoming: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  const first = await incoming.next();
  if (first.done === true) return new Uint8Array(0);

  const source = limited(withFirst(first.value, incoming), maxBytes);
  const chunks: Buffer[] = [];
  const collect = async (decoded: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of limited(decoded, maxBytes)) chunks.push(chunk);
  };
  const [outer, inner] = decodersFor(contentEncoding, first.value[0] ?? 0);
  if (outer === undefined) await collect(source);
  else if (inner === undefined) await pipeline(source, outer, collect, { signal });
  else await pipeline(source, outer, inner, collect, { signal });
  return Buffer.concat(chunks);
};
