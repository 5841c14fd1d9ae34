import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backOff, countRun } from '../../../src/bookmarks/count-run.ts';
import { noteLinks } from '../../../src/bookmarks/hatena.ts';
import { articleIdFrom } from '../../../src/model/article/canonical-link.ts';
import type { OutboundFacts } from '../../../src/web/guard/guarded-fetch.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { startHatena, withStatus } from '../../harness/servers/hatena-server.ts';
import { seed, seedArticle } from '../../harness/scoring-samples.ts';

const DAY = 24 * 60;

let hatena: Awaited<ReturnType<typeof startHatena>>;
let app: TestApp;
/** Returns the context for noting links, in a deployment that reaches these hosts alone. */
const noting = (FETCH_ALLOW_HOSTS = '') => ({
  bookmarks: app.stores.bookmarks,
  settings: { HATEBU: 'on' as const, FETCH_ALLOW_HOSTS },
});
const start = async (options: Parameters<typeof startTestApp>[0] = {}) => {
  app = await startTestApp({ hatebuUrl: hatena.url, ...options });
};
beforeEach(async () => {
  hatena = await startHatena();
});
afterEach(async () => {
  await app.close();
  await hatena.close();
});

/** Adds articles to the reader's list and queues their links for counting. */
const seeded = async (count: number) => {
  await seed(app, count);
  const articles = Array.from({ length: count }, (_, n) => seedArticle(app, n));
  await noteLinks(noting(), articles);
  return articles;
};
const counted = async () =>
  (
    await app.as('local').call('listArticles', { query: { sort: 'published_at', filter: 'all', limit: 200 } })
  ).items.map(({ bookmark_count }) => bookmark_count);
const lengths = () => hatena.take().map(({ length }) => length);

