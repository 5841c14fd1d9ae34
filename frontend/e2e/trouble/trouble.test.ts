import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';
import { paper } from './paper.ts';

describe('a part of the page that fails', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    server.set('/harbour.xml', { body: paper('Harbour') });
    await runner.post('/api/feeds', { url: server.url('/harbour.xml') });
    await runner.settled();
  });
  afterAll(async () => {
    await world?.close();
  });
  beforeEach(async () => {
    browser = await openBrowser();
    page = browser.page;
  });
  afterEach(() => browser.close());

  const rows = () => page.getByTestId('article-row');
  const open = async (path = '/') => {
    await page.goto(`${runner.origin}${path}`);
    await eventually(async () => expect(await rows().count()).toBe(3));
  };
  const alert = (title: string) => page.getByRole('alert').filter({ hasText: title });
  const sidebar = () => page.getByRole('navigation', { name: 'Feeds' });
  /** Makes a function of the browser throw while `window.isBroken` is true. */
  const breakable = (code: string) => page.addInitScript(`window.isBroken = true; ${code}`);
  const mend = () => page.evaluate('window.isBroken = false');

  it('keeps the feeds usable when the list fails, and shows the list after a retry', async () => {
    await breakable(`{
      const { getMonth } = Date.prototype;
      Date.prototype.getMonth = function () {
        if (window.isBroken) throw new Error('broken on purpose');
        return getMonth.call(this);
      };
    }`);
    await page.goto(runner.origin);
    const message = alert('The list could not be shown.');
    await message.waitFor();
    await browser.shoot('trouble-1-list');
    await sidebar()
      .getByRole('link', { name: /^Harbour/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor();
    await message.waitFor();
    await mend();
    await message.getByRole('button', { name: 'Try again' }).click();
    await eventually(async () => expect(await rows().count()).toBe(3));
    expect(await message.count()).toBe(0);
  });

  it('keeps the list usable when the feeds fail', async () => {
    await breakable(`{
      const { groupBy } = Map;
      Map.groupBy = (...given) => {
        if (window.isBroken) throw new Error('broken on purpose');
        return groupBy.apply(Map, given);
      };
    }`);
    await open();
    const message = alert('The feeds could not be shown.');
    await message.waitFor();
    await browser.shoot('trouble-2-feeds');
    await mend();
    await message.getByRole('button', { name: 'Try again' }).click();
    const feed = sidebar().getByRole('link', { name: /^Harbour/ });
    await eventually(async () => expect(await feed.count()).toBe(1));
  });

  it('leads back to the list when an article fails', async () => {
    await breakable(`{
      const { set, get } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
      Object.defineProperty(Element.prototype, 'innerHTML', { get, set(html) {
        if (window.isBroken && html.includes('know of Harbour')) throw new Error('broken on purpose');
        set.call(this, html);
      } });
    }`);
    await open();
    await page.getByRole('link', { name: /Harbour 2$/ }).click();
    const message = alert('This article could not be shown.');
    await message.waitFor();
    await browser.shoot('trouble-3-article');
    expect(await rows().count()).toBe(3);
    await message.getByRole('button', { name: 'Back to the list' }).click();
    await eventually(async () => expect(await message.count()).toBe(0));
    await mend();
    await page.getByRole('link', { name: /Harbour 2$/ }).click();
    await page.getByTestId('article-content').getByText('know of Harbour 2').waitFor();
  });

  it('shows a message for settings that are opened offline, with a way back and a retry', async () => {
    await open();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const message = alert('This page could not be shown.');
    await message.getByText('There is no connection.').waitFor();
    await browser.shoot('trouble-4-settings-offline');
    await message.getByRole('button', { name: 'Back to the list' }).click();
    await eventually(async () => expect(await rows().count()).toBe(3));
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await message.waitFor();
    await page.context().setOffline(false);
    await message.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });

  it('shows a message for a dialog that cannot be loaded, and opens it once it can', async () => {
    await open();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Add feed', exact: true }).click();
    const message = alert('This window could not be opened.');
    await message.waitFor();
    await browser.shoot('trouble-5-dialog');
    await message.getByRole('button', { name: 'Back to the list' }).click();
    await eventually(async () => expect(await message.count()).toBe(0));
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Add feed', exact: true }).click();
    await page.getByLabel('Address').waitFor();
  });

  it('shows that the server is unreachable instead of loading for ever', async () => {
    await open();
    await page.context().setOffline(true);
    await sidebar()
      .getByRole('link', { name: /^Saved/ })
      .click();
    const message = alert('The articles could not be loaded.');
    await eventually(async () => expect(await message.count()).toBe(1));
  });

  it('keeps the rows of the former list out of reach while another list loads, and shows then that it does', async () => {
    const held: Route[] = [];
    await page.route(
      (url) => url.pathname === '/api/articles' && url.searchParams.get('filter') === 'saved',
      (route) => void held.push(route),
    );
    await page.clock.install();
    await open('/?sort=time&filter=all');
    // The time goes on only where the test lets it, so that the second takes as long as the checks need.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const box = await rows().first().boundingBox();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('saved');
    await page.clock.runFor(200);
    const list = page.locator('ol[data-look]');
    expect(await list.getAttribute('aria-busy')).toBe('true');
    expect(await list.getAttribute('inert')).not.toBeNull();
    expect(await rows().first().boundingBox()).toEqual(box);
    await browser.shoot('trouble-stale-rows');
    const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(x + width / 2, y + height / 2);
    const isOpen = async (): Promise<boolean> => {
      await page.clock.runFor(50);
      return new URL(page.url()).searchParams.has('article');
    };
    expect(await isOpen()).toBe(false);
    await page.keyboard.press('j');
    expect(await isOpen()).toBe(false);
    expect(await list.evaluate((element) => element.contains(document.activeElement))).toBe(false);
    expect(await rows().count()).toBe(3);
    await page.clock.runFor(700);
    await eventually(async () => expect(await rows().count()).toBe(0));
    await page.getByLabel('Loading', { exact: false }).first().waitFor();
    await browser.shoot('trouble-stale-skeleton');
    for (const route of held) await route.continue();
    await page.clock.resume();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await rows().count()).toBe(0);
  });

  it('sends marks as soon as the connection is back, and says so until the server has them', async () => {
    let isHeld = true;
    const held: Route[] = [];
    await page.route('**/api/articles/read', (route) => {
      if (isHeld) held.push(route);
      else void route.continue();
    });
    await page.clock.install();
    await open('/?sort=time&filter=all');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.context().setOffline(true);
    const line = page.getByTestId('offline');
    await rows().last().getByRole('button', { name: 'Mark as read' }).click();
    // The time stands still but for this, so that no timer sends the mark again.
    await page.clock.runFor(2_500);
    await eventually(() => expect(held).toHaveLength(1));
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/articles/read'),
    );
    for (const route of held.splice(0)) await route.abort();
    await failed;
    await line.getByText('1 change waits.').waitFor();
    await page.context().setOffline(false);
    await line.getByText('1 change is being sent.').waitFor();
    await browser.shoot('trouble-sending');
    await eventually(() => expect(held).toHaveLength(1));
    isHeld = false;
    for (const route of held.splice(0)) await route.continue();
    await line.waitFor({ state: 'detached' });
    const { items } = await runner.get<{ items: { is_read: boolean }[] }>('/api/articles?filter=all');
    expect(items.at(-1)?.is_read).toBe(true);
  });

  /** Answers with a rate limit of two seconds as long as `refusals.left` is above 0. Counts all requests. */
  const limit = async (path: string, refusals: { left: number; asked: number }) => {
    await page.route(
      (url) => url.pathname === path,
      (route) => {
        refusals.asked += 1;
        refusals.left -= 1;
        if (refusals.left < 0) return route.continue();
        const details = { retry_after: 1 };
        const error = { code: 'RATE_LIMITED', message: 'm', details, category: 'limit', action: 'a' };
        return route.fulfill({ status: 429, json: { error } });
      },
    );
  };

  it('sends a mark again that a rate limit refused', async () => {
    const listed = async () =>
      (await runner.get<{ items: { article_id: string; is_read: boolean }[] }>('/api/articles?filter=all'))
        .items[1];
    // The tests before may have read it.
    await runner.put(`/api/articles/${(await listed())?.article_id}/read`, { is_read: false });
    await open('/?sort=time&filter=all');
    const refusals = { left: 1, asked: 0 };
    await limit('/api/articles/read', refusals);
    const isRead = async (): Promise<boolean | undefined> => (await listed())?.is_read;
    expect(await isRead()).toBe(false);
    await rows().nth(1).getByRole('button', { name: 'Mark as read' }).click();
    await eventually(() => expect(refusals.asked).toBeGreaterThanOrEqual(1));
    expect(await isRead()).toBe(false);
    await eventually(async () => expect(await isRead()).toBe(true));
    expect(refusals.asked).toBe(2);
  });

  it('counts down to the end of a rate limit and then loads the list by itself, each time once', async () => {
    const refusals = { left: 2, asked: 0 };
    await limit('/api/articles', refusals);
    await page.goto(`${runner.origin}/?sort=time`);
    const message = alert('The articles could not be loaded.');
    await message.getByText(/tries again by itself in 2 seconds/).waitFor();
    await browser.shoot('trouble-limited-list');
    await message.getByText(/tries again by itself in 1 second\./).waitFor();
    await eventually(async () => expect(await rows().count()).toBe(3));
    expect([await message.count(), refusals.asked]).toEqual([0, 3]);
  });

  it('counts down for an article, and waits as long as the page is hidden', async () => {
    const { items } = await runner.get<{ items: { article_id: string }[] }>('/api/articles?filter=all');
    const id = items[0]?.article_id ?? '';
    const refusals = { left: Infinity, asked: 0 };
    await limit(`/api/articles/${id}`, refusals);
    await page.addInitScript(`Object.defineProperty(document, 'visibilityState', {
      get: () => (window.isHidden ? 'hidden' : 'visible'), configurable: true })`);
    await page.goto(`${runner.origin}/?article=${id}`);
    const message = alert('This article could not be loaded.');
    await message.getByText(/tries again by itself in/).waitFor();
    await page.evaluate("window.isHidden = true; document.dispatchEvent(new Event('visibilitychange'))");
    await message.getByText('tries again now').waitFor();
    const { asked } = refusals;
    refusals.left = 0;
    await page.evaluate("window.isHidden = false; document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByTestId('article-content').getByText('know of Harbour').first().waitFor();
    expect(refusals.asked).toBe(asked + 1);
  });

  it('reloads once by itself after a deployment has replaced its files, and keeps its place', async () => {
    const loads: string[] = [];
    page.on('framenavigated', (frame) => loads.push(frame.url()));
    await open();
    const html = await readFile(join(import.meta.dirname, '../../dist/index.html'), 'utf8');
    const gone = (route: Route) => route.fulfill({ status: 404, body: 'gone' });
    let isDeployed = false;
    await page.route('**/assets/settings-page-*.js', (route) =>
      isDeployed ? route.continue() : gone(route),
    );
    // Serve a page that names another entry script, as a new deployment does.
    const newer = html.replace(/(src="\/assets\/index-[^".]+)/, '$1-newer');
    await page.route(`${runner.origin}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: newer }),
    );
    await page.route(`${runner.origin}/settings`, (route) => {
      isDeployed = true;
      return route.continue();
    });
    loads.length = 0;
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect([isDeployed, new URL(page.url()).pathname]).toEqual([true, '/settings']);
  });

  it('reloads only once for a file that stays missing', async () => {
    await open();
    const html = await readFile(join(import.meta.dirname, '../../dist/index.html'), 'utf8');
    const newer = html.replace(/(src="\/assets\/index-[^".]+)/, '$1-newer');
    let reloads = 0;
    await page.route('**/assets/settings-page-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.route(`${runner.origin}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: newer }),
    );
    await page.route(`${runner.origin}/settings`, (route) => {
      reloads += 1;
      return route.continue();
    });
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const message = alert('This page could not be shown.');
    await message.waitFor();
    expect(reloads).toBe(1);
    await message.getByRole('button', { name: 'Try again' }).click();
    await message.waitFor();
    expect(reloads).toBe(1);
  });

  it('shows a message when the program itself cannot be loaded', async () => {
    await page.route('**/assets/index-*.js', (route) => route.abort());
    await page.goto(runner.origin);
    await page.getByText('Omomi could not be loaded.').waitFor();
    await page.unroute('**/assets/index-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await eventually(async () => expect(await rows().count()).toBe(3));
  });
});
