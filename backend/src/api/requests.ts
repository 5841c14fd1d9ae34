import type { z } from 'zod';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { type Endpoint, type Method, type RequestOf, endpoints } from '../contract/index.ts';
import { DomainError } from '../lib/errors.ts';
import type { MiddlewareObj } from '@middy/core';
import type { Reader, Viewer } from '../contract/endpoints/handlers.ts';

/** A request in the form of a Lambda function URL (payload 2.0); header names are in lower case. */
export type ApiEvent = APIGatewayProxyEventV2;
export type ApiResult = APIGatewayProxyStructuredResultV2;
/** `gone` is aborted when the client has left; on Lambda nobody tells. */
export type Api = (event: ApiEvent, context: Context, gone?: AbortSignal) => Promise<ApiResult>;
export type ApiMiddleware = MiddlewareObj<ApiEvent, ApiResult>;

/**
 * Returns the host that the viewer requested, since the function URL sees only its own. The edge sets this header and
 * drops one sent by the viewer.
 */
export const viewerHost = (event: ApiEvent): string | null =>
  event.headers['x-viewer-host']?.toLowerCase() ?? null;

/** Adds the request's id to every response, so that a reader can name it to the owner. */
export const requestId = (): ApiMiddleware => {
  const addId: ApiMiddleware['after'] = (request) => {
    request.response = {
      ...request.response,
      headers: { ...request.response?.headers, 'x-request-id': request.context.awsRequestId },
    };
  };
  return { after: addId, onError: addId };
};

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/** Returns the scheme and host that the viewer sees; the service uses plain http on loopback addresses only. */
const originOf = (host: string): string => `${loopbackHost.test(host) ? 'http' : 'https'}://${host}`;

/**
 * Returns the cookies of a request. Of two with the same name the first counts, which is the one with the longer path.
 */
const cookiesOf = (event: ApiEvent): Record<string, string> => {
  const cookies = new Map<string, string>();
  for (const cookie of (event.cookies ?? []).flatMap((text) => text.split(';'))) {
    const equals = cookie.indexOf('=');
    if (equals === -1) continue;
    const name = cookie.slice(0, equals).trim();
    if (!cookies.has(name)) cookies.set(name, cookie.slice(equals + 1).trim());
  }
  return Object.fromEntries(cookies);
};

/**
 * Returns the bearer token from the viewer's `Authorization` header; null for another scheme. The edge forwards it
 * under another name, because its own signature uses `Authorization`.
 */
export const bearerOf = (event: ApiEvent): string | null => {
  const match = /^bearer +(\S+) *$/i.exec(event.headers['x-viewer-authorization'] ?? '');
  return match?.[1] ?? null;
};

export const viewerOf = (event: ApiEvent): Viewer => ({
  origin: originOf(viewerHost(event) ?? ''),
  user_agent: event.headers['user-agent'] ?? '',
  proxy_user: event.headers['x-viewer-user'] ?? null,
  cookies: cookiesOf(event),
});

/** Returns the reader who sends the request; null if there is none. */
export type Authenticate = (event: ApiEvent) => Promise<Reader | null>;

const segmentsOf = (path: string) => path.replace(/\/$/, '').split('/');

const matches = (endpoint: Endpoint, path: string): boolean => {
  const pattern = segmentsOf(endpoint.path);
  const segments = segmentsOf(path);
  if (pattern.length !== segments.length) return false;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (expected.startsWith('{')) params[expected.slice(1, -1)] = segment;
    else if (expected !== segment) return false;
  }
  return endpoint.params === undefined || endpoint.params.safeParse(params).success;
};

/** Returns the methods that a path supports, sorted; none for a path, or an id in it, that cannot exist. */
export const methodsOf = (path: string): Method[] => {
  const methods = Object.values(endpoints)
    .filter((endpoint) => matches(endpoint, path))
    .map((endpoint) => endpoint.method);
  return [...new Set(methods)].toSorted();
};

/** Returns the error for a path and method that are not supported: METHOD_NOT_ALLOWED, or NOT_FOUND. */
export const pathRefusal = (path: string): DomainError => {
  const methods = methodsOf(path);
  if (methods.length === 0) return new DomainError('NOT_FOUND', 'There is nothing at this address.');
  return new DomainError(
    'METHOD_NOT_ALLOWED',
    `This address is served with ${methods.join(', ')} only.`,
    { allowed: methods },
    { headers: { allow: methods.join(', ') } },
  );
};

const FOLDERS = '/api/folders/';

/**
 * Encodes the slashes of a folder's name in the path again. Some services that stand before a function decode the path,
 * and no route would match a name with a slash, which folders of an OPML document within others have.
 */
export const encodeFolderName = (event: ApiEvent): void => {
  const { http } = event.requestContext;
  const name = http.path.slice(FOLDERS.length).replace(/\/$/, '');
  if (!http.path.startsWith(FOLDERS) || !name.includes('/')) return;
  const path = `${FOLDERS}${name.replaceAll('/', '%2F')}`;
  http.path = path;
  event.rawPath = path;
};