describe('bookmark counts', () => {
  it('are shown with the articles, and an unknown count is not 0', async () => {
    await start();
    const publisher: FeedServer = await startFeedServer();
    const item = (n: number) => `<item><title>Item ${n}</title><link>https://site.example/${n}</link></item>`;
    const feed = (count: number) =>
      `<rss version="2.0"><channel><title>A</title>${Array.from({ length: count }, (_, n) => item(n)).join('')}</channel></rss>`;
    publisher.set('/feed', { body: feed(2) });
    hatena.counts.set('https://site.example/0', 41);
    await app.as('local').call('addFeed', { body: { url: publisher.url('/feed') } });
    await app.settle();
    expect(await counted()).toEqual([null, null]);
    await app.countBookmarks();
    expect(hatena.take().map((links) => links.toSorted())).toEqual([
      ['https://site.example/0', 'https://site.example/1'],
    ]);
    app.advance(5);
    expect(new Set(await counted())).toEqual(new Set([0, 41]));

    publisher.set('/feed', { body: feed(3) });
    // More than the usual interval of an hour with its 10 %.
    app.advance(70);
    await app.dispatch();
    await app.settle();
    expect((await counted()).filter((count) => count === null)).toHaveLength(1);
    await app.countBookmarks();
    expect(hatena.take()).toEqual([['https://site.example/2']]);
    app.advance(5);
    const { items } = await app
      .as('local')
      .call('listArticles', { query: { sort: 'published_at', filter: 'all', limit: 50 } });
    const top = items.find(({ bookmark_count }) => bookmark_count === 41)!;
    const one = await app.as('local').call('getArticle', { params: top });
    expect(one).toMatchObject({ bookmark_count: 41, link: 'https://site.example/0' });
    const marked = await app.as('local').call('setRead', { params: top, body: { is_read: true } });
    expect(marked).toMatchObject({ bookmark_count: 41 });
    await publisher.close();
  });

  it('are not requested or stored if they are switched off', async () => {
    await start({ hatebuUrl: undefined });
    const publisher = await startFeedServer();
    publisher.set('/feed', {
      body: '<rss version="2.0"><channel><title>A</title><item><title>B</title><link>https://site.example/1</link></item></channel></rss>',
    });
    await app.as('local').call('addFeed', { body: { url: publisher.url('/feed') } });
    await app.settle();
    expect(await counted()).toEqual([null]);
    expect((await app.dump()).filter(({ PK }) => String(PK).startsWith('BOOKMARKS'))).toEqual([]);
    await publisher.close();
  });

  it('are requested 50 at a time, 5 seconds apart, 100 times per run, and again after a day', async () => {
    await start();
    const links = Array.from({ length: 5_120 }, (_, n) => ({
      article_id: String(n),
      link: `https://site.example/${n}`,
      ttl: Math.floor(app.now().getTime() / 1000) + 30 * 86_400,
    }));
    await app.stores.bookmarks.add(links);
    const started = app.now().getTime();
    await app.countBookmarks();
    expect(lengths()).toEqual(Array.from({ length: 100 }, () => 50));
    expect(app.now().getTime() - started).toBe(99 * 5_000);
    await app.countBookmarks();
    expect(lengths()).toEqual([50, 50, 20]);
    await app.countBookmarks();
    expect(lengths()).toEqual([]);
    app.advance(DAY - 60);
    await app.countBookmarks();
    expect(lengths()).toEqual([]);
    app.advance(60);
    await app.countBookmarks();
    expect(lengths()).toHaveLength(100);
  });

  it('keep the pause between calls across two runs', async () => {
    await start();
    await seeded(1);
    await app.countBookmarks();
    await noteLinks(noting(), [seedArticle(app, 7)]);
    const before = app.now().getTime();
    await app.countBookmarks();
    expect(app.now().getTime() - before).toBe(5_000);
  });

  it('are kept when the service fails, with growing pauses', async () => {
    expect([2, 3, 4, 5, 9, 10, 50].map((failures) => backOff(failures) / 60_000)).toEqual([
      0, 30, 30, 60, 60, 360, 360,
    ]);
    await start();
    const [first] = await seeded(1);
    hatena.counts.set(first!.link!, 8);
    await app.countBookmarks();
    app.advance(DAY);
    expect(await counted()).toEqual([8]);

    await app.stores.bookmarks.add(
      Array.from({ length: 400 }, (_, n) => ({
        article_id: String(n),
        link: `https://site.example/x${n}`,
        ttl: Math.floor(app.now().getTime() / 1000) + 6 * 86_400,
      })),
    );
    hatena.take();
    hatena.setAnswer(withStatus(503));
    const callsUntil = async (minutes: number) => {
      for (let passed = 0; passed < minutes; passed += 10) {
        await app.countBookmarks();
        app.advance(10);
      }
      return hatena.take().length;
    };
    expect(await callsUntil(30)).toBe(3);
    expect(await counted()).toEqual([8]);
    expect(await callsUntil(30)).toBe(1);
    // Failures five to nine are one hour apart, the next one follows after six hours.
    expect(await callsUntil(5 * 60)).toBe(5);
    expect(await callsUntil(6 * 60)).toBe(1);
    hatena.setAnswer(undefined);
    hatena.counts.set(first!.link!, 9);
    expect(await callsUntil(20)).toBe(9);
    expect(await counted()).toEqual([9]);
  });

  it('are kept when their own call fails or leaves them out', async () => {
    await start();
    const [first] = await seeded(1);
    hatena.counts.set(first!.link!, 8);
    await app.countBookmarks();
    for (const answer of [withStatus(503), withStatus(200, '{}'), withStatus(200, '[')]) {
      app.advance(DAY + 10);
      hatena.setAnswer(answer);
      hatena.take();
      await app.countBookmarks();
      expect(lengths()).toEqual([1]);
      expect((await app.stores.bookmarks.load()).map(({ count }) => count)).toEqual([8]);
    }
  });

  it('of a call that never succeeds do not block the others', async () => {
    await start();
    const articles = await seeded(120);
    hatena.setAnswer((links, response) => {
      const status = links.includes(articles[0]!.link!) ? 400 : 200;
      response.writeHead(status).end(JSON.stringify(Object.fromEntries(links.map((link) => [link, 1]))));
    });
    await app.countBookmarks();
    app.advance(5);
    expect((await counted()).filter((count) => count === 1)).toHaveLength(70);
    expect((await counted()).filter((count) => count === null)).toHaveLength(50);
    hatena.take();
    app.advance(10);
    await app.countBookmarks();
    expect(lengths()).toEqual([]);
    app.advance(20);
    await app.countBookmarks();
    expect(lengths()).toEqual([50]);
  });

  it('are requested once for a link of several articles, and deleted with their article', async () => {
    await start();
    await seed(app, 2);
    const ttl = Math.floor(app.now().getTime() / 1000) + 7 * 86_400;
    const [one, other] = [seedArticle(app, 0), seedArticle(app, 1)];
    const link = 'https://site.example/same';
    await app.stores.bookmarks.add([one, other].map(({ article_id }) => ({ article_id, link, ttl })));
    hatena.counts.set(link, 5);
    await app.countBookmarks();
    expect(hatena.take()).toEqual([[link]]);
    app.advance(5);
    expect(await counted()).toEqual([5, 5]);
    app.advance(8 * DAY);
    await app.countBookmarks();
    expect(hatena.take()).toEqual([]);
    expect(await app.stores.bookmarks.load()).toEqual([]);
    expect((await app.stores.bookmarks.listAdded()).links).toEqual([]);
  });

  it('never send addresses of a private network', async () => {
    await start();
    const ttl = 2_000_000_000;
    const links = [
      'http://127.0.0.1/a',
      'http://10.0.0.1/b',
      'http://[::1]/c',
      'http://wiki/d',
      'https://intranet.example/e',
      'https://user:secret@site.example/f',
      'ftp://site.example/g',
      `https://site.example/${'x'.repeat(8_000)}`,
      'https://site.example/public',
    ];
    await noteLinks(
      noting('intranet.example'),
      [...links, null].map((link, n) => ({ article_id: articleIdFrom(String(n)), link, ttl })),
    );
    const { links: added } = await app.stores.bookmarks.listAdded();
    expect(added.map(({ link }) => link)).toEqual(['https://site.example/public']);
  });

  it('cost no additional read unit for a list', async () => {
    await start();
    await seeded(50);
    await counted();
    app.takeUnits();
    await counted();
    const before = app.takeUnits();
    await app.countBookmarks();
    const run = app.takeUnits();
    app.advance(5);
    await counted();
    expect(app.takeUnits()).toEqual(before);
    // The writes: the lock, the state after a call, the lock's release, and the deletion of the counted links.
    expect(run.write).toBeLessThanOrEqual(10);
    await app.countBookmarks();
    expect(app.takeUnits().write).toBeLessThanOrEqual(2);
  });
});

