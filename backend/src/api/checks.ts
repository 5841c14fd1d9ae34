import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../lib/clock.ts';
import { endpoints, type Endpoint } from '../contract/index.ts';
import type { Reader, ReaderOf } from '../contract/endpoints/handlers.ts';
import { type RateLimitResult, rateLimitHeaders, requireAllowed } from '../limits/windows.ts';
import { type Limiter, type Sender, keyFor } from '../limits/limiter.ts';
import { classify } from '../limits/rate-class.ts';
import {
  type ApiEvent,
  type ApiMiddleware,
  type ApiResult,
  bearerOf,
  viewerHost,
  viewerOf,
} from './requests.ts';
import { DomainError } from '../lib/errors.ts';
import { plainSessionCookie, sessionCookie } from '../accounts/secret.ts';

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
  // Browsers send Origin with every write, so a request with our cookie, or one for which a proxy vouches, but without
  // Origin is suspicious.
  if (origin === undefined) {
    const { cookies, proxy_user } = viewerOf(event);
    return [cookies[sessionCookie], cookies[plainSessionCookie], proxy_user ?? undefined].some(
      (given) => given !== undefined,
    );
  }
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

/** Number of seconds that a browser caches a preflight answer; Chromium limits this to two hours. */
const MAX_AGE = 7200;

const corsMethods = [...new Set(Object.values(endpoints).map(({ method }) => method))].join(', ');

const preflightHeaders = {
  'access-control-allow-methods': corsMethods,
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

/** Refuses a token that may only read. Throws FORBIDDEN. */
export const checkMayWrite = ({ scope }: Pick<Reader, 'scope'>): void => {
  if (scope === 'read')
    throw forbidden('This API token may only read. One that may change, too, is made under Settings, Apps.');
};

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
  if (endpoint.method !== 'GET') checkMayWrite(reader);
  if (endpoint.access === 'owner' && !reader.is_owner)
    throw forbidden('This is for the owner of this service.');
  return reader;
}

type Limited = Pick<Endpoint, 'access' | 'limit' | 'readsOnly' | 'attemptParameter'>;

/**
 * Does the work of a request unless its sender's window is full. Rejects with RateLimitedError, or as the work does.
 * `reader` is the signed-in reader; null if there is none.
 */
export type LimitRequest = (
  event: ApiEvent,
  endpoint: Limited,
  reader: Reader | null,
  work: () => Promise<ApiResult>,
) => Promise<ApiResult>;

/** Returns the sender of a request. Only the address set by the edge counts; a client could forge any other. */
const senderOf = (
  { headers, queryStringParameters }: ApiEvent,
  { attemptParameter }: Limited,
  reader: Reader | null,
): Sender => ({
  address: headers['x-viewer-address'] ?? null,
  user_id: reader?.user_id ?? null,
  token_id: reader?.token_id ?? null,
  attempt: attemptParameter === undefined ? null : (queryStringParameters?.[attemptParameter] ?? null),
});

/**
 * Waits until the work has sent its first read to the table; the counter is then written while that read is under way.
 */
const untilWorkBegan = () => setImmediate();

/** Creates the rate limiting of the API: the check that each request passes, and the headers with its result. */
export const createLimitRequests = (
  limiter: Limiter,
  now: Clock,
): { limitRequest: LimitRequest; addHeaders: ApiMiddleware } => {
  const results = new WeakMap<ApiEvent, RateLimitResult>();

  const pass = (event: ApiEvent, result: RateLimitResult) => {
    results.set(event, result);
    requireAllowed(result, now());
  };

  const limitRequest: LimitRequest = async (event, endpoint, reader, work) => {
    const rateClass = classify(endpoint, reader !== null);
    if (rateClass === null) return work();
    const sender = senderOf(event, endpoint, reader);
    // The client chooses this part of its key and could avoid the limit with new values, so its address is limited too.
    if (rateClass === 'protected_unauthenticated' && sender.attempt !== null) {
      const ofAddress = 'public_unauthenticated';
      pass(event, await limiter(ofAddress, keyFor(ofAddress, sender)));
    }
    // A request that writes nothing runs while it is counted; its answer is held back until the limit is checked.
    const isMeanwhile = endpoint.readsOnly === true && reader !== null;
    const taken = limiter(rateClass, keyFor(rateClass, sender), isMeanwhile ? untilWorkBegan : undefined);
    if (!(taken instanceof Promise) || !isMeanwhile) {
      pass(event, await taken);
      return work();
    }
    const working = work();
    working.catch(() => {});
    pass(event, await taken);
    return working;
  };

  const add: ApiMiddleware['after'] = (request) => {
    const result = results.get(request.event);
    if (result === undefined) return;
    request.response = {
      ...request.response,
      headers: { ...request.response?.headers, ...rateLimitHeaders(result, now()) },
    };
  };
  return { limitRequest, addHeaders: { after: add, onError: add } };
};
