import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration';
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies';
import {
  isKeptPath,
  KEPT_ANSWERS,
  KEPT_HEADER,
  KEPT_SECONDS,
  MOST_KEPT,
} from '../src/lib/offline/kept-answers.ts';
import { listenForPushes } from './push.ts';
import { isOfLists, type KeptAnswer, listFromKept } from '../src/lib/offline/list-from-kept.ts';

/*
 * The service worker. The files of the page come from the cache of this build. Pages and answers come from the server; while
 * it cannot be reached, the worker returns what it has kept.
 */

declare const self: ServiceWorkerGlobalScope;
/** The files of the build; the build inserts them. */
declare const PAGE_FILES: { url: string; revision: string | null }[];

const KEPT_FONTS = 'omomi-fonts';
/** Twice as many as the page has, so that those of the version before go. */
const MOST_FONTS = 60;

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

/** Keeps one answer for Today, because each request that loads it ahead names another time. */
const withoutTime = async ({ request }: { request: Request }): Promise<Request | string> => {
  const { href, origin, pathname } = new URL(request.url);
  return pathname === '/api/today' && href !== `${origin}${pathname}` ? `${origin}${pathname}` : request;
};

const limits = { maxEntries: MOST_KEPT, maxAgeSeconds: KEPT_SECONDS };

/** Returns the answers that are kept, the latest last, as far as lists are made of them. */
const keptAnswers = async (): Promise<KeptAnswer[]> => {
  const kept = await caches.open(KEPT_ANSWERS);
  const paths = (await kept.keys())
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => isOfLists(pathname));
  return Promise.all(
    paths.map(async ({ href, pathname }) => {
      const answer = await kept.match(href);
      return { path: pathname, body: await answer?.json().catch(() => null) };
    }),
  );
};

/** Answers a request for a list that is not kept with one made of the lists and articles that are. */
const listOfKept = async ({ request }: { request: Request }): Promise<Response | undefined> => {
  const { pathname, searchParams } = new URL(request.url);
  const list = pathname === '/api/articles' ? listFromKept(searchParams, await keptAnswers()) : null;
  return list === null ? undefined : Response.json(list, { headers: { [KEPT_HEADER]: '1' } });
};

registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && request.method === 'GET' && isKeptPath(url.pathname),
  new NetworkFirst({
    cacheName: KEPT_ANSWERS,
    networkTimeoutSeconds: PATIENCE_SECONDS,
    plugins: [
      { cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) },
      { cacheKeyWillBeUsed: withoutTime },
      { cachedResponseWillBeUsed: markAsKept, handlerDidError: listOfKept },
      new ExpirationPlugin({ ...limits, purgeOnQuotaError: true }),
    ],
  }),
);

// The letters of other alphabets and slanted ones. Each file has a hash of its content in its name.
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && url.pathname.startsWith('/assets/') && url.pathname.endsWith('.woff2'),
  new CacheFirst({
    cacheName: KEPT_FONTS,
    plugins: [new ExpirationPlugin({ maxEntries: MOST_FONTS, purgeOnQuotaError: true })],
  }),
);

const expiration = new CacheExpiration(KEPT_ANSWERS, limits);

/** Keeps each article of an answer that has several as if it had been asked for alone. */
const keepEach = async (answer: Response): Promise<void> => {
  const { items }: { items: { article_id: string }[] } = await answer.json();
  const kept = await caches.open(KEPT_ANSWERS);
  for (const item of items) {
    const address = new URL(`/api/articles/${item.article_id}`, self.location.origin).href;
    await kept.put(address, Response.json(item));
    await expiration.updateTimestamp(address);
  }
};

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === '/api/opened-articles',
  new NetworkOnly({
    plugins: [
      {
        fetchDidSucceed: async ({ response, event }) => {
          // What cannot be kept, because there is no room, is not there without a connection.
          if (response.ok) event.waitUntil(keepEach(response.clone()).catch(() => undefined));
          return response;
        },
      },
    ],
  }),
);

// The page that registered the worker can use it at once, so that the first visit suffices.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

listenForPushes();
