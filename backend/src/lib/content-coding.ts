import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A content coding of HTTP (RFC 9110, 8.4.1). */
export type Coding = 'br' | 'gzip';

/** Bytes. A shorter answer fits into one packet anyway. */
export const minCompressedBytes = 1024;

/** The Brotli quality for a file that is compressed once and served often. */
export const fileQuality = 6;
/** The Brotli quality for an answer that is compressed for one request: about as fast as gzip, and smaller. */
export const answerQuality = 4;

/** Compresses bytes. `quality` is Brotli's, 0 to 11; gzip uses its default level. */
export const compress = (coding: Coding, bytes: Buffer, quality: number): Promise<Buffer> =>
  coding === 'br'
    ? promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      })
    : promisify(gzip)(bytes);

/** Returns the best coding that an Accept-Encoding header takes (RFC 9110, 12.5.3), null for none. Brotli goes first. */
export const chooseCoding = (accepted: string | undefined): Coding | null => {
  const weights = new Map<string, number>();
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br';
  return weightOf('gzip') > 0 ? 'gzip' : null;
};
