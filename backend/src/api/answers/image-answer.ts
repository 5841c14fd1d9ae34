import type { Endpoint, ImageResponse, ServedImage } from '../../contract/index.ts';
import { matchesETag } from '../../lib/etag.ts';
import type { ApiResult } from '../requests/http.ts';
import { ResponseShapeError } from './json-response.ts';

/**
 * Prevents an image from running or loading anything, even if it is opened on its own: an SVG could contain a script.
 */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

const isImage = (value: unknown, types: readonly string[]): value is ServedImage =>
  typeof value === 'object' &&
  value !== null &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array &&
  'hash' in value &&
  typeof value.hash === 'string' &&
  'content_type' in value &&
  typeof value.content_type === 'string' &&
  types.includes(value.content_type);

/** Returns an image, or 304 if the browser has it already. Throws ResponseShapeError. */
export const imageAnswer = (
  { method, path, status }: Endpoint,
  { types, maxAgeSeconds, isPublic }: ImageResponse,
  result: unknown,
  ifNoneMatch: string | undefined,
): ApiResult => {
  if (!isImage(result, types))
    throw new ResponseShapeError(`the answer of ${method} ${path} does not fit its contract`);
  const etag = `"${result.hash}"`;
  const headers = {
    // The type is needed on a 304 too: a function URL would add its own, which a browser may keep.
    'content-type': result.content_type,
    etag,
    'cache-control':
      isPublic === true ? `public, max-age=${maxAgeSeconds}, immutable` : `private, max-age=${maxAgeSeconds}`,
    'content-security-policy': policy,
  };
  if (matchesETag(ifNoneMatch, etag)) return { statusCode: 304, headers };
  return {
    statusCode: status,
    headers,
    body: Buffer.from(result.bytes).toString('base64'),
    isBase64Encoded: true,
  };
};
