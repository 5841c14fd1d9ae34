import { bearerOf, viewerHost, viewerOf, type ApiEvent, type ApiMiddleware } from '../requests/http.ts';
import { DomainError } from '../../lib/errors.ts';
import { sessionCookie } from '../../accounts/secret.ts';
import type { Endpoint } from '../../contract/index.ts';
import type { Reader, ReaderOf } from '../../contract/endpoints/handlers.ts';

/**
 * Refuses requests whose host the edge does not name. The edge itself answers to its own names only, so no foreign name
 * can be pointed at this service (DNS rebinding): CloudFront to those of the distribution, the local server to loopback
 * ones and those in ALLOWED_HOSTS.
 */
export const checkHost = (): ApiMiddleware => ({
  before: ({ event }) => {
    if (viewerHost(event) === null)
      throw new DomainError('HOST_REFUSED', 'This service does not answer under that host name.');
  },
});

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

/** The destinations of requests from a script and from the address bar. */
const ordinary = ['empty', 'document'];

/**
 * Refuses requests that a browser makes to show or run the answer in a page: an image in an article could point to this
 * API and use up the reader's rate limit. Clients other than browsers do not send the header and pass. Throws DomainError
 * FORBIDDEN.
 */
export const checkDestination = (
  { imageResponse }: Pick<Endpoint, 'imageResponse'>,
  { headers }: ApiEvent,
): void => {
  const destination = headers['sec-fetch-dest'];
  if (destination === undefined || ordinary.includes(destination)) return;
  if (destination === 'image' && imageResponse !== undefined) return;
  throw new DomainError('FORBIDDEN', `This is no ${destination === 'image' ? 'image' : 'part of a page'}.`);
};

const forbidden = (message: string) => new DomainError('FORBIDDEN', message);

/** Returns the reader if the endpoint admits them. Throws UNAUTHENTICATED or FORBIDDEN. */
export function checkAccess<E extends Endpoint>(endpoint: E, reader: Reader | null): ReaderOf<E>;
export function checkAccess(endpoint: Endpoint, reader: Reader | null): Reader | null {
  if (endpoint.access === 'public') return reader;
  if (reader === null) {
    throw new DomainError('UNAUTHENTICATED', 'You are not signed in.', null, {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  if (endpoint.noTokens === true && reader.via === 'token')
    throw forbidden('This needs a signed-in reader; an API token is not enough.');
  if (reader.scope === 'read' && endpoint.method !== 'GET') throw forbidden('This API token may only read.');
  if (endpoint.access === 'owner' && !reader.is_owner)
    throw forbidden('This is for the owner of this service.');
  return reader;
}
