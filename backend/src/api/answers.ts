import { createHash } from 'node:crypto';
import { z } from 'zod';
import type {
  DocumentResponse,
  Endpoint,
  FileResponse,
  ImageResponse,
  RawResponse,
  ServedDocument,
  ServedFile,
  ServedImage,
} from '../contract/index.ts';
import type { ApiMiddleware, ApiResult } from './requests.ts';
import { matchesETag } from '../lib/digest.ts';
import { oncePer } from '../lib/memory.ts';

/** The error for a use case whose answer the contract does not allow; `cause` says what does not fit. */
class ResponseShapeError extends Error {
  override readonly name = 'ResponseShapeError';
}

const misfit = ({ method, path }: Endpoint, cause?: unknown) =>
  new ResponseShapeError(`the answer of ${method} ${path} does not fit its contract`, { cause });

const rawResponseOf = (endpoint: Endpoint, { type, filename }: RawResponse, result: unknown): ApiResult => {
  if (typeof result !== 'string') throw misfit(endpoint);
  return {
    statusCode: endpoint.status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${filename}"`,
    },
    body: result,
  };
};

/** Returns the JSON of a value, reduced to the fields of its schema. Throws ZodError. */
const textOf = (schema: z.ZodType, value: unknown): string => JSON.stringify(schema.parse(value));

/** Returns what makes the JSON of a page item by item, each of them once; null for a schema of anything else. */
const pageParts = oncePer((response: z.ZodType) => {
  if (!(response instanceof z.ZodObject)) return null;
  const { items, ...others } = response.shape;
  if (!(items instanceof z.ZodArray) || !(items.element instanceof z.ZodType)) return null;
  const { element } = items;
  return { others: z.object(others), itemText: oncePer((item: object) => textOf(element, item)) };
});

const isFrozen = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.isFrozen(value);

/** Returns the JSON of a frozen page of frozen items, null for anything else. Only items that are new are checked and written. */
const pageText = (response: z.ZodType, result: unknown): string | null => {
  if (!isFrozen(result) || !('items' in result)) return null;
  const { items } = result;
  if (!Array.isArray(items) || !items.every(isFrozen)) return null;
  const parts = pageParts(response);
  if (parts === null) return null;
  const others = textOf(parts.others, result).slice(1);
  return `{"items":[${items.map(parts.itemText).join(',')}]${others === '}' ? '' : ','}${others}`;
};

/**
 * Returns the response of an endpoint, reduced to the fields of its schema: the one of status 202 if the endpoint has
 * one and there is a result. Throws ResponseShapeError.
 */
export const jsonResponse = (endpoint: Endpoint, result: unknown): ApiResult => {
  const { rawResponse, acceptedResponse } = endpoint;
  if (rawResponse !== undefined) return rawResponseOf(endpoint, rawResponse, result);
  const isAccepted = acceptedResponse !== undefined && result !== undefined;
  const status = isAccepted ? 202 : endpoint.status;
  const response = isAccepted ? acceptedResponse : endpoint.response;
  if (response === undefined) return { statusCode: status };
  try {
    const body = pageText(response, result) ?? textOf(response, result);
    return { statusCode: status, headers: { 'content-type': 'application/json' }, body };
  } catch (error) {
    throw error instanceof z.ZodError ? misfit(endpoint, error) : error;
  }
};

/** Number of hexadecimal digits of the hash in an ETag: 128 bits. */
const hashDigits = 32;

/**
 * Returns true if clients may keep the answer and ask again with its ETag: all JSON that a reader reads, except where
 * tokens are refused, which are the lists of sessions and tokens and the export of an account.
 */
const isRevalidated = ({ method, access, noTokens, response }: Endpoint): boolean =>
  method === 'GET' && access === 'reader' && noTokens !== true && response !== undefined;

/**
 * Returns an answer with a weak ETag, or 304 without a body if the client has the same already. The tag is weak because it is
 * the same for every content coding.
 */
export const revalidated = (answer: ApiResult, ifNoneMatch: string | undefined): ApiResult =>
  unlessMatched(withETag(answer), ifNoneMatch);

const withETag = (answer: ApiResult): ApiResult => {
  if (answer.body === undefined) return answer;
  const hash = createHash('sha256').update(answer.body).digest('hex').slice(0, hashDigits);
  const etag = `W/"${hash}"`;
  const headers = {
    // The type is needed on a 304 too: a function URL would add its own, which a browser may keep.
    ...answer.headers,
    etag,
    // Only the reader's browser keeps the answer, and it asks each time, with the session, before it uses it.
    'cache-control': 'private, no-cache',
  };
  return { ...answer, headers };
};

const unlessMatched = (answer: ApiResult, ifNoneMatch: string | undefined): ApiResult => {
  const { headers } = answer;
  const etag = headers?.['etag'];
  return typeof etag === 'string' && matchesETag(ifNoneMatch, etag)
    ? { statusCode: 304, headers: { ...headers } }
    : { ...answer, headers: { ...headers } };
};

