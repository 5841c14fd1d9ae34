// @module-tag long
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, Feed, Job, Page as ListPage } from '../../backend/src/contract/index.ts';
import type { FeedServer } from '../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { misfits } from './letters.ts';
import { turnTo } from './turn-to.ts';
import { openWorld, type World } from './world.ts';

/** Returns a text that has no place for a line break. */
const unbroken = (name: string, length = 400) => name + 'W'.repeat(length - name.length);

const feedOf = (server: FeedServer) => `<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>${unbroken('Feed')}</title><link>${server.url(`/${unbroken('site')}`)}</link>
${[1, 2, 3, 4]
  .map(
    (n) => `<item><title>${unbroken(`Title${n}`)}</title>
<link>https://${'w'.repeat(60)}.${'w'.repeat(60)}.${'w'.repeat(60)}.example/${unbroken(`link${n}`)}</link>
<guid isPermaLink="false">${n}</guid><pubDate>${new Date(Date.now() - n * 3_600_000).toUTCString()}</pubDate>
<dc:creator>${unbroken('Author')}</dc:creator><category>${unbroken('Category')}</category>
<enclosure url="https://${'w'.repeat(60)}.${'w'.repeat(60)}.example/${unbroken('file')}" length="1" type="audio/${unbroken('type')}"/>
<description><![CDATA[<p>Text</p><p>${unbroken('Text')}</p><h2>${unbroken('Heading')}</h2><ul><li>${unbroken('Item')}</li></ul>
<blockquote>${unbroken('Quote')}</blockquote><p><a href="https://a.example/">${unbroken('Link')}</a> <code>${unbroken('Code')}</code></p>
<pre>${unbroken('Block')}</pre><table><tr><td>${unbroken('Cell')}</td><td>${unbroken('Cell')}</td></tr></table>
<figure><figcaption>${unbroken('Caption')}</figcaption></figure><dl><dt>${unbroken('Term')}</dt></dl>
<img src="https://a.example/${unbroken('picture')}.png" alt="${unbroken('Alt')}" width="9000" height="9">]]></description></item>`,
  )
  .join('')}</channel></rss>`;

/** Runs in the page. Returns the titles of rows of more than three lines, and the head of an article that leaves no room for its text. */
const tooHigh = (): string[] =>
  [
    ...document.querySelectorAll('[data-testid=article-row] h2, [data-testid=article-pane] h2[tabindex]'),
  ].flatMap((title) => {
    const { height } = title.getBoundingClientRect();
    const lines = height / Number.parseFloat(getComputedStyle(title).lineHeight);
    const isRow = title.closest('[data-testid=article-row]') !== null;
    const isTooHigh = isRow ? lines > 3.2 : height > window.innerHeight / 3;
    return isTooHigh
      ? [`${isRow ? 'row' : 'head'}: ${Math.round(height)} px, ${lines.toFixed(1)} lines`]
      : [];
  });

