import { expect, it } from 'vitest';
import { startCrawlWeb } from '../../harness/servers/crawl-web.ts';
import { startCrawlWorld } from './crawl-world.ts';

it('a crawl that is paused goes on where it was, and asks nothing twice', async () => {
  const clock = { time: Date.parse('2026-03-01T08:00:00.000Z') };
  const web = await startCrawlWeb({ hosts: 2, pages: 10, isSwift: true, now: () => new Date(clock.time) });
  const world = await startCrawlWorld(web, { clock });
  try {
    const plan = { depth: 4, limit: 500, use_sitemaps: false };
    const isPaused = await world.crawl('crawl0001', plan, () => web.log.length > 12);
    expect(isPaused).toBe(false);
    const before = await world.stores.crawls.figures('crawl0001');
    expect(before.completed).toBeGreaterThan(3);
    // Days may pass between a pause and the next start.
    clock.time += 3 * 24 * 60 * 60_000;
    expect(await world.crawl('crawl0001', plan)).toBe(true);
    const pages = (path: string) => web.log.filter((asked) => asked.path === path).length;
    expect(pages('/p/9')).toBe(2);
    const counts = Map.groupBy(web.log, ({ host, path }) => `${host}${path}`);
    const twice = [...counts].filter(([key, all]) => all.length > 1 && !key.endsWith('/robots.txt'));
    expect(twice.map(([key]) => key)).toEqual([]);
    const figures = await world.stores.crawls.figures('crawl0001');
    expect(figures.completed + figures.errors + figures.disallowed).toBe(figures.found);
  } finally {
    await world.close();
    await web.close();
  }
});

it('a crawl stays within its limit, and says how many links it left out', async () => {
  const clock = { time: Date.parse('2026-03-01T08:00:00.000Z') };
  const web = await startCrawlWeb({ hosts: 2, pages: 10, isSwift: true, now: () => new Date(clock.time) });
  const world = await startCrawlWorld(web, { clock });
  try {
    expect(await world.crawl('crawl0001', { limit: 17, use_sitemaps: false })).toBe(true);
    expect(await world.pages('crawl0001')).toHaveLength(17);
    expect((await world.stores.crawls.figures('crawl0001')).left_limit).toBeGreaterThan(5);
    const plan = { include: ['/p/*'], exclude: ['/p/1*'], use_sitemaps: false };
    expect(await world.crawl('crawl0002', plan)).toBe(true);
    const paths = (await world.pages('crawl0002')).map(({ url }) => new URL(url).pathname);
    // Pages 5 to 8 are linked from page 1 alone.
    expect(new Set(paths)).toEqual(new Set(['/', '/p/0', '/p/2', '/p/3', '/p/4', '/p/9']));
  } finally {
    await world.close();
    await web.close();
  }
});
