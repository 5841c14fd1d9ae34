import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { numberedItem, rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

let app: TestApp;
let server: FeedServer;
/** The path and the time in milliseconds of each request that the server got, by the test's clock. */
let log: { path: string; at: number }[];

beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp({ pacesLoopback: true }), startFeedServer()]);
  log = [];
});
afterEach(() => Promise.all([app.close(), server.close()]));

const serve = (path: string, type: string, body: string) =>
  server.set(path, (_request, response) => {
    log.push({ path, at: app.now().getTime() });
    response.writeHead(200, { 'content-type': type }).end(body);
  });

it('waits for the turn of the host before each request of a search', async () => {
  serve(
    '/',
    'text/html',
    `<link rel="alternate" type="application/rss+xml" href="/broken">
    <link rel="alternate" type="application/rss+xml" href="/news">`,
  );
  serve('/broken', 'text/html', 'no feed');
  serve('/news', 'application/rss+xml', rss([numberedItem(1)]));
  const { items } = await app.as('local').call('discoverFeeds', { body: { url: server.url('/') } });
  expect(items).toHaveLength(2);
  expect(log.map(({ path }) => path)).toEqual(['/', '/broken', '/news']);
  const [first = 0, second = 0, third = 0] = log.map(({ at }) => at);
  expect([second - first, third - second].filter((gap) => gap >= 1000 && gap <= 1100)).toHaveLength(2);
});

it('goes ahead after two seconds, and everybody else waits for the turns after it', async () => {
  serve('/feed', 'application/rss+xml', rss([numberedItem(1)]));
  const started = app.now().getTime();
  await app.stores.hosts.takeTurn('127.0.0.1', app.now(), 30_000);
  const { items } = await app.as('local').call('discoverFeeds', { body: { url: server.url('/feed') } });
  expect(items).toHaveLength(1);
  expect(log).toEqual([{ path: '/feed', at: started + 2000 }]);
  expect(await app.stores.hosts.takeTurn('127.0.0.1', new Date(started + 30_500), 1000)).toMatchObject({
    is_taken: false,
    wait_ms: 600,
  });
});

it('books a turn for each redirect, which is followed at once', async () => {
  serve('/feed', 'application/rss+xml', rss([numberedItem(1)]));
  server.set('/old', { body: '', status: 302, headers: { location: '/feed' } });
  const started = app.now();
  await app.as('local').call('discoverFeeds', { body: { url: server.url('/old') } });
  expect(log).toEqual([{ path: '/feed', at: started.getTime() }]);
  expect(await app.stores.hosts.takeTurn('127.0.0.1', started, 1000)).toMatchObject({ wait_ms: 2200 });
});
