/// <reference lib="dom" />
import { crc32, deflateSync } from 'node:zlib';
import pMap from 'p-map';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Feed, Page as ListPage } from '../../../backend/src/contract/index.ts';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { hostileSvgs, svg } from '../../../backend/test/harness/servers/images.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

/** One more than a multiple of three, so that the last one has an icon. */
const FEEDS = 250;
const MINUTES = 60_000;
/**
 * The longest time that drawing may take, in milliseconds. A browser that draws a nested `use` never finishes, while
 * even a busy machine is faster than this.
 */
const FROZEN = 5000;

const be32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name), data]);
  return Buffer.concat([be32(data.length), named, be32(crc32(named))]);
};

/** Returns the largest PNG that is accepted, in one shade of grey. */
const largePng = (grey: number): Buffer =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([be32(1024), be32(1024), Buffer.from([8, 0, 0, 0, 0])])),
    chunk('IDAT', deflateSync(Buffer.alloc(1024 * 1025, grey))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** Returns the SVG that is slowest to draw within the limits: overlapping round strokes with gradients. */
const laboriousSvg = (tint: number): Uint8Array =>
  svg(
    `<defs><radialGradient id="g"><stop stop-color="#${(tint % 900) + 100}"/><stop offset="1" stop-color="red"/></radialGradient></defs>${'<path d="M0 0C9 9 0 9 9 0S1 8 8 1z" stroke="url(#g)" stroke-width="3" fill="url(#g)" opacity=".5"/>'.repeat(195)}`,
  );

const hostile = Object.values(hostileSvgs);
const iconOf = (n: number): Uint8Array => {
  if (n % 3 === 0) return largePng(n % 256);
  return n % 3 === 1 ? laboriousSvg(n) : (hostile[n % hostile.length] ?? svg());
};

describe('a reader of 250 feeds, each with an icon', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    const numbers = Array.from({ length: FEEDS }, (_, n) => n);
    for (const n of numbers) {
      const title = `Feed ${String(n).padStart(3, '0')}`;
      server.set(`/${n}.xml`, { body: rss([], { title, site: server.url(`/${n}/`) }) });
      server.set(`/${n}/`, { body: `<link rel="icon" href="/${n}.icon">`, type: 'text/html' });
      server.set(`/${n}.icon`, { body: iconOf(n), type: 'image/x' });
    }
    // Add two at a time: with more at once, the runner leaves some icons for a later fetch.
    await pMap(numbers, (n) => runner.post('/api/feeds', { url: server.url(`/${n}.xml`) }), {
      concurrency: 2,
    });
    browser = await openBrowser();
  }, 8 * MINUTES);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it(
    'loads only the visible icons, and has a responsive page while all are shown',
    async () => {
      const { items } = await runner.get<ListPage<Feed>>('/api/feeds');
      const withIcon = items.filter(({ icon_url }) => icon_url !== null).length;
      expect([items.length, withIcon]).toEqual([FEEDS, Math.ceil((FEEDS * 2) / 3)]);

      const { page } = browser;
      const asked = new Set<string>();
      page.on('request', (request) => {
        if (request.url().includes('/icon?')) asked.add(request.url());
      });
      await page.addInitScript(() => {
        const tasks: number[] = [];
        Object.assign(window, { tasks });
        new PerformanceObserver((list) =>
          tasks.push(...list.getEntries().map(({ duration }) => duration)),
        ).observe({
          type: 'longtask',
          buffered: true,
        });
      });
      await page.goto(runner.origin);
      const sidebar = page.getByRole('navigation', { name: 'Feeds' });
      await sidebar.getByRole('link', { name: /^Feed 000/ }).waitFor();
      const isShown = (n: number) =>
        sidebar
          .getByTestId('feed-line')
          .filter({ has: page.getByRole('link', { name: `Feed ${String(n).padStart(3, '0')}` }) })
          .locator('img')
          .evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0);
      await eventually(async () => expect(await isShown(0)).toBe(true));
      expect(asked.size).toBeLessThan(withIcon / 2);

      for (let n = 0; n < FEEDS; n += 12)
        await sidebar.getByRole('list', { name: 'Feeds' }).evaluate(async (list) => {
          list.parentElement?.scrollBy(0, 12 * 28);
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        });
      await eventually(async () => expect(await isShown(FEEDS - 1)).toBe(true));
      await sidebar.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      await browser.shoot('many-icons');
      const tasks = await page.evaluate(() => ('tasks' in window ? (window.tasks as number[]) : []));
      const longest = Math.max(0, ...tasks);
      console.log(
        `${FEEDS} icons: ${asked.size} asked for, longest task ${Math.round(longest)} ms of ${tasks.length}`,
      );
      expect(longest).toBeLessThan(FROZEN);
    },
    4 * MINUTES,
  );
});