const keptAnswers = new WeakMap<object, ApiResult>();

/**
 * Returns the response of an endpoint. One that clients may keep has a weak ETag, or is 304 without a body if the client
 * has the same already. A handler freezes a result that it will return again: its body is checked, written and hashed
 * once. If it freezes the items of a page too, each of them is checked and written once for all pages that have it.
 */
export const jsonAnswer = (
  endpoint: Endpoint,
  result: unknown,
  ifNoneMatch: string | undefined,
): ApiResult => {
  if (!isRevalidated(endpoint)) return jsonResponse(endpoint, result);
  const isKept = typeof result === 'object' && result !== null && Object.isFrozen(result);
  if (!isKept) return revalidated(jsonResponse(endpoint, result), ifNoneMatch);
  const answer = keptAnswers.get(result) ?? withETag(jsonResponse(endpoint, result));
  keptAnswers.set(result, answer);
  return unlessMatched(answer, ifNoneMatch);
};

const isDocument = (value: unknown, types: readonly string[]): value is ServedDocument =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'content_type' in value &&
  typeof value.content_type === 'string' &&
  types.includes(value.content_type);

/**
 * The headers of an HTML document. It may show its own styles and send its own form. The request of the form names its origin, because
 * requests of other sites are refused by theirs.
 */
const htmlHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
};

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
    ...(result.content_type === 'text/html' ? htmlHeaders : {}),
  };
  if (matchesETag(ifNoneMatch, etag)) return { statusCode: 304, headers };
  return { statusCode: endpoint.status, headers, body: result.text };
};

/**
 * Prevents an image from running or loading anything, even if it is opened on its own: an SVG could contain a script.
 */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

const isBytes = (
  value: unknown,
  types: readonly string[],
): value is { bytes: Uint8Array; content_type: string } =>
  typeof value === 'object' &&
  value !== null &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array &&
  'content_type' in value &&
  typeof value.content_type === 'string' &&
  types.includes(value.content_type);

const isImage = (value: unknown, types: readonly string[]): value is ServedImage =>
  isBytes(value, types) && 'hash' in value && typeof value.hash === 'string';

const inBase64 = ({ status }: Endpoint, headers: Record<string, string>, bytes: Uint8Array): ApiResult => ({
  statusCode: status,
  headers,
  body: Buffer.from(bytes).toString('base64'),
  isBase64Encoded: true,
});

/** Returns an image, or 304 if the browser has it already. Throws ResponseShapeError. */
export const imageAnswer = (
  endpoint: Endpoint,
  { types, maxAgeSeconds, isPublic }: ImageResponse,
  result: unknown,
  ifNoneMatch: string | undefined,
): ApiResult => {
  if (!isImage(result, types)) throw misfit(endpoint);
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
  return inBase64(endpoint, headers, result.bytes);
};

const isFile = (value: unknown, types: readonly string[]): value is ServedFile =>
  isBytes(value, types) && 'filename' in value && typeof value.filename === 'string';

/** Returns a file to keep, or 304 if the client has it already. Throws ResponseShapeError. */
export const fileAnswer = (
  endpoint: Endpoint,
  { types }: FileResponse,
  result: unknown,
  ifNoneMatch: string | undefined,
): ApiResult => {
  if (!isFile(result, types)) throw misfit(endpoint);
  const headers = {
    'content-type': result.content_type,
    'content-disposition': `attachment; filename="${result.filename}"`,
  };
  return revalidated(inBase64(endpoint, headers, result.bytes), ifNoneMatch);
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns a redirect, an address to go to, or nothing, with cookies. Throws ResponseShapeError. */
export const browserAnswer = (endpoint: Endpoint, result: unknown): ApiResult => {
  if (typeof result !== 'object' || result === null || !('cookies' in result)) throw misfit(endpoint);
  const { cookies } = result;
  const location = 'location' in result ? result.location : undefined;
  const leadsOn = endpoint.status !== 204;
  if (!Array.isArray(cookies) || !cookies.every(isText) || isText(location) !== leadsOn)
    throw misfit(endpoint);
  if (endpoint.response !== undefined) return { ...jsonResponse(endpoint, { location }), cookies };
  return {
    statusCode: endpoint.status,
    // An answer that leads nowhere is a sign-out, after which the browser must not keep what the reader read.
    headers: isText(location) ? { location } : { 'clear-site-data': '"cache"' },
    ...(cookies.length === 0 ? {} : { cookies }),
  };
};

/** The headers of every answer that does not set them itself. */
const ownHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/**
 * Adds the security headers to every response, including errors; headers that a response sets itself take precedence.
 */
export const securityHeaders = (): ApiMiddleware => {
  const addHeaders: ApiMiddleware['after'] = (request) => {
    request.response = { ...request.response, headers: { ...ownHeaders, ...request.response?.headers } };
  };
  return { after: addHeaders, onError: addHeaders };
};
