import { ApiError } from './api-error.ts';
import { viewerHost } from './http.ts';
import type { ApiEvent, ApiMiddleware } from './http.ts';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

// Browsers send Origin with every write and Sec-Fetch-Site beside it; clients that send neither carry no cookie
// of a page they were lured to.
const isForeign = (event: ApiEvent): boolean => {
  const { origin, 'sec-fetch-site': site } = event.headers;
  if (site === 'cross-site' || site === 'same-site') return true;
  if (origin === undefined) return false;
  const host = viewerHost(event);
  return origin !== `https://${host}` && origin !== `http://${host}`;
};

/** Refuses writes that another site's page asks for. */
export const checkOrigin = (): ApiMiddleware => ({
  before: ({ event }) => {
    if (!readingMethods.includes(event.requestContext.http.method) && isForeign(event)) {
      throw new ApiError('ORIGIN_REFUSED', 'Another site may not change anything here.');
    }
  },
});
