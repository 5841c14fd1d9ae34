import type { ApiMiddleware } from '../requests/http.ts';

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
