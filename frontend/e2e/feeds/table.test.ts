import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, Feed, Page } from '../../../backend/src/contract/index.ts';
import { startRunner } from '../../../backend/test/harness/runner.ts';
import {
  numberedItem,
  rss,
  startFeedServer,
  type FeedServer,
} from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { violationsOf } from '../crawls/axe.ts';

/** Feeds beside the one that fails: more than a screen has, so that rows are virtual. */
const COUNT = 60;
const pathOf = (n: number): string => `/feed${String(n).padStart(2, '0')}.xml`;

describe('the page that looks after all feeds', () => {
  let server: FeedServer;
  let runner: Awaited<ReturnType<typeof startRunner>>;
  let data: string;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'omomi-e2e-'));
    server = await startFeedServer();
    for (let n = 1; n <= COUNT; n += 1)
      server.set(pathOf(n), { body: rss([numberedItem(n)], { title: `Feed ${n}` }) });
    server.set('/lost.xml', { body: 'lost', status: 404 });
    server.set('/moved.xml', { body: rss([numberedItem(99)], { title: 'Moved' }) });
    server.set('/new.xml', { body: rss([numberedItem(100)], { title: 'New' }) });
    server.set('/two', {
      body: '<!doctype html><title>Two</title><link rel="alternate" type="application/rss+xml" href="/moved.xml"><link rel="alternate" type="application/rss+xml" href="/feed01.xml">',
      type: 'text/html',
    });
    runner = await startRunner({ data, allowHosts: server.host });
    const paths = Array.from({ length: COUNT }, (_, n) => pathOf(n + 1));
    const { job_id } = await runner.importFeeds([...paths, '/lost.xml'].map((path) => server.url(path)));
    await runner.jobDone(job_id);
  });
  afterAll(async () => {
    await runner?.stop();
    await server?.close();
    await rm(data, { recursive: true, force: true });
  });

  it('stands where it was left after Back and after a reload, and the sidebar shows the feed that is read', async () => {
    const { page, close } = await openBrowser();
    await page.goto(`${runner.origin}/feeds`);
    const box = page.locator('[data-kept-scroll=feeds]');
    const scrolled = () => box.evaluate(({ scrollTop }) => scrollTop);
    await page.getByTestId('feed-row').first().waitFor();
    await box.evaluate((element) => element.scrollTo(0, 900));
    const firstRow = () => page.getByTestId('feed-row').first().getAttribute('data-index');
    await eventually(async () => expect(await firstRow()).not.toBe('0'));
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByTestId('article-row').first().waitFor();
    await page.goBack();
    await eventually(async () => expect(await scrolled()).toBe(900));
    await page.reload();
    await eventually(async () => expect(await scrolled()).toBe(900));

    const { items } = await runner.get<{ items: { feed_id: string; title: string }[] }>('/api/feeds');
    const last = items.toSorted((a, b) => a.title.localeCompare(b.title)).at(-1);
    await page.goto(`${runner.origin}/?feed=${last?.feed_id}&filter=all`);
    await page
      .getByRole('navigation')
      .locator('[aria-current=page]')
      .filter({ hasText: last?.title ?? '' })
      .waitFor();
    const line = page.getByRole('navigation').locator('[aria-current=page]');
    const inView = () =>
      line.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return element.ownerDocument
          .elementsFromPoint(30, (top + bottom) / 2)
          .some((at) => at.contains(element) || element.contains(at));
      });
    await eventually(async () => expect(await inView()).toBe(true));

    // The page counts the articles that were read, and one press unsubscribes from a feed that is not read.
    const liked = items.find(({ title }) => title !== 'lost.xml');
    const list = `/api/articles?filter=all&sort=published_at&feed_id=${liked?.feed_id}`;
    const [row] = (await runner.get<Page<ArticleRow>>(list)).items;
    await runner.put(`/api/articles/${row?.article_id}/read`, { is_read: true });
    await page.goto(`${runner.origin}/feeds`);
    await page.getByRole('link', { name: 'Your reading' }).click();
    const opened = page.getByTestId('opened-feed');
    await page.getByText(/you opened 1 of 60 articles/).waitFor();
    await page.getByRole('row', { name: `${liked?.title} 1` }).waitFor();
    const left = (await opened.first().getByRole('link').getAttribute('title')) ?? '';
    await opened
      .first()
      .getByRole('button', { name: `Unsubscribe: ${left}` })
      .click();
    const titles = async () => (await runner.get<Page<Feed>>('/api/feeds')).items.map(({ title }) => title);
    await page.getByText(`Unsubscribed from ${left}.`).waitFor();
    expect(await titles()).not.toContain(left);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await titles()).toContain(left));
    await close();
  });

  it('gives the windows of a feed addresses, which a reload, Back and Forward keep', async () => {
    const { page, close, complaints } = await openBrowser();
    await page.goto(`${runner.origin}/feeds`);
    await page.getByTestId('feed-row').first().getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Details…' }).click();
    const details = page.getByRole('dialog');
    await details.waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#row-details-/);
    await page.reload();
    await details.waitFor();
    await page.goBack();
    await details.waitFor({ state: 'detached' });
    await page.goForward();
    await details.waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    await eventually(() => expect(new URL(page.url()).hash).toBe(''));

    // A feed of the sidebar has windows with other addresses, so that only one window opens.
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /^Actions for feed/ })
      .first()
      .press('Enter');
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByRole('dialog').waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#feed-rename-/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('finds, sorts and selects by keys, and changes many at once', async () => {
    const browser = await openBrowser();
    const { page } = browser;
    await page.goto(runner.origin);
    await page.getByTestId('article-row').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    const table = page.getByRole('table', { name: 'Your feeds' });
    await table.waitFor();
    expect(new URL(page.url()).pathname).toBe('/feeds');
    expect(await table.getAttribute('aria-rowcount')).toBe(String(COUNT + 2));
    expect(await page.getByTestId('feed-row').count()).toBeLessThan(40);
    await page.setViewportSize({ width: 1440, height: 900 });
    // Every name of a column is whole, also with the arrow of the one that sorts.
    await table.getByRole('button', { name: 'Importance' }).click();
    await eventually(async () =>
      expect(await table.getByRole('columnheader', { name: 'Importance' }).textContent()).toMatch(/[↑↓]/),
    );
    expect(
      await table.locator('th').evaluateAll((heads) =>
        heads.flatMap((head) => {
          const button = head.querySelector('button');
          const isCut = [head, ...(button === null ? [] : [button])].some(
            (it) => it.scrollWidth > it.clientWidth + 1,
          );
          return isCut ? [head.textContent] : [];
        }),
      ),
    ).toEqual([]);

    // What fails says why, and what to do.
    await table.getByRole('button', { name: 'Health' }).click();
    const first = page.getByTestId('feed-row').first();
    await first.getByText('There is nothing at this address. Look for its new address').waitFor();
    expect(await table.getByRole('columnheader', { name: 'Health' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    expect(new URL(page.url()).search).toBe('?by=-health');

    // The last row is reached by a key, and a range is selected with Shift.
    await first.getByRole('checkbox').focus();
    await page.keyboard.press('End');
    await eventually(async () => {
      const at = await page.evaluate(() =>
        document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'),
      );
      expect(at).toBe(String(COUNT + 2));
    });
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await eventually(async () => {
      const at = await page.evaluate(() =>
        document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'),
      );
      expect(at).toBe(String(COUNT));
    });
    await page.keyboard.press('Shift+Space');
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Move…' }).click();
    await page.getByRole('dialog').getByLabel('Folder name').fill('Later');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Moved 3 feeds.').waitFor();
    const moved = async () => (await runner.get<{ items: { folder: string | null }[] }>('/api/feeds')).items;
    expect((await moved()).filter(({ folder }) => folder === 'Later')).toHaveLength(3);

    expect(await violationsOf(page)).toEqual([]);

    // A text narrows the table down; what is done concerns what is shown.
    await page.getByLabel('Find a feed, address or folder').fill('later');
    await eventually(async () => expect(await page.getByTestId('feed-row').count()).toBe(3));
    await page.getByRole('button', { name: 'Mark read' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused 3 feeds.').waitFor();
    await browser.shoot('feeds-page');

    // Leaving asks first, says how many, and tells of what failed.
    const failed = new Set<string>();
    await page.route('**/api/feeds/*', (route) =>
      route.request().method() === 'DELETE' && failed.size === 0
        ? (failed.add(route.request().url()), route.fulfill({ status: 500, body: 'x' }))
        : route.fallback(),
    );
    await page.getByRole('button', { name: 'Unsubscribe…' }).click();
    await page.getByRole('button', { name: 'Unsubscribe from 3 feeds' }).click();
    const report = page.getByRole('alert').filter({ hasText: 'Could not unsubscribe from 1 feed' });
    await report.waitFor();
    await report.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No feeds match.').waitFor();
    await page.getByRole('button', { name: 'Show all feeds' }).click();
    await eventually(async () => {
      expect(await table.getAttribute('aria-rowcount')).toBe(String(COUNT - 1));
    });
    expect(browser.complaints.filter((each) => !each.includes('500'))).toEqual([]);
    await browser.close();
  });
  it('adds several addresses on a phone, keeps what failed, and changes an address', async () => {
    const browser = await openBrowser({ width: 390, height: 844, isPhone: true });
    const { page } = browser;
    await page.goto(`${runner.origin}/feeds?state=trouble`);
    await page.getByTestId('feed-row').first().waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await page
      .getByRole('combobox', { name: /Show|Which|Filter/ })
      .first()
      .selectOption({ index: 0 });
    await page.locator('[data-fact]').first().waitFor();
    // However wide the card is, a line of it ends between two facts and never within one, and begins with no dot: it is cut off.
    const broken = await page
      .locator('[data-fact]')
      .first()
      .evaluate((fact) => {
        const card = fact.parentElement;
        return Array.from({ length: 60 }, (_, n) => {
          if (card !== null) card.style.width = `${120 + 4 * n}px`;
          return [...(card?.querySelectorAll('[data-fact]') ?? [])].flatMap((each) => {
            const words = document.createRange();
            words.selectNodeContents(each);
            const isBroken = words.getClientRects().length > 1;
            const { left, top } = each.getBoundingClientRect();
            const before = each.previousElementSibling?.getBoundingClientRect();
            const isFirst = before === undefined || before.top < top;
            const cutAt = card?.parentElement?.getBoundingClientRect().left ?? 0;
            const showsDot = isFirst && left + 12 > cutAt + 1;
            return isBroken || showsDot ? [`${120 + 4 * n} px: ${each.textContent}`] : [];
          });
        }).flat();
      });
    expect(broken).toEqual([]);
    await page.reload();
    await page.locator('[data-fact]').first().waitFor();
    await browser.shoot('feeds-page-cards');
    await page.getByRole('button', { name: 'Add feed' }).tap();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('Address');

    // Well-known feeds, by topic and by words.
    await dialog.getByRole('button', { name: 'Find feeds by topic' }).tap();
    await dialog.getByRole('button', { name: 'BBC News: World' }).waitFor();
    await dialog.getByRole('button', { name: 'Programming' }).tap();
    await dialog.getByRole('button', { name: 'Martin Fowler' }).waitFor();
    await browser.shoot('feeds-page-topics');
    expect(await violationsOf(page)).toEqual([]);
    await field.fill('xkcd');
    const isAddition = (request: Request) =>
      request.method() === 'POST' && request.url().endsWith('/api/feeds');
    const error = {
      code: 'FEED_NOT_FOUND',
      message: 'None',
      details: null,
      category: 'upstream',
      action: '',
    };
    await page.route(
      (url) => url.pathname === '/api/feeds',
      (route) =>
        isAddition(route.request()) ? route.fulfill({ status: 422, json: { error } }) : route.fallback(),
      { times: 1 },
    );
    const [asked] = await Promise.all([
      page.waitForRequest(isAddition),
      dialog.getByRole('button', { name: 'xkcd' }).tap(),
    ]);
    expect(asked.postDataJSON()).toMatchObject({ url: 'https://xkcd.com/rss.xml' });
    await eventually(async () => expect(await field.inputValue()).toBe('https://xkcd.com/rss.xml'));

    await field.fill([server.url('/new.xml'), 'not an address', server.url(pathOf(1))].join('\n'));
    await dialog.getByLabel('Folder').selectOption({ label: 'A new folder…' });
    await dialog.getByLabel('Folder name').fill('Fresh');
    await dialog.getByRole('button', { name: 'Add 3 feeds' }).tap();
    await dialog.getByText('You now follow New.').waitFor();
    await dialog.getByText('You already follow this feed.').waitFor();
    await dialog.getByText('This is not a web address.').waitFor();
    expect(await field.inputValue()).toBe('not an address');
    await browser.shoot('feeds-page-add');
    expect(await violationsOf(page)).toEqual([]);

    // A page of two feeds: each with its latest items, one of them followed.
    await field.fill(server.url('/two'));
    await dialog.getByRole('button', { name: 'See what else this page offers' }).tap();
    await dialog.getByRole('button', { name: 'Moved' }).waitFor();
    await dialog.getByText(numberedItem(99).title).waitFor();
    await dialog.getByRole('link', { name: 'Show it' }).last().tap();
    await eventually(() => expect(page.url()).toContain('feed='));
    const { items } = await runner.get<{ items: { title: string; folder: string | null }[] }>('/api/feeds');
    expect(items.find(({ title }) => title === 'New')).toMatchObject({ folder: 'Fresh' });

    await page.goto(`${runner.origin}/feeds?state=trouble`);
    await page.getByRole('button', { name: 'Actions for lost.xml' }).tap();
    await page.getByRole('menuitem', { name: 'Details…' }).tap();
    const details = page.getByRole('dialog', { name: 'lost.xml' });
    await details.getByText('failed on 1').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await details.getByRole('button', { name: 'Change…' }).tap();
    await details.getByLabel('New address').fill(server.url('/lost-again.xml'));
    await details.getByRole('button', { name: 'Change address' }).tap();
    await details.getByRole('alert').waitFor();
    await details.getByLabel('New address').fill(server.url('/moved.xml'));
    await details.getByRole('button', { name: 'Change address' }).tap();
    await page.getByText('No feeds match.').waitFor();
    const urls = (await runner.get<{ items: { url: string }[] }>('/api/feeds')).items.map(({ url }) => url);
    expect([urls.includes(server.url('/moved.xml')), urls.includes(server.url('/lost.xml'))]).toEqual([
      true,
      false,
    ]);
    expect(browser.complaints.filter((each) => !/ 4\d\d /.test(each))).toEqual([]);
    await browser.close();
  });
});