describe.each([
  ['a phone', 390, 844],
  ['a desk', 1280, 800],
])('on the screen of %s, text without a place for a line break', (screen, width, height) => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let feed: Feed;
  let article: ArticleRow;

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    server.set('/feed.xml', { body: feedOf(server) });
    const candidates = ['/feed.xml', `/${unbroken('other')}.xml`]
      .map(
        (href) =>
          `<link rel="alternate" type="application/rss+xml" title="${unbroken('Candidate')}" href="${href}">`,
      )
      .join('');
    server.set('/many', { body: `<html><head>${candidates}</head></html>`, type: 'text/html' });
    await runner.post('/api/keywords', { text: unbroken('Weighty', 100) });
    await runner.post('/api/keywords', { text: 'Text' });
    await runner.post('/api/tokens', { name: unbroken('Token', 100) });
    const folder = unbroken('Folder', 100);
    feed = await runner.post<Feed>('/api/feeds', { url: server.url('/feed.xml'), folder });
    await runner.settled();
    article = (await runner.get<ListPage<ArticleRow>>('/api/articles')).items[0]!;
    browser = await openBrowser({ width, height });
    page = browser.page;
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  /** Returns the elements that are too wide, and the controls that are lost, with any letters. */
  const tooWideIn = async (name: string): Promise<string[]> => {
    const found = await misfits(page);
    await browser.shoot(`width-${width}-${name}`);
    return found.map((what) => `${name}: ${what}`);
  };
  const prefer = (choice: object) =>
    fetch(new URL('/api/me/preferences', runner.origin), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(choice),
    });
  const go = async (path: string) => {
    await turnTo(page, new URL(path, runner.origin).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  /** Goes to an address and loads the page again, for what was changed without it. */
  const load = async (path: string) => {
    await page.goto(new URL(path, runner.origin).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  it.each(['compact', 'list', 'cards', 'magazine'] as const)(
    'fits the list as %s, and an open article',
    async (view) => {
      expect((await prefer({ view, show_images: view !== 'cards' })).status).toBe(200);
      for (const path of [
        '/',
        `/?feed=${feed.feed_id}`,
        `/?folder=${encodeURIComponent(feed.folder ?? '')}`,
      ]) {
        await (path === '/' ? load(path) : go(path));
        await eventually(async () => expect(await page.getByTestId('article-row').count()).toBe(4));
        expect(await tooWideIn(`${view}-list`)).toEqual([]);
        expect(await page.evaluate(tooHigh)).toEqual([]);
        // Screen readers get all of a title.
        expect(await page.getByRole('link', { name: article.title }).count()).toBe(1);
      }
      await go(`/?article=${article.article_id}`);
      await page.getByTestId('article-content').getByText('TextWWW').first().waitFor();
      const why = page.getByRole('region', { name: 'Why it ranks here' });
      const button = why.getByRole('button', { name: 'Why it ranks here' });
      // The page remembers that the bars were opened.
      if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
      await why.getByText('Text', { exact: true }).first().waitFor();
      expect(await tooWideIn(`${view}-open`)).toEqual([]);
      expect(await page.evaluate(tooHigh)).toEqual([]);
    },
  );

  it('cuts the title of an open article until it is pressed', async () => {
    await prefer({ view: 'list' });
    await load(`/?article=${article.article_id}`);
    const head = page.getByTestId('article-pane').getByRole('heading', { level: 2 }).first();
    const isCut = () => head.evaluate((it) => it.scrollHeight > it.clientHeight + 1);
    expect(await isCut()).toBe(true);
    await head.click();
    await eventually(async () => expect(await isCut()).toBe(false));
  });

  it('fits notices', async () => {
    await load('/');
    await eventually(async () => expect(await page.getByTestId('article-row').count()).toBe(4));
    const unread = () => page.locator('[data-testid=article-row][data-read=false]').count();
    const before = await unread();
    expect(before).toBeGreaterThan(0);
    // The key does nothing before the unread counts are there.
    await eventually(async () => {
      await page.keyboard.press('Shift+A');
      await page.getByRole('button', { name: 'Undo' }).waitFor({ timeout: 3_000 });
    });
    expect(await tooWideIn('notice')).toEqual([]);
    await page.keyboard.press('z');
    await eventually(async () => expect(await unread()).toBe(before));
  });

  const openSidebar = async () => {
    if (screen !== 'a phone') return;
    await page.getByRole('button', { name: 'Show feeds' }).click();
    await page.getByRole('dialog').waitFor();
  };

  it('fits the sidebar', async () => {
    await go('/');
    await openSidebar();
    await page.getByText('FeedWWW').last().waitFor();
    expect(await tooWideIn('sidebar')).toEqual([]);
  });

  it.each([
    ['Rename…', 'Rename feed'],
    ['Move to folder…', 'Move to folder'],
    ['Details…', ''],
    ['Unsubscribe…', ''],
  ])('fits the dialog that the menu of a feed leads to: %s', async (item, title) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await go('/');
    const dialog = page.locator('[role=dialog], [role=alertdialog]').filter({ hasText: title }).last();
    // The list of feeds may be drawn again while the menu opens, which closes it.
    await eventually(async () => {
      const choice = page.getByRole('menuitem', { name: item });
      if ((await choice.count()) === 0)
        await page.getByRole('button', { name: /^Actions for Feed/ }).click({ force: true });
      await choice.click();
      await dialog.getByRole('button', { name: 'Close' }).waitFor({ timeout: 10_000 });
    });
    await page.setViewportSize({ width, height });
    // The page has another layout on a phone, which it draws once it hears of the new width.
    if (screen === 'a phone')
      await page.locator('nav[aria-label="Main pages"]').waitFor({ state: 'attached' });
    expect(await tooWideIn(`dialog-${item}`)).toEqual([]);
  });

  it('fits the choice among the feeds of a page', async () => {
    await go('/');
    await openSidebar();
    await page.getByRole('button', { name: 'Add feed', exact: true }).first().click();
    await page.getByLabel('Address').fill(server.url('/many'));
    await page.getByRole('button', { name: 'See what else this page offers' }).click();
    await page.getByText('CandidateWWW').first().waitFor();
    expect(await tooWideIn('candidates')).toEqual([]);
    await page.getByLabel('Address').fill(server.url(`/${unbroken('missing')}`));
    await page.getByRole('dialog').getByRole('button', { name: 'Add feed', exact: true }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await tooWideIn('no-feed')).toEqual([]);
  });

  it('fits keywords and their preview', async () => {
    await go('/');
    await openSidebar();
    await page.getByRole('link', { name: 'Keywords', exact: true }).click();
    await eventually(async () => expect(await page.getByTestId('keyword-row').count()).toBe(2));
    expect(await tooWideIn('keywords')).toEqual([]);
    await page.getByLabel('Keyword', { exact: true }).fill('quote');
    await page.getByTestId('keyword-preview').waitFor();
    expect(await tooWideIn('preview')).toEqual([]);
    await page.getByLabel('Keyword', { exact: true }).fill(unbroken('Weighty', 100));
    await page.getByRole('button', { name: 'Add keyword', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await tooWideIn('keyword-exists')).toEqual([]);
  });

  it('fits jobs, their results, and the report of an import', async () => {
    await go('/settings/feeds');
    const opml = `<opml version="2.0"><body><outline text="${unbroken('Folder', 300)}">
<outline text="${unbroken('Imported')}" xmlUrl="${server.url(`/${unbroken('none')}`)}"/>
<outline text="${unbroken('Wrong')}" xmlUrl="${unbroken('nowhere')}"/></outline></body></opml>`;
    await page.getByLabel('Import a file…').setInputFiles({
      name: `${unbroken('file', 200)}.opml`,
      mimeType: 'text/xml',
      buffer: Buffer.from(opml),
    });
    await page.getByRole('main').getByText('WrongWWW').first().waitFor();
    expect(await tooWideIn('import')).toEqual([]);
    await runner.post('/api/jobs/fetch-feeds', { feed_id: feed.feed_id });
    await load('/jobs');
    await eventually(async () => expect(await page.getByTestId('job').count()).toBeGreaterThan(1));
    expect(await tooWideIn('jobs')).toEqual([]);
    for (const details of await page.getByRole('button', { name: /^Details: / }).all()) await details.click();
    await page.getByTestId('fetch-row').first().waitFor();
    expect(await tooWideIn('job-details')).toEqual([]);
  });

  it('fits a new crawl, a crawl and a page of it', async () => {
    const links = ['missing', 'other'].map((name) => `<a href="/${unbroken(name)}">${unbroken('Link')}</a>`);
    const body = `<html><head><title>${unbroken('Site')}</title><meta name="description" content="${unbroken('About')}"></head><body>${links.join('')}</body></html>`;
    server.set(`/${unbroken('start')}`, { body, type: 'text/html' });
    await go('/crawls/new');
    await page.getByLabel('Addresses', { exact: true }).fill(`${unbroken('no')} address`);
    await page.getByRole('button', { name: 'Start the crawl' }).click();
    await page.getByText('is not a web address').waitFor();
    expect(await tooWideIn('crawl-new')).toEqual([]);
    const { job_id: id } = await runner.post<Job>('/api/jobs/crawl', {
      seeds: [server.url(`/${unbroken('start')}`)],
      exclude: [unbroken('/nothing', 200)],
      use_sitemaps: false,
    });
    await eventually(async () => expect((await runner.get<Job>(`/api/jobs/${id}`)).state).toBe('done'));
    await load('/crawls');
    await page.getByTestId('crawl').first().waitFor();
    expect(await tooWideIn('crawls')).toEqual([]);
    for (const section of ['', '/broken', '/duplicates', '/errors']) {
      await go(`/crawls/${id}${section}`);
      await page.getByTestId('queue-completed').getByText('3', { exact: true }).waitFor();
      // They stay open from one section to the next.
      if (section === '') await page.getByText('Settings and links left out').click();
      await page.getByRole('main').getByText('WWWW').first().waitFor();
      expect(await tooWideIn(`crawl${section.replace('/', '-')}`)).toEqual([]);
    }
    await go(`/crawls/${id}`);
    await page.getByRole('link', { name: /^SiteWWW/ }).click();
    await page.getByTestId('crawl-page-panel').getByText('AboutWWW').waitFor();
    await page.getByRole('region', { name: 'Links on this page' }).getByRole('listitem').nth(1).waitFor();
    expect(await tooWideIn('crawl-page')).toEqual([]);
  });

  it.each(['display', 'apps', 'account'])('fits the settings: %s', async (section) => {
    await go(section === 'display' ? '/settings' : `/settings/${section}`);
    if (section === 'apps') await page.getByTestId('token').waitFor();
    expect(await tooWideIn(`settings-${section}`)).toEqual([]);
  });
});