describe('two runs', () => {
  const runOn = (newId: () => string, pause: () => Promise<boolean> = async () => true) =>
    countRun({
      bookmarks: app.stores.bookmarks,
      fetch: async ({ url }) => {
        const links = new URL(url).searchParams.getAll('url');
        asked.push(links.length);
        const body = Buffer.from(JSON.stringify(Object.fromEntries(links.map((link) => [link, 1]))));
        return { status: 200, url, redirects: [], headers: {}, body, facts: {} as OutboundFacts };
      },
      pause,
      now: app.now,
      newId,
      log: { info: () => {}, warn: () => {}, error: () => {} },
    });
  let asked: number[] = [];
  beforeEach(async () => {
    asked = [];
    await start();
  });

  it('never overlap, and a crashed one delays the next by 15 minutes', async () => {
    await seeded(60);
    let second = -1;
    const first = await runOn(
      () => 'first',
      async () => {
        second = await runOn(() => 'second');
        return true;
      },
    );
    expect([first, second]).toEqual([2, 0]);

    expect(
      await app.stores.bookmarks.take(
        'dead',
        new Date(app.now().getTime() + 900_000).toISOString(),
        app.now().toISOString(),
      ),
    ).not.toBeNull();
    app.advance(DAY + 10);
    const now = app.now().getTime();
    await app.stores.bookmarks.take(
      'dead',
      new Date(now + 900_000).toISOString(),
      new Date(now).toISOString(),
    );
    expect(await runOn(() => 'third')).toBe(0);
    app.advance(15);
    expect(await runOn(() => 'third')).toBe(2);
    expect(
      await app.stores.bookmarks.setState('dead', { failures: 9, called_at: null, not_before: null }),
    ).toBe(false);
  });

  it('lose at most the counts of ten calls in a crash, and no added link', async () => {
    const ttl = 2_000_000_000;
    const links = Array.from({ length: 900 }, (_, n) => ({
      article_id: String(n),
      link: `https://site.example/${n}`,
      ttl,
    }));
    await app.stores.bookmarks.add(links);
    let calls = 0;
    const dying = runOn(
      () => 'dying',
      async () => {
        calls += 1;
        if (calls === 15) throw new Error('died');
        return true;
      },
    );
    await expect(dying).rejects.toThrow('died');
    const known = (await app.stores.bookmarks.load()).filter(({ count }) => count !== null);
    expect(known).toHaveLength(500);
    await runOn(() => 'next');
    expect(asked.reduce((sum, length) => sum + length, 0)).toBe(750 + 400);
    expect((await app.stores.bookmarks.load()).every(({ count }) => count === 1)).toBe(true);
  });

  it('complete the work of one that was told to stop', async () => {
    await seeded(120);
    expect(
      await runOn(
        () => 'a',
        async () => false,
      ),
    ).toBe(1);
    expect(await runOn(() => 'b')).toBe(2);
    expect(asked).toEqual([50, 50, 20]);
  });
});
