import { sessionCookie } from '../accounts/cookies.ts';
import { ApiError } from './api-error.ts';
import { viewerHost } from './http.ts';
import type { ApiEvent, ApiMiddleware } from './http.ts';
import { bearerOf, viewerOf } from './viewer.ts';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

const isForeign = (event: ApiEvent): boolean => {
  const { origin, 'sec-fetch-site': site } = event.headers;
  if (site === 'cross-site' || site === 'same-site') return true;
  // Browsers send Origin with every write, so one that carries our cookie and tells no origin is to be doubted.
  if (origin === undefined) return viewerOf(event).cookies[sessionCookie] !== undefined;
  const host = viewerHost(event);
  return origin !== `https://${host}` && origin !== `http://${host}`;
};

/**
 * Refuses writes that another site's page asks for. No page is lured into sending a bearer token, and a request that
 * has one is judged by it alone, whatever cookie comes along: so it may come from anywhere.
 */
export const checkOrigin = (): ApiMiddleware => ({
  before: ({ event }) => {
    const isWrite = !readingMethods.includes(event.requestContext.http.method);
    if (isWrite && bearerOf(event) === null && isForeign(event)) {
      throw new ApiError('ORIGIN_REFUSED', 'Another site may not change anything here.');
    }
  },
});
