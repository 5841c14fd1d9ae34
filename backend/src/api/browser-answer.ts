import type { Endpoint } from '../contract/index.ts';
import type { ApiResult } from './http.ts';
import { misfit } from './json-response.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/** A redirect, or nothing, with cookies: what a page load is answered with. Throws ResponseShapeError. */
export const browserAnswer = (endpoint: Endpoint, result: unknown): ApiResult => {
  if (typeof result !== 'object' || result === null || !('cookies' in result)) throw misfit(endpoint);
  const { cookies } = result;
  const location = 'location' in result ? result.location : undefined;
  const isRedirect = endpoint.status === 302;
  if (!Array.isArray(cookies) || !cookies.every(isText) || isText(location) !== isRedirect)
    throw misfit(endpoint);
  return {
    statusCode: endpoint.status,
    ...(isText(location) ? { headers: { location } } : {}),
    ...(cookies.length === 0 ? {} : { cookies }),
  };
};
