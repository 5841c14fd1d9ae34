import { sessionCookie } from '../../accounts/secret.ts';
import { viewerHost } from '../requests/http.ts';
import type { ApiEvent, ApiMiddleware } from '../requests/http.ts';
import { bearerOf, viewerOf } from '../requests/viewer.ts';
import { DomainError } from '../../lib/domain-error.ts';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

const isForeign = (event: ApiEvent): boolean => {
  const { origin, 'sec-fetch-site': site } = event.headers;
  if (site === 'cross-site' || site === 'same-site') return true;
  // Browsers send Origin with every write, so a request with our cookie but without Origin is suspicious.
  if (origin === undefined) return viewerOf(event).cookies[sessionCookie] !== undefined;
  const host = viewerHost(event);
  return origin !== `https://${host}` && origin !== `http://${host}`;
};

/**
 * Refuses writes that come from another site's page. A request with a bearer token may come from anywhere: a page
 * cannot be tricked into sending a token, and such a request is authenticated by the token alone, even if it also has a
 * cookie.
 */
export const checkOrigin = (): ApiMiddleware => ({
  before: ({ event }) => {
    const isWrite = !readingMethods.includes(event.requestContext.http.method);
    if (isWrite && bearerOf(event) === null && isForeign(event)) {
      throw new DomainError('ORIGIN_REFUSED', 'Another site may not change anything here.');
    }
  },
});
