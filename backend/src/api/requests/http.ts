import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Reader, Viewer } from '../../contract/endpoints/handlers.ts';
import { endpoints, type Endpoint, type Method } from '../../contract/index.ts';
import { DomainError } from '../../lib/errors.ts';

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
    const mark = cookie.indexOf('=');
    if (mark === -1) continue;
    const name = cookie.slice(0, mark).trim();
    if (!cookies.has(name)) cookies.set(name, cookie.slice(mark + 1).trim());
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
