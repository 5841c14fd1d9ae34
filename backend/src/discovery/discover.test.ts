import type { ServerResponse } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { createGuardedFetch } from '../web/fetch/create-guarded-fetch.ts';
import { OutboundError } from '../web/guard/guarded-fetch.ts';
import type { GuardedFetch } from '../web/guard/guarded-fetch.ts';
import { startLoopbackServer } from '../../test/harness/web/loopback-server.ts';
import type { LoopbackServer } from '../../test/harness/web/loopback-server.ts';
import { sampleResponse } from '../../test/harness/web/sample-response.ts';
import { inThreadParser } from '../../test/harness/in-thread-parser.ts';
import { ParseError } from '../parser/fields/parsed-feed.ts';
import { createRobotsRules } from '../web/robots/rules/robots-rules.ts';
import { differentFeeds } from './preview-feeds.ts';
import { discover } from './discover.ts';
import { HttpStatusError } from './errors.ts';
import { FeedUrlError } from '../model/feed/feed-url.ts';

const rss = (title: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title><link>https://example.com/</link>
  <item><title>One</title><link>https://example.com/1</link><guid>1</guid></item></channel></rss>`;
const atom = (title: string): string =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>${title}</title><id>urn:x</id>
  <entry><title>One</title><id>urn:x:1</id><link href="https://example.com/1"/></entry></feed>`;
const page = (head: string): string =>
  `<!doctype html><html><head><title>A page</title>${head}</head><body>Hi</body></html>`;

type Answer = string | Buffer | ((response: ServerResponse) => void);

/** Serves these paths. The extension decides the type: HTML for pages, XML for feeds. Other paths get status 404. */
const serve = (site: Record<string, Answer>): Promise<LoopbackServer> =>
  startLoopbackServer((request, response) => {
    const answer = site[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end('nothing here');
    else if (typeof answer === 'function') answer(response);
    else {
      const isPage = typeof answer !== 'string' || answer.startsWith('<!doctype');
      response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'text/xml' }).end(answer);
    }
  });

const fetch = createGuardedFetch({
  allowHosts: new Set(['127.0.0.1', 'site.test', 'www.site.test', 'other.test']),
  userAgent: 'Omomi-test/1',
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
});
const allowAll = async () => createRobotsRules({ rules: [], crawl_delay_ms: null, sitemaps: [] });
const ctx = {
  fetch,
  parser: inThreadParser,
  robotsFor: allowAll,
  now: () => new Date(),
  pause: async () => true,
};

afterAll(() => fetch.close());

const redirect =
  (status: number, location: string): Answer =>
  (response) =>
    response.writeHead(status, { location }).end();

describe('discover', () => {
  it('returns a feed with its response after a single fetch', async () => {
    await using server = await serve({ '/feed.xml': rss('News') });
    const { found, candidates, tried } = await discover(ctx, `${server.origin}/feed.xml#top`);
    expect(found).toMatchObject({
      url: `${server.origin}/feed.xml`,
      response: { status: 200 },
      parsed: { title: 'News' },
    });
    expect(candidates).toEqual([{ url: `${server.origin}/feed.xml`, title: 'News', format: 'rss' }]);
    expect(tried).toEqual([`${server.origin}/feed.xml`]);
    expect(server.paths).toEqual(['/feed.xml']);
  });

  it('follows a page to its preferred feed and lists all in the order of the page', async () => {
    await using server = await serve({
      '/': page(
        '<link rel="alternate" type="application/atom+xml" href="http://other.test/far">' +
          '<link rel="alternate" type="application/rss+xml" href="/rss" title="All posts">' +
          '<link rel="alternate" type="application/atom+xml" href="/atom">',
      ),
      '/atom': atom('Posts'),
      '/rss': rss('Posts'),
    });
    const { found, candidates, tried } = await discover(ctx, server.origin);
    expect(found?.url).toBe(`${server.origin}/atom`);
    expect(candidates).toEqual([
      { url: 'http://other.test/far', title: null, format: 'atom' },
      { url: `${server.origin}/rss`, title: 'All posts', format: 'rss' },
      { url: `${server.origin}/atom`, title: 'Posts', format: 'atom' },
    ]);
    expect(tried).toEqual([`${server.origin}/`, `${server.origin}/atom`]);
  });

  it('tries the next feed if the first one is gone or broken', async () => {
    await using server = await serve({
      '/': page(
        '<link rel="alternate" type="application/atom+xml" href="/gone">' +
          '<link rel="alternate" type="application/rss+xml" href="/rss">',
      ),
      '/rss': rss('Posts'),
    });
    expect((await discover(ctx, server.origin)).found?.url).toBe(`${server.origin}/rss`);
  });

  it('lists the feeds of a page even if none of them can be read', async () => {
    await using server = await serve({
      '/': page('<link rel="alternate" type="application/rss+xml" href="/gone">'),
    });
    const { found, candidates } = await discover(ctx, server.origin);
    expect(found).toBeNull();
    expect(candidates).toEqual([{ url: `${server.origin}/gone`, title: null, format: 'rss' }]);
  });

  it('reads a page in the encoding that its head declares', async () => {
    const head = page(
      '<meta charset="shift_jis"><link rel="alternate" type="application/rss+xml" href="/rss" title="??">',
    );
    const [before = '', after = ''] = head.split('??');
    // The two characters of "日本" in Shift_JIS.
    const bytes = Buffer.concat([
      Buffer.from(before),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
      Buffer.from(after),
    ]);
    await using server = await serve({ '/': bytes, '/rss': rss('Posts') });
    expect((await discover(ctx, server.origin)).candidates[0]?.title).toBe('日本');
  });

  it.each(['/feed', '/feed.xml', '/index.xml', '/?feed=rss2'])(
    'finds %s when the page names nothing',
    async (path) => {
      await using server = await serve({ '/': page(''), [path]: rss('Posts') });
      expect((await discover(ctx, server.origin)).found?.url).toBe(`${server.origin}${path}`);
    },
  );

  it('looks in the folder of the page first, and ignores sites that answer at every address', async () => {
    await using server = await startLoopbackServer((request, response) => {
      const isFeed = request.url === '/blog/index.xml' || request.url === '/feed';
      response.writeHead(200, { 'content-type': isFeed ? 'text/xml' : 'text/html' });
      response.end(isFeed ? rss(request.url ?? '') : page(''));
    });
    expect((await discover(ctx, `${server.origin}/blog/`)).found?.parsed.title).toBe('/blog/index.xml');
  });

  it('finds a Mastodon profile by its address', async () => {
    await using server = await serve({ '/@someone': page(''), '/@someone.rss': rss('Someone') });
    expect((await discover(ctx, `${server.origin}/@someone`)).found?.url).toBe(
      `${server.origin}/@someone.rss`,
    );
  });

  it('asks a known site for its feed without reading the page', async () => {
    const asked: string[] = [];
    const known: GuardedFetch = async ({ url }) => {
      asked.push(url);
      return sampleResponse({ url, body: new TextEncoder().encode(atom('Release notes')) });
    };
    const { found } = await discover({ ...ctx, fetch: known }, 'github.com/nodejs/node');
    expect(found?.url).toBe('https://github.com/nodejs/node/releases.atom');
    expect(asked).toEqual(['https://github.com/nodejs/node/releases.atom']);
  });

  it('asks a typed address again if its server is down for a moment', async () => {
    await using server = await startLoopbackServer((_request, response) => {
      if (server.paths.length < 2) response.writeHead(503).end();
      else response.end(atom('Late'));
    });
    const { found } = await discover(ctx, `${server.origin}/feed`);
    expect(found?.parsed.title).toBe('Late');
    expect(server.paths).toEqual(['/feed', '/feed']);
  });

  it('asks no guessed address again', async () => {
    await using server = await startLoopbackServer((request, response) => {
      if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page(''));
      else response.writeHead(503).end();
    });
    await expect(discover(ctx, `${server.origin}/`)).rejects.toMatchObject({ code: 'FEED_NOT_FOUND' });
    expect(new Set(server.paths).size).toBe(server.paths.length);
  });

  it('tries http if a host given without a scheme has no https', async () => {
    await using server = await serve({ '/': rss('Plain') });
    expect((await discover(ctx, server.host)).found?.url).toBe(`${server.origin}/`);
    await expect(discover(ctx, `https://${server.host}`)).rejects.toMatchObject({ fault: 'tls_failed' });
  });

  it('uses the target of permanent redirects, but not of later temporary ones', async () => {
    await using server = await serve({
      '/old': redirect(301, '/newer'),
      '/newer': redirect(308, '/newest'),
      '/newest': redirect(302, '/today'),
      '/today': rss('Moved'),
      '/temporary': redirect(302, '/today'),
    });
    const { found } = await discover(ctx, `${server.origin}/old`);
    expect(found).toMatchObject({
      url: `${server.origin}/newest`,
      response: { url: `${server.origin}/today` },
    });
    expect((await discover(ctx, `${server.origin}/temporary`)).found?.url).toBe(`${server.origin}/temporary`);
  });

  it('resolves links against the final address of the page', async () => {
    await using server = await serve({
      '/': redirect(302, '/en/home'),
      '/en/home': page('<link rel="alternate" type="application/rss+xml" href="rss">'),
      '/en/rss': rss('English'),
    });
    expect((await discover(ctx, server.origin)).found?.url).toBe(`${server.origin}/en/rss`);
  });
});

