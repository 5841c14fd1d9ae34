import type { Endpoint } from '../../contract/index.ts';
import type { ApiResult } from '../requests/http.ts';
import { jsonResponse, misfit } from './json-response.ts';

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
