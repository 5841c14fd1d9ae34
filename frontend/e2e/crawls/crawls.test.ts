/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Crawl, CrawlPage, Page as ListPage } from '../../../backend/src/contract/index.ts';
import { violationsOf } from './axe.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

const SENTENCES = [
  'The tide turns twice a day.',
  'Ships wait for the pilot.',
  'The light is out since Tuesday.',
];

/** A page with a text of its own; `repeats` makes it longer. */
const html = (title: string, links: readonly string[], text: string, repeats: number) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="About ${title}"></head>
<body><h1>${title}</h1><p>${`${text} `.repeat(repeats)}</p>${links.map((href) => `<a href="${href}">to ${href}</a>`).join(' ')}</body></html>`;

const HARBOUR = html(
  'Harbour',
  ['/tides', '/ships', '/copy', '/missing', 'https://elsewhere.example/'],
  SENTENCES[0]!,
  5,
);

const PAGES: Record<string, string> = {
  '/': HARBOUR,
  '/tides': html('Tides', ['/', '/ships', '/missing'], SENTENCES[1]!, 20),
  '/ships': html('Ships', ['/', '/tag/ships'], SENTENCES[2]!, 60),
  '/copy': HARBOUR,
  '/tag/ships': html('Tag', ['/'], 'All of it.', 3),
};

describe('crawls of sites', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let crawl: Crawl;

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    for (const [path, body] of Object.entries(PAGES))
      server.set(path, { body, type: 'text/html; charset=utf-8' });
    browser = await openBrowser({ width: 1440, height: 900 });
    page = browser.page;
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const rows = () => page.getByTestId('crawl-page');
  const titles = () => rows().locator('.page-link > :first-child').allTextContents();
  const go = async (path: string) => {
    await page.goto(new URL(path, runner.origin).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const crawlPath = (rest = '') => `/crawls/${crawl.crawl_id}${rest}`;
  const shown = (...expected: string[]) => eventually(async () => expect(await titles()).toEqual(expected));

  it('says in the fields what is wrong, shows an estimate, and starts a crawl', async () => {
    await page.goto(runner.origin);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Crawls', exact: true }).click();
    await page.getByText('No crawls yet').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'New crawl' }).click();
    await page.getByRole('heading', { level: 1, name: 'New crawl' }).waitFor();

    await page.getByLabel('Depth').fill('51');
    await page.getByRole('button', { name: 'Start the crawl' }).click();
    const seeds = page.getByLabel('Addresses', { exact: true });
    await page.getByText('Give at least one address.').waitFor();
    await page.getByText('A number from 0 to 50.').waitFor();
    await eventually(async () =>
      expect(await seeds.evaluate((field) => field === document.activeElement)).toBe(true),
    );
    expect(await seeds.getAttribute('aria-invalid')).toBe('true');
    expect(await violationsOf(page)).toEqual([]);
    await browser.shoot('crawls-1-problems');

    await seeds.fill('no address');
    await page.getByText('“no address” is not a web address.').waitFor();
    await seeds.fill(server.url('/'));
    await page.getByLabel('Depth').fill('3');
    await page.getByLabel('Not addresses that match').fill('/tag/*');
    await page.getByLabel('Page limit').fill('20');
    await page
      .getByTestId('crawl-estimate')
      .getByText(/^about 2\d requests · 2\d sec/)
      .waitFor();
    expect(await page.getByText('Give at least one address.').count()).toBe(0);
    await page.getByRole('button', { name: 'Start the crawl' }).click();
    await page.getByRole('heading', { level: 1, name: '127.0.0.1' }).waitFor();
    await page.getByText('Done', { exact: true }).waitFor({ timeout: 90_000 });
    const { items } = await runner.get<ListPage<Crawl>>('/api/crawls');
    crawl = items[0]!;
    expect(new URL(page.url()).pathname).toBe(crawlPath());
    expect(crawl.settings).toMatchObject({
      seeds: [server.url('/')],
      exclude: ['/tag/*'],
      depth: 3,
      limit: 20,
    });
  });

  it('lists every page once, with how many are in each state', async () => {
    await go(crawlPath());
    const { items } = await runner.get<ListPage<CrawlPage>>(`/api/crawls/${crawl.crawl_id}/pages?limit=200`);
    await eventually(async () => expect(await rows().count()).toBe(items.length));
    const answered = items.filter(({ state, role }) => state === 'completed' && role === 'page').length;
    await page.getByRole('button', { name: `Answered ${answered}` }).waitFor();
    expect(await page.getByRole('table', { name: 'Pages of the crawl' }).getAttribute('aria-rowcount')).toBe(
      String(items.length + 1),
    );
    expect(await violationsOf(page)).toEqual([]);
    await browser.shoot('crawls-2-pages');
  });

  it('sorts, searches, filters and chooses columns, and keeps all of it in the address', async () => {
    await go(crawlPath('?state=completed&status=200&find=1'));
    await page.getByRole('button', { name: 'Remove the filter State: Answered' }).click();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Words', exact: true }).click();
    await shown('Ships', 'Tides', 'Harbour', 'Harbour');
    expect(new URL(page.url()).search).toBe('?status=200&sort=-words');
    const head = page.getByRole('columnheader', { name: 'Words', exact: true });
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('button', { name: 'Words', exact: true }).click();
    await eventually(async () => expect((await titles()).at(-1)).toBe('Ships'));

    await page.getByRole('searchbox').fill('SHIPS');
    await shown('Ships');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Description' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Depth' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: 'About Ships' }).waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'About Ships' }).waitFor();
    await shown('Ships');
    expect(await page.getByRole('columnheader', { name: 'Depth' }).count()).toBe(0);
    expect(await page.getByRole('searchbox').inputValue()).toBe('SHIPS');

    await go(crawlPath());
    await page.getByLabel('Status code').selectOption('404');
    await eventually(async () => expect((await titles()).toSorted()).toEqual(['/missing', '/sitemap.xml']));
    await page.goBack();
    await eventually(async () => expect(await rows().count()).toBeGreaterThan(4));
  });

  it('renders only the rows in view of 5,000 pages, and loads more as they come near', async () => {
    const [model] = (await runner.get<ListPage<CrawlPage>>(`/api/crawls/${crawl.crawl_id}/pages`)).items;
    const cursors: number[] = [];
    await page.route('**/api/crawls/*/pages?*', (route) => {
      const query = new URL(route.request().url()).searchParams;
      const from = Number(query.get('cursor') ?? 0);
      cursors.push(from);
      const items = Array.from({ length: 200 }, (_, n) => {
        const number = from + n + 1;
        const id = number.toString(16).padStart(16, '0');
        return {
          ...model,
          page_id: id,
          url: server.url(`/${number}`),
          title: `Page ${number}`,
          word_count: number,
        };
      });
      const next = from + 200 < 5000 ? String(from + 200) : null;
      return route.fulfill({ json: { items, next_cursor: next, has_more: next !== null } });
    });
    await go(crawlPath());
    await page.getByText('200 pages loaded').waitFor();
    expect(await rows().count()).toBeLessThan(40);
    expect(cursors).toEqual([0]);
    await rows().first().getByRole('link').focus();
    await page.keyboard.press('End');
    await page.getByText('400 pages loaded').waitFor();
    expect(cursors).toEqual([0, 200]);
    // The server cannot sort by words, so the table needs all pages.
    await page.getByRole('button', { name: 'Words', exact: true }).click();
    await page.getByText('5,000 pages', { exact: true }).waitFor();
    await page.getByTestId('crawl-table').evaluate((table) => table.scrollTo(0, 0));
    await eventually(async () => expect((await titles())[0]).toBe('Page 5000'));
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
    expect(await rows().first().getAttribute('aria-rowindex')).toBe('2');
    expect(await rows().count()).toBeLessThan(40);
    await rows().first().getByRole('link').focus();
    await page.keyboard.press('End');
    await page.getByRole('link', { name: 'Page 1', exact: false }).first().waitFor();
    await eventually(async () => expect((await titles()).at(-1)).toBe('Page 1'));
    expect(await rows().count()).toBeLessThan(40);
    await page.unroute('**/api/crawls/*/pages?*');
  });

  it('goes from row to row by keys, and opens a page with the links to it and on it', async () => {
    await go(crawlPath('?status=200&sort=words'));
    await eventually(async () => expect(await rows().count()).toBe(4));
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('tr')?.dataset['index'] ?? null);
    await rows().first().getByRole('link').focus();
    await page.keyboard.press('ArrowDown');
    await eventually(async () => expect(await focused()).toBe('1'));
    await page.keyboard.press('End');
    await eventually(async () => expect(await focused()).toBe('3'));
    expect(await rows().locator('a[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Ships' });
    await panel.getByTestId('crawl-page-panel').waitFor();
    expect(new URL(page.url()).searchParams.get('page')).toMatch(/^[0-9a-f]{16}$/);
    const to = panel.getByRole('region', { name: 'Links to this page' });
    await to.getByRole('link', { name: '/tides' }).waitFor();
    expect(await to.getByRole('link').allTextContents()).toEqual(expect.arrayContaining(['/', '/tides']));
    await panel.getByRole('region', { name: 'Links on this page' }).getByText('“to /tag/ships”').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await browser.shoot('crawls-3-page');

    await to.getByRole('link', { name: '/tides' }).click();
    await page.getByRole('dialog', { name: 'Tides' }).getByText('About Tides').waitFor();
    await page.reload();
    await page.getByRole('dialog', { name: 'Tides' }).getByText('About Tides').waitFor();
    await page.goBack();
    await page.getByRole('dialog', { name: 'Ships' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await eventually(async () => expect(await page.getByRole('dialog').count()).toBe(0));
  });

  it('shows broken links, duplicates, slow pages and errors', async () => {
    await go(crawlPath('/broken'));
    const broken = page.getByTestId('broken').filter({ hasText: '/missing' });
    await broken.getByText('Linked on 3 pages').waitFor();
    await broken.getByText('404').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Duplicates' }).click();
    const group = page.getByTestId('duplicates').filter({ hasText: '/copy' });
    await group.getByText('2 pages').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await browser.shoot('crawls-4-duplicates');
    await group.getByRole('button', { name: 'Show in the table' }).click();
    await shown('Harbour', 'Harbour');
    await page.getByRole('link', { name: 'Slowest' }).click();
    await page.getByRole('columnheader', { name: 'Time' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Time' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    await page.getByText('Only pages that answered have a place in this order.').waitFor();
    await page.getByRole('link', { name: 'Errors' }).click();
    await page.getByText('No errors').or(page.getByTestId('crawl-error').first()).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  it.each([
    ['JSON Lines', 'jsonl', /^\{"page_id":"[0-9a-f]{16}",.*\}\n\{/],
    ['CSV', 'csv', /^page_id,url,.*\r\n[0-9a-f]{16},/],
  ])('exports the pages as %s', async (format, suffix, begin) => {
    await go(crawlPath());
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: `Pages as ${format}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`crawl-${crawl.crawl_id}-pages.${suffix}`);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain(server.url('/ships'));
    expect(text).toMatch(begin);
  });

  it('begins with the settings of an earlier crawl, is cancelled, and tells of a crawl that runs', async () => {
    await go(crawlPath());
    await page.getByRole('button', { name: 'Crawl again' }).click();
    await eventually(async () =>
      expect(await page.getByLabel('Addresses', { exact: true }).inputValue()).toBe(server.url('/')),
    );
    await page.getByLabel('Pause in seconds').fill('30');
    await page.getByRole('button', { name: 'Start the crawl' }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    await page.getByRole('progressbar').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const running = new URL(page.url()).pathname;
    await go('/crawls/new');
    await page.getByText('127.0.0.1 is still being crawled.').waitFor();
    await page.getByLabel('Addresses', { exact: true }).fill(server.url('/'));
    await page.getByRole('button', { name: 'Start the crawl' }).click();
    await page.getByRole('alert').getByText('Another crawl of yours is still running.').waitFor();
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.getByRole('heading', { level: 1, name: '127.0.0.1' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(running);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'All crawls' }).click();
    await eventually(async () =>
      expect(
        await page
          .getByTestId('crawl')
          .evaluateAll((lines) => lines.map((line) => (line as HTMLElement).dataset['state'])),
      ).toEqual(['cancelled', 'done']),
    );
    expect(await violationsOf(page)).toEqual([]);
    expect(browser.complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
  });

  it('works on a phone, in Japanese and in the dark', async () => {
    const phone = await openBrowser({
      width: 390,
      height: 844,
      isPhone: true,
      locale: 'ja-JP',
      colorScheme: 'dark',
    });
    try {
      await phone.page.goto(new URL(crawlPath(), runner.origin).href);
      await phone.page.getByRole('table', { name: 'クロールしたページ' }).waitFor();
      await eventually(async () =>
        expect(await phone.page.getByTestId('crawl-page').count()).toBeGreaterThan(4),
      );
      expect(await phone.page.getByRole('columnheader').allTextContents()).toEqual([
        'ページ',
        '応答',
        '時間',
      ]);
      expect(await violationsOf(phone.page)).toEqual([]);
      await phone.shoot('crawls-5-phone');
      await phone.page.getByRole('button', { name: 'もう一度クロール' }).waitFor();
      await phone.page.getByTestId('crawl-page').first().getByRole('link').tap();
      await phone.page.getByRole('region', { name: 'このページへのリンク' }).waitFor();
      expect(await violationsOf(phone.page)).toEqual([]);
      await phone.page.goto(new URL('/crawls/0mwrvw0nj6dcae732495c45b1', runner.origin).href);
      await phone.page.getByText('このクロールはありません').waitFor();
      expect(phone.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
    } finally {
      await phone.close();
    }
  });
});
