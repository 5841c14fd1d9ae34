import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';
import { paper } from './paper.ts';

const GONE = '1000000000000000001';

describe('the address of an article', () => {
  let world: World;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;

  beforeAll(async () => {
    world = await openWorld();
    world.server.set('/tides.xml', { body: paper('Tide') });
    await world.runner.post('/api/feeds', { url: world.server.url('/tides.xml') });
    await world.runner.settled();
  });
  afterAll(async () => {
    await world?.close();
  });
  afterEach(() => browser.close());

  const openPage = async (path: string, look: Parameters<typeof openBrowser>[0]) => {
    browser = await openBrowser(look);
    page = browser.page;
    return () => page.goto(`${world.runner.origin}${path}`);
  };
  const rows = () => page.getByTestId('article-row');
  const alert = (title: string) => page.getByRole('alert').filter({ hasText: title });
  /** Lets the server fail for these paths until the returned function is called. */
  const failFor = async (path: RegExp): Promise<() => Promise<void>> => {
    const isOne = (url: URL) => path.test(url.pathname);
    await page.route(isOne, (route) => route.fulfill({ status: 500, body: '{}' }));
    return () => page.unroute(isOne);
  };
  const idOf = async (title: string): Promise<string> => {
    const { items } = await world.runner.get<{ items: { article_id: string; title: string }[] }>(
      '/api/articles',
    );
    return items.find((item) => item.title === title)?.article_id ?? '';
  };

  it.each([
    { where: 'beside the list', look: { width: 1440, height: 900 }, path: '/' },
    { where: 'above the list of a phone', look: { width: 390, height: 844, isPhone: true }, path: '/' },
    { where: 'beside Today', look: { width: 1440, height: 900 }, path: '/today' },
    { where: 'beside what was found', look: { width: 1440, height: 900 }, path: '/search?q=tide' },
  ])('that is gone says so $where, and closes', async ({ where, look, path }) => {
    const go = await openPage(`${path}${path.includes('?') ? '&' : '?'}article=${GONE}`, look);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(`/api/articles/${GONE}`)) asked += 1;
    });
    await go();
    const message = alert('This article could not be loaded.');
    await message.getByText('It has expired, or you unsubscribed from its feed.').waitFor();
    await eventually(async () => expect(await rows().count()).toBe(3));
    expect(await message.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    // The code that comes after the list does not ask again, which would hide the message for a moment.
    await page.locator('html[data-has-menus]').waitFor();
    expect(asked).toBe(1);
    await browser.shoot(`missing-${where.replaceAll(' ', '-')}`);
    const isBeside = await page.evaluate(
      () => document.querySelector('#list-pane')?.querySelector('[role=alert]') === null,
    );
    expect(isBeside).toBe(where.startsWith('beside'));
    await message.getByRole('button', { name: 'Close article' }).click();
    await eventually(async () => expect(await message.count()).toBe(0));
    expect(new URL(page.url()).searchParams.has('article')).toBe(false);
  });

  it('is shown although its list fails, and stays open when the list is there', async () => {
    const go = await openPage(`/?article=${await idOf('Tide 2')}`, { width: 1440, height: 900 });
    const mend = await failFor(/^\/api\/articles$/);
    await go();
    const message = alert('The articles could not be loaded.');
    await message.waitFor();
    const text = page.getByTestId('article-pane').getByText('What there is to know of Tide 2.');
    await text.waitFor();
    await browser.shoot('missing-list');
    await mend();
    await message.getByRole('button', { name: 'Try again' }).click();
    await eventually(async () => expect(await rows().count()).toBe(3));
    expect(await text.isVisible()).toBe(true);
  });

  it('fails with its list, and both are there after a retry each', async () => {
    const go = await openPage(`/?article=${await idOf('Tide 3')}`, { width: 1440, height: 900 });
    const mend = await failFor(/^\/api\/articles(?:$|\/)/);
    await go();
    const list = alert('The articles could not be loaded.');
    const article = alert('This article could not be loaded.');
    await list.waitFor();
    await article.waitFor();
    await browser.shoot('missing-both');
    await mend();
    await article.getByRole('button', { name: 'Try again' }).click();
    await page.getByTestId('article-pane').getByText('What there is to know of Tide 3.').waitFor();
    await list.getByRole('button', { name: 'Try again' }).click();
    await eventually(async () => expect(await rows().count()).toBe(3));
  });

  it('marks it read as it is followed, but not again by a reload or by Back once it is kept unread', async () => {
    const id = await idOf('Tide 1');
    const isRead = async () => (await world.runner.get<{ is_read: boolean }>(`/api/articles/${id}`)).is_read;
    const go = await openPage(`/?article=${id}`, { width: 1440, height: 900 });
    await go();
    await eventually(async () => expect(await isRead()).toBe(true));
    const keep = page.getByRole('button', { name: 'Keep unread' });
    await keep.click();
    await eventually(async () => expect(await isRead()).toBe(false));
    const isShownUnread = async () => {
      await page.locator('html[data-has-menus]').waitFor();
      await page.getByTestId('article-pane').getByText('What there is to know of Tide 1.').waitFor();
      expect(await keep.getAttribute('aria-pressed')).toBe('true');
    };
    await page.reload();
    await isShownUnread();
    await page.goto('about:blank');
    await page.goBack();
    await isShownUnread();
    expect(await isRead()).toBe(false);
  });
});
