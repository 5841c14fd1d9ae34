import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Keyword, Page } from '../../backend/src/contract/index.ts';
import { rss } from '../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { violationsOf } from './crawls/axe.ts';
import { openWorld, type World } from './world.ts';

const titles = [
  'The solar sail unfolds',
  'A second solar sail is on its way',
  'Why a solar sail needs no fuel',
  'Volcano season begins early',
  'What volcano season means for ferries',
  'Volcano season: the harbour prepares',
  'A walk in the hills',
];
const PAPER = rss(
  titles.map((title, n) => ({
    title,
    text: `<p>${title}.</p>`,
    link: `https://paper.example/${n}`,
    guid: `paper-${n}`,
    date: new Date(Date.now() - (n + 1) * 3_600_000).toISOString(),
  })),
  { title: 'The Paper', site: 'https://paper.example/' },
);

const NEWS = readFileSync(
  join(import.meta.dirname, '../../backend/test/suites/listings/pages/japanese-news.html'),
  'utf8',
);

/** Drops a file on the list of pages at the left, as the hand does. Returns whether the page takes the file over from the browser. */
const drop = (page: BrowserPage, name: string, text: string): Promise<boolean> =>
  page
    .getByRole('navigation')
    .first()
    .evaluate(
      (target, [fileName, content]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], fileName, { type: 'text/plain' }));
        const isTaken = (kind: string): boolean =>
          !target.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
        const isOver = isTaken('dragover');
        return isTaken('drop') && isOver;
      },
      [name, text] as const,
    );

/** Runs in the page. Returns the buttons to start that are not wholly on the screen, and the starter cards that are ragged. */
const awkward = (): string[] => {
  const wrong: string[] = [];
  for (const button of document.querySelectorAll('main button')) {
    if (!/^(Try it|Start reading|見本|読みはじめる)/.test(button.textContent)) continue;
    const { top, bottom, left, width } = button.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
    if (top < 0 || bottom > window.innerHeight || !button.contains(hit)) wrong.push(button.textContent);
  }
  const heights = [...document.querySelectorAll('main button[aria-pressed]')].map((card) =>
    Math.round(card.getBoundingClientRect().height),
  );
  if (Math.max(...heights) - Math.min(...heights) > 1) wrong.push(`cards: ${heights.join()}`);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) wrong.push(`the page: ${scrollWidth} of ${clientWidth} px`);
  return wrong;
};

