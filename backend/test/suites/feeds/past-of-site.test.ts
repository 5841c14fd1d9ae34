import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../../src/contract/index.ts';
import { startWorld, type World } from '../../harness/property-world.ts';
import type { TestReader } from '../../harness/reader.ts';
import { articlePage } from '../../harness/servers/articles-web.ts';
import { rss } from '../../harness/servers/feed-server.ts';

let world: World;
let made = 0;
beforeAll(async () => {
  world = await startWorld();
  const body = 'User-agent: *\nDisallow: /*/private';
  world.server.set('/robots.txt', { body, type: 'text/plain' });
});
afterAll(() => world.close());

const publishPage = (path: string, title: string, date: string | null, status?: number): void => {
  const head = date === null ? '' : `<meta property="article:published_time" content="${date}">`;
  const body = articlePage(title, { head, topic: title });
  world.server.set(path, {
    body,
    type: 'text/html; charset=utf-8',
    ...(status === undefined ? {} : { status }),
  });
};
const sitemap = (paths: string[]): { body: string; type: string } => ({
  body: `<urlset>${paths.map((path) => `<url><loc>${world.server.url(path)}</loc></url>`).join('')}</urlset>`,
  type: 'application/xml',
});
const index = (paths: string[]): { body: string; type: string } => ({
  body: `<sitemapindex>${paths.map((path) => `<sitemap><loc>${world.server.url(path)}</loc></sitemap>`).join('')}</sitemapindex>`,
  type: 'application/xml',
});

/** Publishes a feed with one article of a site with these pages, and follows it. */
const follow = async (paths: string[]): Promise<{ reader: TestReader; feed_id: string; site: string }> => {
  const site = `/blog-${++made}/`;
  const items = [
    {
      title: 'The newest',
      link: world.server.url(`${site}newest`),
      guid: 'newest',
      date: '2026-02-20T00:00:00Z',
    },
  ];
  world.server.set(`${site}feed`, { body: rss(items, { site: world.server.url(site) }) });
  world.server.set('/sitemap.xml', index(['/tags.xml', '/posts.xml', '/gone.xml']));
  world.server.set('/tags.xml', sitemap(['/tags/one']));
  world.server.set(
    '/posts.xml',
    sitemap(['newest', '', ...paths].map((path) => `${site}${path}`).concat('/elsewhere')),
  );
  const reader = await world.newReader();
  const { feed_id } = await reader.follow(world.server.url(`${site}feed`));
  await world.app.settle();
  return { reader, feed_id, site };
};
const start = (reader: TestReader, feed_id: string): Promise<Job> =>
  reader.api.call('bringFeedPast', { params: { feed_id }, body: { way: 'sitemap' } });
const waysOf = async (reader: TestReader, feed_id: string) =>
  (await reader.api.call('getFeedPast', { params: { feed_id } })).ways;

describe('the past of a feed by the pages of its site', () => {
  it('comes with the texts and dates of the pages, as read; those without a date, and those that robots.txt forbids, stay away', async () => {
    const { reader, feed_id, site } = await follow(['second', 'first', 'private', 'undated', 'gone']);
    publishPage(`${site}second`, 'The second', '2025-03-01T00:00:00Z');
    publishPage(`${site}first`, 'The first', '2024-03-01T00:00:00Z');
    publishPage(`${site}private`, 'The private one', '2024-03-01T00:00:00Z');
    publishPage(`${site}undated`, 'About us', null);
    expect(await waysOf(reader, feed_id)).toEqual([
      { way: 'sitemap', articles: 6, seconds: 7, is_stopped: false },
    ]);
    const job = await start(reader, feed_id);
    await world.app.settle();
    expect(await reader.job(job)).toMatchObject({
      state: 'done',
      feed_id,
      result: { brought_articles: 2, documents: 1, ended: 'all' },
    });
    const rows = await reader.list({ feed_id });
    expect(
      rows.map(({ title, is_read, published_at }) => [title, is_read, published_at.slice(0, 4)]),
    ).toEqual([
      ['The newest', false, '2026'],
      ['The second', true, '2025'],
      ['The first', true, '2024'],
    ]);
    expect((await reader.open(rows[2]!.article_id)).content).toContain('Paragraph 6');
    expect(world.server.requests.has('/elsewhere')).toBe(false);
    expect(world.server.requests.has(`${site}private`)).toBe(false);
    expect(world.server.requests.has(`${site}newest`)).toBe(false);
  });

  it('is stopped and goes on, and ends if the site does not answer', async () => {
    const { reader, feed_id, site } = await follow(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    for (const name of ['a', 'b', 'c']) publishPage(`${site}${name}`, `Post ${name}`, '2025-01-01T00:00:00Z');
    for (const name of ['d', 'e', 'f', 'g', 'h']) publishPage(`${site}${name}`, name, null, 429);
    const job = await start(reader, feed_id);
    await world.app.deliver('jobs');
    while (!world.server.requests.has(`${site}b`)) expect(await world.app.deliver('fetch')).toBe(true);
    await reader.api.call('cancelJob', { params: { job_id: job.job_id } });
    await world.app.settle();
    expect(world.server.requests.has(`${site}c`)).toBe(false);
    expect(await waysOf(reader, feed_id)).toMatchObject([{ way: 'sitemap', articles: 7, is_stopped: true }]);

    const again = await start(reader, feed_id);
    for (let minute = 0; minute < 10; minute += 1) {
      await world.app.settle();
      world.app.advance(1);
    }
    expect(await reader.job(again)).toMatchObject({
      state: 'done',
      result: { brought_articles: 3, ended: 'unreachable' },
    });
    expect(world.server.requests.get(`${site}a`)?.full).toBe(1);
    expect((await reader.titles({ feed_id })).toSorted()).toEqual([
      'Post a',
      'Post b',
      'Post c',
      'The newest',
    ]);
  });

  it('is not offered where no sitemap lists pages of the site', async () => {
    const { reader, feed_id } = await follow([]);
    world.server.set('/posts.xml', { body: '<!doctype html><p>none', type: 'text/html' });
    expect(await waysOf(reader, feed_id)).toEqual([]);
    await expect(start(reader, feed_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
