import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunner } from '../../../backend/test/harness/runner.ts';
import { rss, startFeedServer, type FeedServer } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';

/** Number of articles of each feed: a first fetch brings the newest 50. */
const ARTICLES = 50;
const FEEDS = 8;
/** The row that the reader has scrolled to. */
const ROW = 300;

const titleOf = (n: number) => `Story number ${n}`;
/** Some texts are longer than others, so that rows differ in height. */
const item = (n: number, minutesAgo: number) => ({
  title: `${titleOf(n)}${n % 3 === 0 ? ', which has a title that needs more than one line on most screens, and so is higher' : ''}`,
  text: `<p>${`The text of story ${n}. `.repeat((n % 5) * 4 + 1)}</p>`.repeat(3),
  link: `https://paper.example/${n}`,
  guid: `paper-${n}`,
  date: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
});
const feedOf = (feed: number, fresh: number[] = []) =>
  rss(
    [
      ...fresh.map((n) => item(n, 0)),
      ...Array.from({ length: ARTICLES }, (_, n) => item(feed + n * FEEDS, 10 + feed + n * FEEDS)),
    ],
    { title: `Paper ${feed}` },
  );

/** The tests go on where the test before them ended, in one page, as a reader does. */
describe('the row under the eye', () => {
  let server: FeedServer;
  let runner: Awaited<ReturnType<typeof startRunner>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: BrowserPage;
  let data: string;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'omomi-e2e-'));
    server = await startFeedServer();
    const paths = Array.from({ length: FEEDS }, (_, feed) => `/${feed}.xml`);
    for (const [feed, path] of paths.entries()) server.set(path, { body: feedOf(feed) });
    runner = await startRunner({ data, allowHosts: server.host });
    for (const path of paths) await runner.post('/api/feeds', { url: server.url(path) });
    await runner.settled();
    browser = await openBrowser();
    page = browser.page;
  });
  afterAll(async () => {
    await browser?.close();
    await runner?.stop();
    await server?.close();
    await rm(data, { recursive: true, force: true });
  });

  const rowOf = (n: number, of = page) =>
    of
      .getByTestId('article-row')
      .filter({ has: of.getByRole('heading', { name: new RegExp(`${titleOf(n)}(,|$)`) }) });
  const news = () => page.getByTestId('news');

  /** The first row below the header of the page, and the place where it is on the screen. */
  const eye = () =>
    page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const shown = Array.from(document.querySelectorAll('[data-testid=article-row]'), (row) => ({
        title: row.querySelector('h2')?.textContent?.replace(/^Unread: /, '') ?? '',
        top: row.getBoundingClientRect().top,
      }));
      return shown.find(({ top }) => top >= 140) ?? { title: 'none', top: 0 };
    });
  const expectSame = async (before: { title: string; top: number }) => {
    const after = await eye();
    expect(after.title).toBe(before.title);
    expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(1);
  };
  /** Expects the same row at the same place, to the pixel, after `act`, which resolves once its effect is there. */
  const stays = async (act: () => Promise<void>) => {
    const before = await eye();
    await act();
    await expectSame(before);
  };
  const scrollTo = async (n: number) => {
    await eventually(async () => {
      if ((await rowOf(n).count()) === 0) await page.mouse.wheel(0, 4_000);
      expect(await rowOf(n).count()).toBe(1);
    });
    await rowOf(n).evaluate((row) => window.scrollBy(0, row.getBoundingClientRect().top - 200));
  };
  const fetchFeeds = async (told: RegExp) => {
    await page.getByRole('button', { name: 'Fetch feeds' }).click();
    await page.getByText(told).first().waitFor();
  };

  it('stays when a job ends that brings articles, which wait behind a button', async () => {
    await page.goto(`${runner.origin}/?sort=time`);
    await page.mouse.move(640, 500);
    await scrollTo(ROW);
    expect((await eye()).title).toContain(titleOf(ROW));
    // Of the 350 rows that are loaded now, only those near the screen are in the document.
    expect(await page.getByTestId('article-row').count()).toBeLessThan(40);
    expect(await rowOf(ROW).getAttribute('aria-posinset')).toBe(String(ROW + 1));
    server.set('/0.xml', { body: feedOf(0, [1_000, 1_001]) });
    server.set('/1.xml', {
      body: feedOf(
        1,
        Array.from({ length: 10 }, (_, n) => 1_002 + n),
      ),
    });
    await stays(() => fetchFeeds(/12 new articles/));
    await stays(() => eventually(async () => expect(await news().textContent()).toBe('+12 new')));
    await browser.shoot('position-1-news');
  });
});
