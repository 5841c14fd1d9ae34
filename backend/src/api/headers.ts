import type { ApiEvent, ApiMiddleware, ApiResult } from './requests.ts';
import { endpoints } from '../contract/index.ts';

const headers = {
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
    request.response = { ...request.response, headers: { ...headers, ...request.response?.headers } };
  };
  return { after: addHeaders, onError: addHeaders };
};

/** Number of seconds that a browser caches a preflight answer; Chromium limits this to two hours. */
const MAX_AGE = 7200;

const methods = [...new Set(Object.values(endpoints).map(({ method }) => method))].join(', ');

const preflightHeaders = {
  'access-control-allow-methods': methods,
  'access-control-allow-headers': 'authorization, content-type, x-amz-content-sha256',
  'access-control-max-age': String(MAX_AGE),
};

const readable = [
  'retry-after',
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-ratelimit-policy',
  'ratelimit',
  'ratelimit-policy',
].join(', ');

/**
 * Creates the CORS handling, which lets the pages of at most one other origin call the API. They send a token.
 * Credentials are not allowed, so such a call never includes a cookie.
 */
export const createCors = (allowedOrigin: string | undefined) => {
  const isAllowed = (event: ApiEvent) =>
    allowedOrigin !== undefined && event.headers['origin'] === allowedOrigin;

  const add: ApiMiddleware['after'] = ({ event, response }) => {
    if (allowedOrigin === undefined || !response) return;
    response.headers = {
      ...response.headers,
      vary: 'Origin',
      ...(isAllowed(event)
        ? { 'access-control-allow-origin': allowedOrigin, 'access-control-expose-headers': readable }
        : {}),
    };
  };

  return {
    addHeaders: { after: add, onError: add } satisfies ApiMiddleware,
    /** Returns the answer to a browser's preflight request; null for any other request. */
    preflight: (event: ApiEvent): ApiResult | null =>
      event.requestContext.http.method === 'OPTIONS' &&
      event.headers['access-control-request-method'] !== undefined &&
      isAllowed(event)
        ? { statusCode: 204, headers: preflightHeaders }
        : null,
  };
};