describe('discover without a feed', () => {
  it('lists the addresses that were tried', async () => {
    await using server = await serve({ '/': page('') });
    const error = await discover(ctx, server.origin).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'FEED_NOT_FOUND',
      details: {
        tried: [
          '/',
          '/feed',
          '/rss',
          '/feed.xml',
          '/atom.xml',
          '/index.xml',
          '/rss.xml',
          '/feed.json',
          '/feeds/posts/default',
          '/?feed=rss2',
          '/sitemap.xml',
        ].map((path) => `${server.origin}${path}`),
      },
    });
  });

  it('stops trying addresses when the host does not answer or the time limit is reached', async () => {
    await using silent = await serve({ '/': page(''), '/feed': (response) => response.socket?.destroy() });
    await expect(discover(ctx, silent.origin)).rejects.toMatchObject({ code: 'FEED_NOT_FOUND' });
    expect(new Set(silent.paths)).toEqual(new Set(['/', '/feed']));

    await using slow = await serve({ '/': page('') });
    let seconds = 0;
    const ticking = { ...ctx, now: () => new Date((seconds += 6) * 1000) };
    await expect(discover(ticking, slow.origin)).rejects.toMatchObject({
      code: 'FEED_NOT_FOUND',
      details: { tried: ['/', '/feed', '/rss', '/feed.xml'].map((path) => `${slow.origin}${path}`) },
    });
  });

  it('reports the error of the given address', async () => {
    await using server = await serve({
      '/broken': (response) => response.writeHead(503).end(),
      '/image': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    });
    await expect(discover(ctx, 'not a url')).rejects.toBeInstanceOf(FeedUrlError);
    await expect(discover(ctx, 'ftp://example.com/feed')).rejects.toBeInstanceOf(FeedUrlError);
    await expect(discover(ctx, 'http://10.0.0.1/feed')).rejects.toMatchObject({ fault: 'address_refused' });
    await expect(discover(ctx, '10.0.0.1')).rejects.toMatchObject({ fault: 'address_refused' });
    await expect(discover(ctx, `${server.origin}/nothing`)).rejects.toMatchObject({
      name: 'HttpStatusError',
      details: { status: 404 },
    });
    await expect(discover(ctx, `${server.origin}/broken`)).rejects.toBeInstanceOf(HttpStatusError);
    await expect(discover(ctx, `${server.origin}/image`)).rejects.toMatchObject({ code: 'FEED_NOT_FOUND' });
    const gone = await serve({});
    await gone[Symbol.asyncDispose]();
    await expect(discover(ctx, gone.origin)).rejects.toBeInstanceOf(OutboundError);
  });

  it('reports a feed that is too damaged to read', async () => {
    await using server = await serve({
      '/feed.json': '{"version": "https://jsonfeed.org/version/1.1", "title": "x", "items": [',
    });
    await expect(discover(ctx, `${server.origin}/feed.json`)).rejects.toBeInstanceOf(ParseError);
  });

  it('never requests a private address that a page names', async () => {
    await using server = await serve({
      '/': page('<link rel="alternate" type="application/rss+xml" href="http://169.254.169.254/latest">'),
    });
    const { found, tried } = await discover(ctx, server.origin);
    expect(found).toBeNull();
    expect(tried).toContain('http://169.254.169.254/latest');
  });
});

