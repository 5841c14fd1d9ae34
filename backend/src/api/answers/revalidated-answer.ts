import { createHash } from 'node:crypto';
import type { Endpoint } from '../../contract/index.ts';
import { matchesETag } from '../../lib/etag.ts';
import type { ApiResult } from '../requests/http.ts';

/** Number of hexadecimal digits of the hash in an ETag: 128 bits. */
const hashDigits = 32;

/**
 * Returns true if clients may keep the answer and ask again with its ETag: all JSON that a reader reads, except where
 * tokens are refused, which are the lists of sessions and tokens and the export of an account.
 */
const isRevalidated = ({ method, access, noTokens, response }: Endpoint): boolean =>
  method === 'GET' && access === 'reader' && noTokens !== true && response !== undefined;

/**
 * Adds a weak ETag to an answer that clients may keep, or returns 304 if the client has the same body already. The tag is
 * weak because it is the same for every content coding.
 */
export const revalidatedAnswer = (
  endpoint: Endpoint,
  answer: ApiResult,
  ifNoneMatch: string | undefined,
): ApiResult => {
  if (!isRevalidated(endpoint) || answer.body === undefined) return answer;
  const hash = createHash('sha256').update(answer.body).digest('hex').slice(0, hashDigits);
  const etag = `W/"${hash}"`;
  const headers = {
    // The type is needed on a 304 too: a function URL would add its own, which a browser may keep.
    ...answer.headers,
    etag,
    // Only the reader's browser keeps the answer, and it asks each time, with the session, before it uses it.
    'cache-control': 'private, no-cache',
  };
  return matchesETag(ifNoneMatch, etag) ? { statusCode: 304, headers } : { ...answer, headers };
};
