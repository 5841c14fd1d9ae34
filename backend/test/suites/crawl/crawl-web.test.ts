import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrawlPageRecord } from '../../../src/model/crawl/crawl-page.ts';
import { startCrawlWorld, type CrawlWorld } from './crawl-world.ts';
import { startCrawlWeb, type CrawlWeb } from '../../harness/servers/crawl-web.ts';

const HOSTS = 20;
/** Number of pages in the tree of each host, besides its 36 odd ones. `CRAWL_TREE=214` makes a web of 5,000 pages. */
const TREE = Number(process.env['CRAWL_TREE'] ?? 64);
const DEPTH = 7;
// The home page is at depth 0 and the first day at 1.
const DAYS = DEPTH;

/** Returns the result of each page of a host: its status, or the type of its error. */
const resultsOf = (pages: readonly CrawlPageRecord[], origin: string) =>
  new Map(
    pages
      .filter(({ url, role }) => url.startsWith(`${origin}/`) && role === 'page')
      .map((page) => [
        page.url.slice(origin.length),
        page.state === 'completed' ? page.status_code : page.last_error_type,
      ]),
  );

const isWide = (path: string) => path.startsWith('/wide?');

describe('a crawl of a web with everything that makes crawling hard', { tags: ['long'] }, () => {
  const clock = { time: Date.parse('2026-03-01T08:00:00.000Z') };
  let web: CrawlWeb;
  let world: CrawlWorld;
  let pages: CrawlPageRecord[];
  let isOver = false;
  beforeAll(async () => {
    web = await startCrawlWeb({ hosts: HOSTS, pages: TREE, now: () => new Date(clock.time) });
    world = await startCrawlWorld(web, { clock });
    isOver = await world.crawl('crawl0001', { depth: DEPTH, limit: 10_000 });
    pages = await world.pages('crawl0001');
  }, 600_000);
  afterAll(async () => {
    await world.close();
    await web.close();
  });

  it('asks everything that it may, and keeps what came of it', () => {
    expect(isOver).toBe(true);
    for (const [index, origin] of web.origins.entries()) {
      const results = resultsOf(pages, origin);
      const known = new Map([...results].filter(([path]) => !isWide(path)));
      expect([origin, known]).toEqual([origin, web.expectedOf(index, DAYS)]);
    }
  });

  it('never asks what robots.txt, a page or a link forbids', () => {
    const asked = web.log.map(({ host, path }) => [web.hosts.indexOf(host), path] as const);
    expect(asked.length).toBeGreaterThan(200);
    expect(asked.filter(([index, path]) => index < 0 || web.isForbidden(index, path))).toEqual([]);
  });

  it('asks a host once a second at most, or as seldom as its robots.txt wants, up to 30 s', () => {
    for (const [index, host] of web.hosts.entries()) {
      const times = web.log.filter((one) => one.host === host).map(({ at }) => at);
      const gaps = times.slice(1).map((at, place) => at - times[place]!);
      const least = web.robotsOf(index) === 'delays' ? 3000 : 1000;
      // The first page follows robots.txt, which tells of the longer pause.
      expect([host, Math.min(...gaps.slice(1)) >= least, Math.min(...gaps) >= 1000]).toEqual([
        host,
        true,
        true,
      ]);
    }
  });

  it('asks each page once, and again only what may have passed', () => {
    const counts = Map.groupBy(web.log, ({ host, path }) => `${host}${path}`);
    const again = [...counts].filter(([, all]) => all.length > 1).map(([key, all]) => [key, all.length]);
    const allowed = /\/(?:flaky|broken|robots\.txt|sitemap.*|)$/;
    const unexpected = again.filter(([key]) => !allowed.test(String(key)));
    // The busy hosts answer 429 to the first three requests, whichever they are.
    expect(unexpected.length).toBeLessThanOrEqual(HOSTS);
    expect(again.filter(([, times]) => Number(times) > 4)).toEqual([]);
  });

  it('keeps every failed attempt', async () => {
    const { errors } = await world.stores.crawlErrors.list('crawl0001', { limit: 1000 });
    const ofPath = (path: string) => errors.filter(({ url }) => url === `${web.origins[0]}${path}`);
    expect(ofPath('/broken').map(({ type, attempt }) => [type, attempt])).toEqual([
      ['network', 1],
      ['network', 2],
      ['network', 3],
      ['network', 4],
    ]);
    expect(ofPath('/flaky').map(({ type }) => type)).toEqual(['status']);
    expect(ofPath('/loop/b').map(({ message }) => message)).toEqual(['It redirects in a circle.']);
  });

  it('bounds endless addresses', () => {
    const results = resultsOf(pages, web.origins[0]!);
    expect([...results.keys()].filter((path) => path.startsWith('/grow/')).length).toBe(3);
    expect([...results.keys()].filter((path) => path.startsWith('/cal')).length).toBe(DAYS);
    expect([...results.keys()].filter(isWide)).toHaveLength(150);
  });

  it('records redirects, depth and directives', () => {
    const pageOf = (path: string) => pages.find(({ url }) => url === `${web.origins[0]}${path}`);
    expect(pageOf('/r/end')).toMatchObject({
      depth: 1,
      redirect_chain: [
        { url: `${web.origins[0]}/r/1`, status: 301 },
        { url: `${web.origins[0]}/r/2`, status: 302 },
        { url: `${web.origins[0]}/r/3`, status: 308 },
      ],
    });
    expect(pageOf('/r/1')).toMatchObject({ redirect_url: `${web.origins[0]}/r/2` });
    expect(pageOf('/header')).toMatchObject({ is_noindex: true, content_hash: null, links: 1 });
    expect(pageOf('/p/29')).toMatchObject({
      depth: 4,
      title: 'Page 29 of 0',
      word_count: expect.any(Number),
    });
    expect(pageOf('/huge')).toMatchObject({ is_truncated: true, body_bytes: 5 * 1024 * 1024 });
    expect(pageOf('/variant')).toMatchObject({ canonical_url: `${web.origins[0]}/p/1` });
  });

  it('counts what it did, and what it left out', async () => {
    const figures = await world.stores.crawls.figures('crawl0001');
    const asked = pages.filter(({ role }) => role === 'page');
    const countOf = (state: CrawlPageRecord['state']) => asked.filter((page) => page.state === state).length;
    expect(figures.found).toBe(asked.length);
    expect(figures.completed).toBe(countOf('completed'));
    expect(figures.errors).toBe(countOf('error'));
    expect(figures.disallowed).toBe(countOf('disallowed'));
    expect(countOf('disallowed')).toBeGreaterThan(0);
    expect(figures.completed + figures.errors + figures.disallowed).toBe(figures.found);
    expect(figures.left_scope).toBeGreaterThanOrEqual(HOSTS);
    expect(figures.left_nofollow).toBeGreaterThan(0);
    expect(figures.left_trap).toBeGreaterThan(0);
    expect(figures.left_depth).toBeGreaterThan(0);
  });
});
