import type { Endpoint, ImageResponse, ServedImage } from '../contract/index.ts';
import type { ApiResult } from './http.ts';
import { ResponseShapeError } from './json-response.ts';

/** An image of ours runs nothing and loads nothing, opened by itself too: an SVG could hold script. */
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

/** RFC 9110, 13.1.2: any of the listed tags, compared weakly, or `*`. */
const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((given) => ['*', etag].includes(given.trim().replace(/^W\//, '')));

/** An image, or 304 where the browser has it. Throws ResponseShapeError. */
export const imageAnswer = (
  { method, path, status }: Endpoint,
  { types, maxAgeSeconds }: ImageResponse,
  result: unknown,
  ifNoneMatch: string | undefined,
): ApiResult => {
  if (!isImage(result, types))
    throw new ResponseShapeError(`the answer of ${method} ${path} does not fit its contract`);
  const etag = `"${result.hash}"`;
  const headers = {
    // On a 304 too: a function URL would add one of its own, and a browser may keep that.
    'content-type': result.content_type,
    etag,
    'cache-control': `private, max-age=${maxAgeSeconds}`,
    'content-security-policy': policy,
  };
  if (matches(ifNoneMatch, etag)) return { statusCode: 304, headers };
  return {
    statusCode: status,
    headers,
    body: Buffer.from(result.bytes).toString('base64'),
    isBase64Encoded: true,
  };
};