describe('previews', () => {
  const dated = (title: string, dates: string[]): string =>
    `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title><link>https://example.com/</link>${dates
      .map(
        (date) =>
          `<item><title>Of ${date}</title><link>https://example.com/${date}</link><pubDate>${date}T00:00:00Z</pubDate></item>`,
      )
      .join('')}</channel></rss>`;
  const days = ['2026-01-02', '2026-01-05', '2026-01-03', '2026-01-04'];
  const links = (paths: string[]): string =>
    page(paths.map((path) => `<link rel="alternate" type="application/rss+xml" href="${path}">`).join(''));

  it('show the latest three items of each feed of a page, and leave a broken one as it is', async () => {
    await using server = await serve({
      '/': links(['/a', '/broken', '/b']),
      '/a': dated('A', days),
      '/b': dated('B', ['2026-02-01']),
    });
    const { candidates } = await discover(ctx, server.origin, { hasPreviews: true });
    expect(
      candidates.map(({ url, title, item_count }) => [url.slice(server.origin.length), title, item_count]),
    ).toEqual([
      ['/a', 'A', 4],
      ['/broken', null, undefined],
      ['/b', 'B', 1],
    ]);
    expect(candidates[0]?.preview?.map(({ title }) => title)).toEqual([
      'Of 2026-01-05',
      'Of 2026-01-04',
      'Of 2026-01-03',
    ]);
    expect(candidates[1]).not.toHaveProperty('preview');
  });

  it('tell apart what a reader would choose from: not the same items in another format, nor what cannot be read', async () => {
    await using server = await serve({
      '/': links(['/sport', '/broken', '/sport.atom', '/news', '/empty', '/bare']),
      '/sport': dated('Sport', days),
      '/sport.atom': dated('Sport, in another format', days),
      '/news': dated('News', ['2026-02-01']),
      '/empty': dated('Nothing yet', []),
      '/bare': dated('Nothing yet either', []),
    });
    const { candidates } = await discover(ctx, server.origin, { hasPreviews: true });
    const left = differentFeeds(candidates);
    expect(left.map(({ url }) => url.slice(server.origin.length))).toEqual([
      '/sport',
      '/news',
      '/empty',
      '/bare',
    ]);
  });

  it('are read of six feeds at most, and of none that is subscribed to', async () => {
    const paths = Array.from({ length: 9 }, (_, n) => `/feed${n}.xml`);
    await using server = await serve({
      '/': links(paths),
      ...Object.fromEntries(paths.map((path) => [path, dated(path, days)])),
    });
    const { candidates } = await discover(ctx, server.origin, { hasPreviews: true });
    expect(candidates.map(({ preview }) => preview?.length ?? 0)).toEqual([3, 3, 3, 3, 3, 3, 0, 0, 0]);
    const asked = server.paths.length;
    await discover(ctx, server.origin);
    expect(server.paths.slice(asked)).toEqual(['/', paths[0]]);
  });

  it('of an address that is a feed need no further request', async () => {
    await using server = await serve({ '/feed.xml': dated('News', days) });
    const { candidates } = await discover(ctx, `${server.origin}/feed.xml`, { hasPreviews: true });
    expect(candidates[0]?.preview).toHaveLength(3);
    expect(server.paths).toEqual(['/feed.xml']);
  });
});