describe('the first page', () => {
  let world: World;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    world = await openWorld();
    world.server.set('/feed.xml', { body: PAPER });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it.each([
    { width: 1440, height: 900 },
    { width: 1440, height: 900, colorScheme: 'dark', locale: 'ja-JP' },
    { width: 1024, height: 768, locale: 'ja-JP' },
    { width: 390, height: 844, isPhone: true },
    { width: 390, height: 844, isPhone: true, colorScheme: 'dark', locale: 'ja-JP' },
  ] as const)('has the whole room, with both ways to start on its first screen: %o', async (look) => {
    const { page, shoot, close } = await openBrowser(look);
    await page.goto(world.runner.origin);
    await page.locator('main button[aria-pressed]').first().waitFor();
    expect(await page.evaluate(awkward)).toEqual([]);
    expect(await page.getByText(/Choose an article|記事を選ぶと/).count()).toBe(0);
    const main = (await page.getByRole('main').boundingBox())?.width ?? 0;
    expect((await page.locator('#list-pane').boundingBox())?.width).toBe(main);
    await shoot(`first-0-${look.width}-${'locale' in look ? look.locale : 'en'}`);
    expect(await violationsOf(page)).toEqual([]);
    await close();
  });

  it('takes an OPML file that is dropped anywhere, and then offers keywords from the titles', async () => {
    const { page, shoot, complaints } = browser;
    const { runner, server } = world;
    await page.goto(runner.origin);
    await page.getByRole('heading', { name: 'Welcome to Omomi' }).waitFor();
    expect(await drop(page, 'holiday.txt', 'We went to the sea.')).toBe(true);
    await page.getByText('This file cannot be imported.').waitFor();
    await eventually(async () =>
      expect(
        await page
          .getByText('This file cannot be imported.')
          .evaluate((it) => it.getBoundingClientRect().top),
      ).toBeLessThan(800),
    );
    await shoot('first-1-no-opml');
    await drop(
      page,
      'feeds.opml',
      `<opml version="2.0"><body><outline text="The Paper" xmlUrl="${server.url('/feed.xml')}"/></body></opml>`,
    );
    await page.getByRole('button', { name: 'Continue to the articles' }).click();
    const chips = page.getByRole('list', { name: 'From what you read' }).getByRole('button');
    await chips.first().waitFor();
    await shoot('first-2-suggested');
    await page.getByRole('button', { name: 'Add Solar sail' }).click();
    await page.getByRole('button', { name: 'Added Solar sail' }).waitFor();
    await page.getByRole('button', { name: 'Add Volcano season' }).click();
    await eventually(async () => {
      const { items } = await runner.get<Page<Keyword>>('/api/keywords');
      expect(items.map(({ text }) => text.toLowerCase())).toEqual(['solar sail', 'volcano season']);
    });
    await shoot('first-3-chosen');
    await page.getByRole('note').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('note').waitFor({ state: 'detached' });
    // The file that is no OPML is refused on purpose.
    expect(complaints.filter((each) => !/400.*opml|422.*opml/.test(each))).toEqual([]);
  });

  it('follows a site without a feed by the list that the reader picks, and then says that articles are coming', async () => {
    const { page, shoot } = browser;
    const other = await openWorld();
    other.server.set('/news/', { body: NEWS, type: 'text/html; charset=utf-8' });
    await page.route('**/api/articles?**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), items: [], next_cursor: null } });
    });
    await page.goto(other.runner.origin);
    await page.getByLabel('Or bring your own').fill(other.server.url('/news/'));
    await page.getByRole('button', { name: 'Start reading 1 feed' }).click();
    await page.getByText('This site has no feed, but its headlines can be followed').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await shoot('first-7-offered');
    await page
      .getByRole('button', { name: /List on the page/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Your first articles are coming' }).waitFor();
    await shoot('first-8-coming');
    expect(await violationsOf(page)).toEqual([]);
    await page.unroute('**/api/articles?**');
    await page.reload();
    await page.getByText('政府、送電網の共同運用を九か国と合意').first().waitFor();
    await other.close();
  });

  it('shows sample feeds without a network, ranked by their keywords, until the reader removes them', async () => {
    const { page, shoot } = browser;
    const other = await openWorld();
    const { runner } = other;
    await page.goto(runner.origin);
    await page.getByRole('button', { name: 'Try it with samples' }).focus();
    await page.keyboard.press('Enter');
    const top = page.getByTestId('article-row').first();
    await top.waitFor();
    await runner.settled();
    await page.reload();
    await top
      .getByText(/night trains|sourdough|solar power|open source/i)
      .first()
      .waitFor();
    await shoot('first-4-samples');
    await page.goto(`${runner.origin}/today`);
    await page
      .getByRole('heading', { name: /night trains|sourdough|solar power|open source/i })
      .first()
      .waitFor();
    await shoot('first-5-samples-today');
    await runner.post('/api/keywords', { text: 'harbour' });
    await page.goto(`${runner.origin}/feeds`);
    await page.getByText('4 of these feeds are samples').waitFor();
    await shoot('first-6-samples-feeds');
    await page.getByRole('button', { name: 'Remove the samples' }).click();
    await page.getByText('Unsubscribed from 4 feeds.').waitFor();
    expect((await runner.get<Page<Keyword>>('/api/keywords')).items.map(({ text }) => text)).toEqual([
      'harbour',
    ]);
    await page.goto(runner.origin);
    await page.getByRole('heading', { name: 'Welcome to Omomi' }).waitFor();
    await other.close();
  });

  it.each(['/today', '/'])('moves no row of %s for the hint of a reader without keywords', async (path) => {
    const other = await openWorld();
    other.server.set('/feed.xml', { body: PAPER });
    await other.runner.post('/api/feeds', { url: other.server.url('/feed.xml') });
    await other.runner.settled();
    for (const look of [
      { width: 1440, height: 900 },
      { width: 390, height: 844, isPhone: true },
    ]) {
      const { page, shoot, close } = await openBrowser(look);
      await page.addInitScript(() => {
        Reflect.set(window, 'shifted', 0);
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Reflect.set(
              window,
              'shifted',
              Number(Reflect.get(window, 'shifted')) + Number(Reflect.get(entry, 'value')),
            );
        }).observe({ type: 'layout-shift', buffered: true });
      });
      // The answers that the hint waits for are the last to come.
      const articles = Promise.withResolvers<void>();
      page.on('response', (response) => {
        if (/\/api\/(?:today|articles)/.test(response.url())) articles.resolve();
      });
      await page.route('**/api/keywords*', async (route) => {
        await articles.promise;
        await route.continue();
      });
      await page.goto(new URL(path, other.runner.origin).href);
      const hint = page.getByRole('note').first();
      await hint.getByRole('button', { name: /^Add / }).first().waitFor();
      await page.getByTestId('article-row').first().waitFor();
      await shoot(`first-7-hint-${look.width}${path.replace('/', '-')}`);
      const shifted = await page.evaluate(
        () =>
          new Promise((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(Reflect.get(window, 'shifted')))),
          ),
      );
      expect(shifted).toBeLessThan(0.02);
      await close();
    }
    await other.close();
  });
});