const validationFailed = (part: string, details: ValidationDetail[]) => {
  const first = details.at(0);
  const what = first === undefined ? '' : ` ${first.path === '' ? '' : `${first.path}: `}${first.message}.`;
  return new DomainError('VALIDATION_FAILED', `The ${part} is not valid.${what}`, details);
};

const parse = (schema: z.ZodType, part: 'query' | 'body', input: unknown): unknown => {
  const result = schema.safeParse(input);
  if (!result.success) throw validationFailed(part, validationDetails(result.error));
  return result.data;
};

const readQuery = (event: ApiEvent): Record<string, string> => {
  const parameters = new URLSearchParams(event.rawQueryString);
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of parameters.keys()) (seen.has(name) ? repeated : seen).add(name);
  if (repeated.size > 0) {
    const details = Array.from(repeated, (path) => ({ path, message: 'is given more than once' }));
    throw validationFailed('query', details.slice(0, MOST_DETAILS));
  }
  return Object.fromEntries(parameters);
};

const readParams = (schema: z.ZodType, event: ApiEvent): unknown => {
  const result = schema.safeParse(event.pathParameters ?? {});
  // An id with an invalid format is treated as one that does not exist.
  if (!result.success) throw pathRefusal(event.requestContext.http.path);
  return result.data;
};

/**
 * Parses a request and checks it against the contract: params, query and body if the endpoint has them, and a raw body
 * as bytes. Throws NOT_FOUND, PAYLOAD_TOO_LARGE, INVALID_JSON or VALIDATION_FAILED.
 */
export function parseRequest<E extends Endpoint>(endpoint: E, event: ApiEvent): RequestOf<E>;
export function parseRequest(
  endpoint: Endpoint,
  event: ApiEvent,
): { params: unknown; query: unknown; body: unknown } {
  const { params, query, body, rawBody } = endpoint;
  checkBodySize(event, rawBody?.maxBytes ?? endpoint.maxBodyBytes);
  return {
    params: params && readParams(params, event),
    query: query && parse(query, 'query', readQuery(event)),
    body: rawBody === undefined ? body && parse(body, 'body', readJsonBody(event)) : readRawBody(event),
  };
}

type ValidationDetail = { path: string; message: string };

/** The most errors that an answer names. */
const MOST_DETAILS = 20;

const joinPath = (path: readonly PropertyKey[]) => path.map(String).join('.');

// Of the alternatives in a union, the one with the fewest errors is probably the one that was meant.
const nearest = (branches: z.core.$ZodIssue[][]) =>
  branches.toSorted((one, other) => one.length - other.length).at(0) ?? [];

const detailsOf = (issue: z.core.$ZodIssue, parent: readonly PropertyKey[]): ValidationDetail[] => {
  const path = [...parent, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    return nearest(issue.errors).flatMap((inner) => detailsOf(inner, path));
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MOST_DETAILS)
      .map((key) => ({ path: joinPath([...path, key]), message: 'is not known here' }));
  }
  return [{ path: joinPath(path), message: issue.message }];
};

/** Returns at most 20 validation errors; `path` is dotted, and empty for the whole input. */
const validationDetails = (error: z.ZodError): ValidationDetail[] =>
  error.issues.flatMap((issue) => detailsOf(issue, [])).slice(0, MOST_DETAILS);

/** The largest request body in bytes, of endpoints that name no other. */
const maxBodyBytes = 1024 * 1024;

/** Checks the size of a body. Throws PAYLOAD_TOO_LARGE. */
const checkBodySize = (event: ApiEvent, limit = maxBodyBytes): void => {
  const bytes = Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes > limit) {
    throw new DomainError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit / 1024 ** 2} MB.`, {
      max_bytes: limit,
    });
  }
};

/** Returns the bytes of a body without checking them. */
export const readRawBody = (event: ApiEvent): Buffer =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

const invalidJson = (why: string) => new DomainError('INVALID_JSON', `The body is not JSON: ${why}.`);

const textOf = (event: ApiEvent): string => {
  const body = event.body ?? '';
  if (!event.isBase64Encoded) return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'));
  } catch {
    throw invalidJson('it is not UTF-8 text');
  }
};

const isWhole = (key: string, value: unknown) =>
  key.isWellFormed() && (typeof value !== 'string' || value.isWellFormed());

/**
 * Returns the JSON of a body; `{}` for an empty one. Throws INVALID_JSON, also for text with an unpaired
 * surrogate.
 */
const readJsonBody = (event: ApiEvent): unknown => {
  const text = textOf(event);
  if (text.trim() === '') return {};
  let hasHalfCharacter = false;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text, (key, value: unknown) => {
      hasHalfCharacter ||= !isWhole(key, value);
      return value;
    });
  } catch (error) {
    // JSON.parse with a reviver is recursive, so deeply nested brackets overflow the stack.
    throw invalidJson(error instanceof SyntaxError ? error.message : 'it is nested too deep');
  }
  if (hasHalfCharacter) throw invalidJson('it has half a surrogate pair in a string');
  return parsed;
};
