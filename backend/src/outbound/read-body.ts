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
import { OutboundError } from './guarded-fetch.ts';

/** More codings than this on one body are an attack, not a saving. */
const maxEncodings = 2;

/** 8 MB, the most a zstd web body may demand of its reader (RFC 9659). */
const zstdWindowLog = 23;

// A stream that is cut short still gives what arrived, as browsers do.
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

const decoderFor = (encoding: string, firstByte: number): (() => Transform) | null => {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      // Some servers announce gzip and send plain text.
      return firstByte === 0x1f ? () => createGunzip(lenient) : null;
    case 'deflate':
      // Meant is zlib's format; some servers send the bare one. The low half of zlib's first byte is always 8.
      return (firstByte & 0x0f) === 8 ? () => createInflate(lenient) : () => createInflateRaw(lenient);
    case 'br':
      return () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } });
    default:
      // "identity", "utf-8", "none": names that change nothing.
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
    throw new OutboundError('unreachable', 'The answer is compressed more often than anyone needs.');
  }
  return encodings.flatMap((encoding, index) => {
    // Only the outermost coding's first byte is known yet; an inner one is taken at its word.
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
 * The whole body, decompressed by its Content-Encoding (gzip, deflate, br, zstd). At most maxBytes before and after
 * decompression; a bomb stops at the chunk that passes the limit. Throws OutboundError `too_large`, else what
 * the streams throw.
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
