import { createHash } from 'node:crypto';
import type { DocumentResponse, Endpoint, ServedDocument } from '../../contract/index.ts';
import { matchesETag } from '../../lib/etag.ts';
import type { ApiResult } from '../requests/http.ts';
import { misfit } from './json-response.ts';

/** Number of hexadecimal digits of the hash in an ETag: 128 bits. */
const hashDigits = 32;

const isDocument = (value: unknown, types: readonly string[]): value is ServedDocument =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'content_type' in value &&
  typeof value.content_type === 'string' &&
  types.includes(value.content_type);

/** Returns a document, or 304 if the client has the same already. Throws ResponseShapeError. */
export const documentAnswer = (
  endpoint: Endpoint,
  { types, maxAgeSeconds }: DocumentResponse,
  result: unknown,
  ifNoneMatch: string | undefined,
): ApiResult => {
  if (!isDocument(result, types)) throw misfit(endpoint);
  const etag = `"${createHash('sha256').update(result.text).digest('hex').slice(0, hashDigits)}"`;
  const headers = {
    // The type is needed on a 304 too: a function URL would add its own, which a client may keep.
    'content-type': `${result.content_type}; charset=utf-8`,
    etag,
    'cache-control': `private, max-age=${maxAgeSeconds}`,
  };
  if (matchesETag(ifNoneMatch, etag)) return { statusCode: 304, headers };
  return { statusCode: endpoint.status, headers, body: result.text };
};
