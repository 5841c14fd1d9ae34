import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { articlePage } from '../../harness/servers/articles-web.ts';
import { startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

type Story = { title: string; path: string; date?: string };

const stories = (from: number, to: number): Story[] =>
  Array.from({ length: to - from + 1 }, (_, n) => ({
    title: `Story number ${to - n} of the harbour`,
    path: `/stories/${to - n}-of-the-harbour`,
    date: new Date(Date.UTC(2026, 1, 1) + (to - n) * 3_600_000).toISOString(),
  }));

const titlesOf = (all: Story[]): string[] => all.map(({ title }) => title);

const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>Harbour stories</title>${head}</head><body>
  <nav><a href="/about-us-and-our-harbour">About us and our harbour</a></nav><main>${body}</main>
  <footer><a href="/privacy-policy">Privacy policy</a></footer></body></html>`;
const asCards = (all: Story[]): string =>
  all
    .map(
      ({ title, path, date }) =>
        `<article class="card"><h2><a href="${path}">${title}</a></h2><time datetime="${date}">then</time></article>`,
    )
    .join('');
/** The same stories after a redesign. */
const asRows = (all: Story[]): string =>
  `<div class="stream">${all
    .map(
      ({ title, path, date }) =>
        `<div class="stream-row"><span>${date?.slice(0, 10)}</span><h3 class="hed"><a href="${path}">${title}</a></h3></div>`,
    )
    .join('')}</div>`;
const html = { type: 'text/html; charset=utf-8' };

describe('following a site without a feed', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeEach(async () => {
    [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  });
  afterEach(() => Promise.all([app.close(), server.close()]));
  const reader = (user?: string) => testReader(app, user);
  const discover = async (url: string) =>
    (await app.as('local').call('discoverFeeds', { body: { url } })).items;
  const serve = (body: string): void => server.set('/', { body: page(body), ...html });
  const follow = async (): Promise<string> => {
    const [best] = await discover(server.url('/'));
    return (await reader().follow(best!.url)).feed_id;
  };
  const refresh = async (): Promise<void> => {
    app.advance(13 * 60);
    await app.dispatch();
    await app.settle();
  };

  it('offers the lists of the page and the sitemap, with the items that they would give', async () => {
    serve(asCards(stories(1, 6)));
    server.set('/sitemap.xml', {
      body: `<urlset>${stories(1, 4)
        .map(({ path, date }) => `<url><loc>${server.url(path)}</loc><lastmod>${date}</lastmod></url>`)
        .join('')}</urlset>`,
      type: 'application/xml',
    });
    const found = await discover(server.url('/'));
    expect(found.map(({ format, item_count }) => [format, item_count])).toEqual([
      ['page', 6],
      ['sitemap', 4],
    ]);
    expect(found[0]).toMatchObject({ title: 'Harbour stories' });
    expect(found[0]!.url).toMatch(/\/#omomi=page:[0-9a-f]{8}$/);
    expect(found[0]!.preview).toHaveLength(5);
    expect(found[0]!.preview![0]).toEqual({
      title: 'Story number 6 of the harbour',
      link: server.url('/stories/6-of-the-harbour'),
      published_at: '2026-02-01T06:00:00.000Z',
    });
    expect(found[1]!.url).toMatch(/\/sitemap\.xml#omomi=sitemap$/);
    expect(found[1]!.preview![0]!.title).toBe('4 of the harbour');
  });

  it('takes the headlines in once, and later the new ones alone, by the same refresh', async () => {
    serve(asCards(stories(1, 6)));
    const feed_id = await follow();
    await app.settle();
    expect(await reader().titles()).toEqual(titlesOf(stories(1, 6)));
    await refresh();
    expect(server.requests.get('/')).toMatchObject({ not_modified: 1 });
    serve(asCards(stories(3, 8)));
    await refresh();
    expect(await reader().titles()).toEqual(titlesOf(stories(1, 8)));
    expect(await reader().feed(feed_id)).toMatchObject({
      title: 'Harbour stories',
      error_code: null,
      fetch_status: 'active',
    });
  });

  it('takes the text of each new article from its page, without being told to', async () => {
    await app.close();
    app = await startTestApp({ asksForPages: true });
    serve(asCards(stories(1, 4)));
    await follow();
    await app.settle();
    serve(asCards(stories(1, 5)));
    server.set('/stories/5-of-the-harbour', { body: articlePage('Story number 5 of the harbour'), ...html });
    await refresh();
    const [newest] = await reader().list();
    const { content, full_text } = await reader().open(newest!.article_id);
    expect(full_text).toEqual({ state: 'full', reason: null, site: server.host });
    expect(content).toContain('Paragraph 6');
  });

  it('is shared by readers who choose the same list, and survives a round through OPML', async () => {
    serve(asCards(stories(1, 4)));
    const feed_id = await follow();
    const [best] = await discover(server.url('/'));
    expect((await reader('another').follow(best!.url)).feed_id).toBe(feed_id);
    const opml = await app.as('local').call('exportOpml');
    const started = await app.as('third').call('importOpml', { body: new TextEncoder().encode(opml) });
    await app.settle();
    expect(await reader('third').job(started)).toMatchObject({ state: 'done' });
    expect((await reader('third').feeds()).map((feed) => feed.feed_id)).toEqual([feed_id]);
    expect(await reader('third').titles()).toHaveLength(4);
  });

  it('learns the list of an imported page at its first fetch', async () => {
    serve(asCards(stories(1, 4)));
    const [best] = await discover(server.url('/'));
    const body = `<opml version="2.0"><body><outline type="rss" text="H" xmlUrl="${best!.url}"/></body></opml>`;
    await app.as('local').call('importOpml', { body: new TextEncoder().encode(body) });
    await app.settle();
    expect(await reader().titles()).toHaveLength(4);
  });

  it('learns the list anew at the third fetch that finds nothing, and brings nothing back', async () => {
    serve(asCards(stories(1, 6)));
    const feed_id = await follow();
    await app.settle();
    serve(asRows(stories(2, 7)));
    for (const fetch of [1, 2]) {
      await refresh();
      expect(await reader().feed(feed_id), `fetch ${fetch}`).toMatchObject({ error_code: 'not_a_listing' });
      expect(await reader().titles()).toHaveLength(6);
    }
    await refresh();
    expect(await reader().feed(feed_id)).toMatchObject({ error_code: null, error_message: null });
    // The rows state no time of the day, so the articles have another order.
    expect((await reader().titles()).toSorted()).toEqual(titlesOf(stories(1, 7)).toSorted());
    serve(asRows(stories(3, 8)));
    await refresh();
    expect((await reader().titles()).toSorted()).toEqual(titlesOf(stories(1, 8)).toSorted());
  });

  it('tells what the page is instead when there is nothing to learn', async () => {
    serve(asCards(stories(1, 6)));
    const feed_id = await follow();
    serve('<form><input type="password" name="p"></form>');
    for (let fetch = 0; fetch < 3; fetch += 1) await refresh();
    const feed = await reader().feed(feed_id);
    expect(feed.error_code).toBe('not_a_listing');
    expect(feed.error_message).toContain('asks for a sign-in');
    serve(asCards(stories(4, 7)));
    await refresh();
    expect(await reader().feed(feed_id)).toMatchObject({ error_code: null });
    expect(await reader().titles()).toHaveLength(7);
  });

  it.each([
    ['article', 'This page is an article'],
    ['sign-in', 'asks for a sign-in'],
    ['empty-shell', 'until its scripts run'],
    ['landing', 'no list of headlines'],
  ])('refuses a page that is no listing and says why: %s', async (name, why) => {
    const body = readFileSync(join(import.meta.dirname, 'pages', `${name}.html`), 'utf8');
    server.set('/page', { body, ...html });
    await expect(discover(server.url('/page'))).rejects.toThrow(why);
    await expect(reader().follow(server.url('/page#omomi=page:00000000'))).rejects.toThrow(why);
    expect(await reader().feeds()).toEqual([]);
  });

  it('does not offer, or ask for, a page that robots.txt forbids, but asks for a feed there', async () => {
    server.set('/robots.txt', { body: 'User-agent: *\nDisallow: /\n', type: 'text/plain' });
    serve(asCards(stories(1, 6)));
    await expect(discover(server.url('/'))).rejects.toThrow('Disallow: /');
    await expect(reader().follow(server.url('/#omomi=page:00000000'))).rejects.toThrow('Disallow: /');
    expect(server.requests.get('/')).toMatchObject({ full: 1 });
  });

  it('stops asking when robots.txt begins to forbid the page, and says so', async () => {
    serve(asCards(stories(1, 6)));
    const feed_id = await follow();
    server.set('/robots.txt', { body: 'User-agent: Omomi\nDisallow: /\n', type: 'text/plain' });
    app.advance(25 * 60);
    await refresh();
    const asked = server.requests.get('/')!;
    expect(await reader().feed(feed_id)).toMatchObject({ error_code: 'robots_disallowed' });
    await refresh();
    expect(server.requests.get('/')).toEqual(asked);
  });

  it('follows the newest sitemap of an index', async () => {
    const sitemap = (all: Story[]): string =>
      `<urlset>${all
        .map(
          ({ path, date }) => `<url><loc>${server.url(`/docs${path}`)}</loc><lastmod>${date}</lastmod></url>`,
        )
        .join('')}<url><loc>${server.url('/shop/cart')}</loc></url></urlset>`;
    const index = (names: string[]): string =>
      `<sitemapindex>${names
        .map(
          (name, n) =>
            `<sitemap><loc>${server.url(`/${name}`)}</loc><lastmod>2026-02-0${n + 1}</lastmod></sitemap>`,
        )
        .join('')}</sitemapindex>`;
    const xml = { type: 'application/xml' };
    server.set('/docs/', { body: page('<p>Welcome to the manual.</p>'), ...html });
    server.set('/sitemap.xml', { body: index(['a.xml']), ...xml });
    server.set('/a.xml', { body: sitemap(stories(1, 4)), ...xml });
    const [candidate] = await discover(server.url('/docs/'));
    expect(candidate).toMatchObject({ format: 'sitemap', item_count: 4 });
    expect(candidate!.url).toContain('#omomi=sitemap:/docs/');
    await reader().follow(candidate!.url);
    await app.settle();
    expect(await reader().titles()).toHaveLength(4);
    server.set('/a.xml', { body: sitemap(stories(1, 5)), ...xml });
    await refresh();
    expect(await reader().titles()).toHaveLength(5);
    server.set('/sitemap.xml', { body: index(['a.xml', 'b.xml']), ...xml });
    server.set('/b.xml', { body: sitemap(stories(5, 7)), ...xml });
    await refresh();
    expect(await reader().titles()).toHaveLength(7);
  });

  it('keeps each version of a list of changes as an article with its text', async () => {
    const version = (n: number): string =>
      `<h2 id="v1-${n}-0">v1.${n}.0 (2026-02-0${n})</h2><ul><li>A change with the number ${n}</li></ul>`;
    const serveVersions = (versions: number[]): void => serve(versions.map(version).join(''));
    serveVersions([3, 2, 1]);
    await follow();
    await app.settle();
    serveVersions([4, 3, 2, 1]);
    await refresh();
    const rows = await reader().list();
    expect(rows.map(({ title }) => title)).toEqual([4, 3, 2, 1].map((n) => `v1.${n}.0 (2026-02-0${n})`));
    expect(rows[0]!.link).toBe(server.url('/#v1-4-0'));
    expect((await reader().open(rows[0]!.article_id)).content).toContain('A change with the number 4');
  });
});
