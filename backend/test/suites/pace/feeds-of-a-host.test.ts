import { afterEach, beforeEach, expect, it } from 'vitest';
import { feedAddress } from '../../../src/model/feed/feed-url.ts';
import { takeTurn, type PaceContext } from '../../../src/web/turns/pace.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { sampleFeed } from '../../harness/samples/storage-samples.ts';
import { numberedItem, rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

/** The step of the clock in milliseconds. */
const STEP = 50;

let apps: [TestApp, TestApp];
let servers: FeedServer[];
/** The requests that the servers logged: address, and time in milliseconds by the tests' clock. */
let log: { host: string; path: string; at: number }[];

/** Two processes with one table and one queue, and two hosts. */
beforeEach(async () => {
  // The clock may not move while requests are under way.
  const options = { allowHosts: '127.0.0.1,127.0.0.2', pacesLoopback: true, standsStill: true };
  const first = await startTestApp(options);
  apps = [first, await startTestApp({ ...options, over: first })];
  servers = await Promise.all([startFeedServer('127.0.0.1'), startFeedServer('127.0.0.2')]);
  log = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  for (const app of apps.toReversed()) await app.close();
});

const now = () => apps[0].now().getTime();
const advance = (milliseconds: number) => apps.forEach((app) => app.advance(milliseconds / 60_000));

/** Returns what requests of this process keep the pace of a host with. */
const paceOf = ({ stores, now: clock }: TestApp): PaceContext => ({
  ...stores,
  now: clock,
  pause: async (milliseconds) => {
    advance(milliseconds);
    return true;
  },
  settings: { FETCH_ALLOW_HOSTS: '' },
});

/** Serves a feed, and imports it as a subscription of the reader. Returns its addresses. */
const serve = (server: FeedServer, count: number): string[] =>
  Array.from({ length: count }, (_, n) => {
    const path = `/feed-${n}`;
    server.set(path, (_request, response) => {
      log.push({ host: server.host, path, at: now() });
      const body = rss([numberedItem(n)]);
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(body);
    });
    return server.url(path);
  });

/** Puts feeds with these addresses on the schedule, due now. */
const follow = async (urls: string[]) => {
  const due = apps[0].now().toISOString();
  for (const url of urls) {
    const { feed_id } = feedAddress(url);
    await apps[0].stores.feeds.create(
      sampleFeed({ feed_id, url, next_fetch_at: due, etag: null, last_modified: null, body_hash: null }),
    );
  }
};

/** Lets both processes take batches of this size in turn until the fetch queue is empty, and `others` are done. */
const fetchAll = async (size: number, others: () => Promise<boolean> = async () => true) => {
  for (let step = 0, isDone = false; !isDone; step += 1) {
    if (step > 2000) throw new Error(`${apps[0].queues.fetch.length} feeds were never fetched`);
    await apps[step % 2]?.deliver('fetch', size);
    isDone = (await others()) && apps[0].queues.fetch.length === 0;
    advance(STEP);
  }
};

const gapsAt = (server: FeedServer): number[] => {
  const times = log.filter(({ host }) => host === server.host).map(({ at }) => at);
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
};

it.each([1, 2, 5])(
  'leaves a second between requests to a host over batches of %i and two processes',
  async (size) => {
    await follow(servers.flatMap((server) => serve(server, 8)));
    await apps[0].dispatch();
    const started = now();
    await fetchAll(size);
    expect(log).toHaveLength(16);
    expect(new Set(log.map(({ host, path }) => host + path)).size).toBe(16);
    for (const server of servers) {
      expect(Math.min(...gapsAt(server))).toBeGreaterThanOrEqual(1000);
      // About one feed a second and host, and the hosts beside each other.
      expect(Math.max(...gapsAt(server))).toBeLessThanOrEqual(1100 + 2 * STEP);
    }
    // Their icons come after them.
    expect((log.at(-1)?.at ?? 0) - started).toBeLessThanOrEqual(8 * 1300);
    expect(apps.flatMap(({ deadLetters }) => deadLetters)).toEqual([]);
  },
);

it('lets feeds and pages of one host share its turns', async () => {
  const [server] = servers;
  if (server === undefined) throw new Error('no server');
  await follow(serve(server, 6));
  await apps[0].dispatch();
  const pace = paceOf(apps[1]);
  const pages = Array.from({ length: 6 }, (_, n) => ({ n, at: now() }));
  await fetchAll(5, async () => {
    for (const page of pages.filter(({ at }) => at <= now())) {
      const turn = await takeTurn(pace, server.host);
      if (turn.is_taken) log.push({ host: server.host, path: `/page-${page.n}`, at: now() });
      page.at = turn.is_taken ? Infinity : now() + turn.wait_ms;
    }
    return pages.every(({ at }) => at === Infinity);
  });
  expect(log.filter(({ path }) => path.startsWith('/page'))).toHaveLength(6);
  expect(log).toHaveLength(12);
  expect(Math.min(...gapsAt(server))).toBeGreaterThanOrEqual(1000);
});

it('takes the turn before the claim, so that a feed that waits is fetched later, and only once', async () => {
  const [server] = servers;
  if (server === undefined) throw new Error('no server');
  const [url = ''] = serve(server, 1);
  await follow([url]);
  await apps[0].dispatch();
  const pace = paceOf(apps[0]);
  await takeTurn(pace, server.host);
  const [before] = await apps[0].stores.feeds.listDue(apps[0].now().toISOString());
  await apps[0].deliver('fetch');
  expect(log).toEqual([]);
  // The feed is still due, so dispatch of a lost message sends it again.
  expect(await apps[0].stores.feeds.listDue(apps[0].now().toISOString())).toEqual([before]);
  await apps[0].dispatch();
  await fetchAll(5);
  expect(log).toHaveLength(1);
});

it('costs one write unit for each fetch, besides that of the feed', async () => {
  const [server] = servers;
  if (server === undefined) throw new Error('no server');
  server.set('/feed', { body: rss([numberedItem(1)]) });
  await follow([server.url('/feed')]);
  await apps[0].dispatch();
  await apps[0].settle();
  advance(90 * 60_000);
  await apps[0].dispatch();
  apps[0].takeUnits();
  await apps[0].settle();
  expect(apps[0].takeUnits()).toEqual({ read: 0, write: 2 });
  expect(server.requests.get('/feed')).toEqual({ full: 1, not_modified: 1 });
});
