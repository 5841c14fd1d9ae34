import { afterEach, beforeEach, expect, it } from 'vitest';
import { feedIdOf } from '../../../src/model/feed/feed-url.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { sampleFeed } from '../../harness/samples/storage-samples.ts';
import { rss, startFeedServer, numberedItem, type FeedServer } from '../../harness/servers/feed-server.ts';
import { png } from '../../harness/servers/images.ts';

const STEP_MS = 200;

let app: TestApp;
let server: FeedServer;
/** The path and the time in milliseconds of each request that the server got, by the test's clock. */
let log: { path: string; at: number }[];

beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp({ pacesLoopback: true }), startFeedServer()]);
  log = [];
});
afterEach(() => Promise.all([app.close(), server.close()]));

const serve = (path: string, type: string, body: string | Uint8Array) =>
  server.set(path, (_request, response) => {
    log.push({ path, at: app.now().getTime() });
    response.writeHead(200, { 'content-type': type }).end(body);
  });

/** Fetches a feed of the server that is due, and lets the search for its icon come to its end. */
const fetchWithIcon = async (): Promise<string> => {
  const url = server.url('/feed');
  const feed_id = feedIdOf(url);
  const next_fetch_at = app.now().toISOString();
  const state = { icon_hash: null, icon_checked_day: null, etag: null, last_modified: null, body_hash: null };
  await app.stores.feeds.create(sampleFeed({ ...state, feed_id, url, next_fetch_at }));
  await app.dispatch();
  while (app.queues.fetch.length > 0) {
    await app.deliver('fetch');
    app.advance(STEP_MS / 60_000);
  }
  return feed_id;
};

const gaps = () => log.slice(1).map(({ at }, index) => at - (log[index]?.at ?? 0));

it('is searched for in the background, by turns that the feed of its host shares', async () => {
  serve('/feed', 'application/rss+xml', rss([numberedItem(1)], { site: server.url('/') }));
  serve('/', 'text/html', '<link rel="icon" href="/bad.png"><link rel="icon" href="/good.png">');
  serve('/bad.png', 'image/png', 'no image');
  serve('/good.png', 'image/png', png());
  const feed_id = await fetchWithIcon();
  expect(log.map(({ path }) => path)).toEqual(['/feed', '/', '/bad.png', '/good.png']);
  expect(Math.min(...gaps())).toBeGreaterThanOrEqual(1000);
  const feed = await app.stores.feeds.get(feed_id);
  const icon = await app.stores.icons.get(feed_id);
  expect(icon?.hash).toMatch(/^[0-9a-f]{8}$/);
  expect(feed?.icon_hash).toBe(icon?.hash);
  expect(feed?.icon_checked_day).toBe(Math.floor(app.now().getTime() / 86_400_000));
});

it('ends without an icon after the last request, and leaves the feed as it is', async () => {
  serve('/feed', 'application/rss+xml', rss([numberedItem(1)], { site: server.url('/') }));
  serve('/', 'text/html', 'no icon');
  serve('/favicon.ico', 'text/html', 'no icon');
  const feed_id = await fetchWithIcon();
  expect(log.map(({ path }) => path)).toEqual(['/feed', '/', '/favicon.ico']);
  expect(await app.stores.icons.get(feed_id)).toBeNull();
  expect(app.deadLetters).toEqual([]);
});

it('is stored once, if its message is delivered twice', async () => {
  serve('/feed', 'application/rss+xml', rss([numberedItem(1)], { site: server.url('/') }));
  serve('/favicon.ico', 'image/png', png());
  const feed_id = await fetchWithIcon();
  const feed = await app.stores.feeds.get(feed_id);
  expect(feed?.icon_hash).not.toBeNull();
  const units = app.takeUnits;
  units();
  const favicon = { kind: 'favicon' as const, url: server.url('/favicon.ico') };
  const message = { kind: 'icon', feed_id, icon_hash: feed?.icon_hash, steps: [favicon], tried: [] };
  app.queues.fetch.push({ id: 'again', body: JSON.stringify(message), receives: 0 });
  app.advance(1);
  await app.deliver('fetch');
  // The turn of the host is the only write.
  expect(units().write).toBe(1);
});
