/// <reference lib="dom" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Feed, Page as ListPage } from '../../../backend/src/contract/index.ts';
import { startRunner } from '../../../backend/test/harness/runner.ts';
import { rss, startFeedServer, type FeedServer } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { violationsOf } from '../crawls/axe.ts';

const HOUR = 3_600_000;
const PAPERS = [
  ['Harbour', 'News'],
  ['Meadow', 'News'],
  ['Orbit', 'Science'],
  ['Tundra', null],
] as const;

const paper = (title: string, place: number) =>
  rss(
    Array.from({ length: 10 }, (_, n) => ({
      title: `${title} ${n}: ${n % 2 === 0 ? 'a short title' : 'a title that needs more than one line in a narrow pane'}`,
      text: `<p>${`What ${title} has to say, part ${n}. `.repeat(12)}</p>`.repeat(6),
      link: `https://paper.example/${title}/${n}`,
      guid: `${title}-${n}`,
      date: new Date(Date.now() - (n * PAPERS.length + place) * HOUR).toISOString(),
    })),
    { title, site: 'https://paper.example/' },
  );

/** The tests go on where the test before them ended, in one page, as a reader does. */
describe('the page on a wide screen and on a phone', () => {
  let server: FeedServer;
  let runner: Awaited<ReturnType<typeof startRunner>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: BrowserPage;
  let data: string;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'omomi-e2e-'));
    server = await startFeedServer();
    runner = await startRunner({ data, allowHosts: server.host });
    for (const [place, [title, folder]] of PAPERS.entries()) {
      server.set(`/${title}`, { body: paper(title, place) });
      await runner.post('/api/feeds', { url: server.url(`/${title}`), folder });
    }
    await runner.settled();
    await runner.put('/api/me/preferences', { default_sort: 'published_at' });
    browser = await openBrowser({ width: 1440, height: 900 });
    page = browser.page;
  });
  afterAll(async () => {
    await browser?.close();
    await runner?.stop();
    await server?.close();
    await rm(data, { recursive: true, force: true });
  });

  const lines = () => page.getByTestId('feed-line');
  const names = () =>
    lines().evaluateAll((all) =>
      all.map((line) => line.querySelector('[data-stop] > :nth-child(2)')?.textContent),
    );
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  it('has a sidebar that shows 500 feeds and renders those in view, in lines of 28 pixels', async () => {
    const [one] = (await runner.get<ListPage<Feed>>('/api/feeds')).items;
    const many = Array.from({ length: 500 }, (_, n) => ({
      ...one,
      feed_id: String(n).padStart(16, '0'),
      title: `Feed ${n}`,
      folder: n < 100 ? 'Long' : null,
      unread_count: n % 2,
      has_unread: n % 2 === 1,
    }));
    await page.route('**/api/feeds', (route) =>
      route.fulfill({ json: { items: many, next_cursor: null, has_more: false } }),
    );
    await page.goto(runner.origin);
    await lines().first().waitFor();
    expect(await lines().count()).toBeLessThan(60);
    const heights = await lines().evaluateAll((all) =>
      all.map((line) => line.getBoundingClientRect().height),
    );
    expect(new Set(heights)).toEqual(new Set([28]));
    await lines().first().getByRole('link').focus();
    await press('End');
    await eventually(async () => expect(await focused()).toContain('Feed 499'));
    expect(await lines().count()).toBeLessThan(60);
    await press('Home', 'ArrowLeft');
    await eventually(async () => expect((await names())[1]).toBe('Feed 100'));
    await press('ArrowRight');
    await page.getByRole('button', { name: 'Only feeds with unread articles' }).click();
    await eventually(async () => expect((await names()).slice(0, 3)).toEqual(['Long', 'Feed 1', 'Feed 3']));
    await page.getByRole('button', { name: 'Only feeds with unread articles' }).click();
    await browser.shoot('layout-500-feeds');
    await page.unroute('**/api/feeds');
  });

  it('has a tree that is one Tab stop, in which arrows and letters lead from line to line', async () => {
    await page.goto(runner.origin);
    await eventually(async () =>
      expect(await names()).toEqual(['News', 'Harbour', 'Meadow', 'Science', 'Orbit', 'Tundra']),
    );
    await page.getByTestId('article-row').first().waitFor();
    const stops: string[] = [];
    for (let n = 1; n <= 10; n += 1) {
      await press('Tab');
      stops.push(
        await page.evaluate(() => {
          const { activeElement: at } = document;
          return at?.closest('[data-testid=article-row]') ? 'list' : (at?.textContent ?? '');
        }),
      );
    }
    expect(stops).toContain('list');
    expect(stops.filter((stop) => PAPERS.some(([title]) => stop.includes(title)))).toEqual([]);
    await lines().first().getByRole('link').focus();
    await press('ArrowDown');
    expect(await focused()).toContain('Harbour');
    await press('t');
    expect(await focused()).toContain('Tundra');
    await press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Actions for Tundra',
    );
    await press('ArrowLeft', 'Home', 'Enter');
    await page.getByRole('heading', { level: 1, name: 'News' }).waitFor();
    // After a choice, letters are keys of the list again.
    await press('j');
    expect(
      await page.evaluate(() => document.activeElement?.closest('[data-testid=article-row]')),
    ).not.toBeNull();
  });

  it('files a feed in a folder and sorts folders, by dragging and by the menu', async () => {
    const line = (name: string) =>
      lines()
        .filter({ has: page.getByRole('link', { name, exact: false }) })
        .first();
    const folderOf = async (title: string) =>
      (await runner.get<ListPage<Feed>>('/api/feeds')).items.find((feed) => feed.title === title)?.folder;
    await line('Tundra').hover();
    await eventually(async () => expect(await line('Tundra').getAttribute('draggable')).toBe('true'));
    await line('Tundra').dragTo(line('Orbit'), { targetPosition: { x: 60, y: 4 } });
    await eventually(async () =>
      expect(await names()).toEqual(['News', 'Harbour', 'Meadow', 'Science', 'Tundra', 'Orbit']),
    );
    await eventually(async () => expect(await folderOf('Tundra')).toBe('Science'));
    await line('Science').dragTo(line('News'), { targetPosition: { x: 60, y: 3 } });
    await eventually(async () => expect((await names())[0]).toBe('Science'));
    await page.reload();
    await eventually(async () =>
      expect(await names()).toEqual(['Science', 'Tundra', 'Orbit', 'News', 'Harbour', 'Meadow']),
    );
    await page.getByRole('button', { name: 'Actions for folder News' }).click({ force: true });
    await page.getByRole('menuitem', { name: 'Mark all read' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Actions for folder News' }).click({ force: true });
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await eventually(async () => expect((await names())[0]).toBe('News'));
    expect(await violationsOf(page)).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });
});
