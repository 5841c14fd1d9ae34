import { expect, it } from 'vitest';
import { sampleResponse } from '../../../test/harness/web/sample-response.ts';
import { inThreadParser } from '../../../test/harness/in-thread-parser.ts';
import type { GuardedFetch } from '../../web/guard/guarded-fetch.ts';
import { createRobotsRules } from '../../web/robots/rules/robots-rules.ts';
import { findSitemaps } from './find-sitemaps.ts';

const feed = { url: 'https://blog.example/feed', site_url: 'https://blog.example/' };
const address = (path: string): string => `https://blog.example/${path}`;
const locations = (paths: string[]): string => paths.map((path) => `<loc>${address(path)}</loc>`).join('');
const pages = (paths: string[]): string =>
  `<urlset>${paths.map((path) => `<url>${locations([path])}</url>`).join('')}</urlset>`;
const index = (paths: string[]): string =>
  `<sitemapindex>${paths.map((path) => `<sitemap>${locations([path])}</sitemap>`).join('')}</sitemapindex>`;

/** Answers by `site`, each after so many seconds. */
const web = (
  site: (path: string) => string | undefined,
  { seconds = 0, sitemaps = [] as string[], disallowed = '' } = {},
) => {
  const asked: string[] = [];
  let time = 0;
  const fetch: GuardedFetch = async ({ url, judgeHop }) => {
    await judgeHop?.(new URL(url), []);
    asked.push(url.slice(address('').length));
    time += seconds * 1000;
    const body = site(url.slice(address('').length));
    return sampleResponse({
      url,
      status: body === undefined ? 404 : 200,
      body: new TextEncoder().encode(body ?? ''),
    });
  };
  const rules = disallowed === '' ? [] : [{ field: 'disallow' as const, path: disallowed }];
  const robotsFor = async () => createRobotsRules({ rules, crawl_delay_ms: null, sitemaps });
  return {
    asked,
    ctx: { fetch, robotsFor, parser: inThreadParser, now: () => new Date(time), pause: async () => true },
  };
};

it('the sitemaps of a site are those of its index that have pages, at most four of however many', async () => {
  const many = Array.from({ length: 1000 }, (_, n) => `posts-${n}.xml`);
  const { asked, ctx } = web((path) =>
    path === 'sitemap.xml' ? index(many) : pages([`${path}/one`, `${path}/two`]),
  );
  const found = await findSitemaps(ctx, feed);
  expect([asked.length, found?.sitemaps.length, found?.pages]).toEqual([5, 4, 8]);
});

it('the sitemap that robots.txt names comes first, and none that it forbids is asked', async () => {
  const site = (path: string) => (path === 'named.xml' ? pages(['one']) : undefined);
  const named = web(site, { sitemaps: [address('named.xml')] });
  expect(await findSitemaps(named.ctx, feed)).toEqual({
    site: feed.site_url,
    sitemaps: [address('named.xml')],
    pages: 1,
  });
  const forbidden = web(site, { sitemaps: [address('named.xml')], disallowed: '/' });
  expect([await findSitemaps(forbidden.ctx, feed), forbidden.asked]).toEqual([null, []]);
});

it('no sitemap is asked for after 15 seconds', async () => {
  const site = (path: string) =>
    path === 'sitemap.xml' ? index(['a.xml', 'b.xml', 'c.xml', 'd.xml']) : pages([`${path}/one`]);
  const { asked, ctx } = web(site, { seconds: 6 });
  expect((await findSitemaps(ctx, feed))?.pages).toBe(2);
  expect(asked).toHaveLength(3);
});
