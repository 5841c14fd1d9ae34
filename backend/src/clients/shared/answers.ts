import { createHash } from 'node:crypto';
import type { ApiResult } from '../../api/requests.ts';
import { matchesETag } from '../../lib/digest.ts';

export const textAnswer = (text: string, statusCode = 200): ApiResult => ({
  statusCode,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: text,
});

/** The answer to a change that was made. Clients compare it with these two letters. */
export const okAnswer = (): ApiResult => textAnswer('OK');

export const jsonAnswer = (value: unknown): ApiResult => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

export const documentAnswer = (text: string, type: string): ApiResult => ({
  statusCode: 200,
  headers: { 'content-type': `${type}; charset=utf-8` },
  body: text,
});

/** Returns an answer with a weak ETag, or 304 without a body if the client has the same already. */
export const revalidated = (answer: ApiResult, ifNoneMatch: string | undefined): ApiResult => {
  const hash = createHash('sha256')
    .update(answer.body ?? '')
    .digest('hex');
  const etag = `W/"${hash.slice(0, 32)}"`;
  const headers = { ...answer.headers, etag, 'cache-control': 'private, no-cache' };
  return matchesETag(ifNoneMatch, etag) ? { statusCode: 304, headers } : { ...answer, headers };
};
