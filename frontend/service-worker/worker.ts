import { ExpirationPlugin } from 'workbox-expiration';
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import {
  isKeptPath,
  KEPT_ANSWERS,
  KEPT_HEADER,
  KEPT_SECONDS,
  MOST_KEPT,
} from '../src/lib/offline/kept-answers.ts';

/*
 * The service worker. The files of the page come from the cache of this build. Pages and answers come from the server; while
 * it cannot be reached, the worker returns what it has kept.
 */

declare const self: ServiceWorkerGlobalScope;
/** The files of the build; the build inserts them. */
declare const PAGE_FILES: { url: string; revision: string | null }[];

/** Time to wait for the server before a kept page or answer is used instead, in seconds. */
const PATIENCE_SECONDS = 8;

precacheAndRoute(PAGE_FILES);

const keptPage = createHandlerBoundToURL('/index.html');
const late = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The server did not answer in time.')), PATIENCE_SECONDS * 1_000);
  });
registerRoute(
  new NavigationRoute(
    async (options) => {
      try {
        return await Promise.race([fetch(options.request), late()]);
      } catch {
        return keptPage(options);
      }
    },
    { denylist: [/^\/api\//] },
  ),
);

/** Marks an answer as kept, so that the page can say so and does not take its date for the present. */
const markAsKept = async ({ cachedResponse }: { cachedResponse?: Response }): Promise<Response | null> => {
  if (cachedResponse === undefined) return null;
  const headers = new Headers(cachedResponse.headers);
  headers.set(KEPT_HEADER, '1');
  return new Response(cachedResponse.body, { status: cachedResponse.status, headers });
};

registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && request.method === 'GET' && isKeptPath(url.pathname),
  new NetworkFirst({
    cacheName: KEPT_ANSWERS,
    networkTimeoutSeconds: PATIENCE_SECONDS,
    plugins: [
      { cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) },
      { cachedResponseWillBeUsed: markAsKept },
      new ExpirationPlugin({ maxEntries: MOST_KEPT, maxAgeSeconds: KEPT_SECONDS, purgeOnQuotaError: true }),
    ],
  }),
);

// The page that registered the worker can use it at once, so that the first visit suffices.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
