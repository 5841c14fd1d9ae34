/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rss } from '../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { openWorld, type World } from './world.ts';

const paper = (title: string) =>
  rss(
    [
      {
        title: `News of the ${title}`,
        text: `<p>${'word '.repeat(600)}</p>`,
        link: `https://paper.example/${title}`,
        guid: title,
        date: new Date(Date.now() - 3_600_000).toISOString(),
      },
    ],
    { title, site: 'https://paper.example/' },
  );

describe.each([
  ['by touch', true],
  ['by mouse in a narrow window', false],
])('the drawer with the feeds, %s', (_name, isPhone) => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    for (const title of ['Herald', 'Tribune']) {
      server.set(`/${title}`, { body: paper(title) });
      await runner.post('/api/feeds', { url: server.url(`/${title}`) });
    }
    await runner.settled();
  });
  afterAll(async () => {
    await world?.close();
  });

  beforeEach(async () => {
    browser = await openBrowser({ width: 390, height: 844, isPhone });
    await browser.page.goto(runner.origin);
    await press(browser.page.getByRole('button', { name: 'Show feeds' }));
    await drawer().waitFor();
    await atRest();
  });
  afterEach(() => browser?.close());

  const press = (target: Locator) => (isPhone ? target.tap() : target.click());
  const drawer = () => browser.page.getByRole('dialog', { name: 'Feeds' });
  const menuButton = (title: string) => drawer().getByRole('button', { name: `Actions for ${title}` });
  const menus = () =>
    browser.page
      .getByRole('menu')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label')));

  /** Waits until the page has drawn thirty times and no animation runs, so that what closes by itself has closed. */
  const atRest = () =>
    browser.page.evaluate(async () => {
      for (let frame = 0; frame < 30; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    });

  it('opens the menu of a feed at one press, keeps it open, and does what is chosen', async () => {
    const { page, complaints } = browser;
    await press(menuButton('Herald'));
    await page.getByRole('menuitem', { name: 'Details…' }).waitFor();
    await atRest();
    expect(await menus()).toEqual(['Actions for Herald']);
    await browser.shoot(`drawer-menu-${isPhone ? 'touch' : 'mouse'}`);
    await press(page.getByRole('menuitem', { name: 'Details…' }));
    await page.getByRole('dialog').filter({ hasText: 'Herald' }).last().getByText('Address').waitFor();
    expect(complaints).toEqual([]);
  });

  it('closes the menu at a second press of its button, and opens another feed’s menu instead of it', async () => {
    // The menu opens above its button, where the drawer has more room, so the button of the feed below stays uncovered.
    await press(menuButton('Herald'));
    await eventually(async () => expect(await menus()).toEqual(['Actions for Herald']));
    await atRest();
    await press(menuButton('Tribune'));
    await eventually(async () => expect(await menus()).toEqual(['Actions for Tribune']));
    await atRest();
    expect(await menus()).toEqual(['Actions for Tribune']);
    await press(menuButton('Tribune'));
    await eventually(async () => expect(await menus()).toEqual([]));
    await atRest();
    expect(await menus()).toEqual([]);
    expect(await drawer().count()).toBe(1);
  });
});

describe('the drawer of a reader with many feeds', () => {
  let world: World;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  const folders = Array.from({ length: 6 }, (_, at) => `Folder ${at}`);
  const feedsOf = (folder: string) =>
    Array.from({ length: 12 }, (_, at) => {
      const title = `${folder === 'Folder 3' && at === 5 ? 'Gazette of Crème' : `Paper ${at}`} (${folder})`;
      return `<outline text="${title}" xmlUrl="${world.server.url(`/${encodeURIComponent(title)}`)}"/>`;
    }).join('');

  beforeAll(async () => {
    world = await openWorld();
    world.server.set('/first', { body: paper('First') });
    await world.runner.post('/api/feeds', { url: world.server.url('/first'), folder: 'Known' });
    await world.runner.settled();
    browser = await openBrowser({ width: 390, height: 844, isPhone: true });
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const drawer = () => browser.page.getByRole('dialog', { name: 'Feeds' });
  const openDrawer = async () => {
    await browser.page.goto(world.runner.origin);
    await browser.page.getByRole('button', { name: 'Show feeds' }).tap();
    await drawer()
      .getByRole('button', { name: /^(?:Open|Close) folder Known/ })
      .waitFor();
  };

  it('leaves the title of the list its room, and has what fetches the feeds in the menu of the list', async () => {
    const { page } = browser;
    await page.goto(world.runner.origin);
    const title = page.getByRole('heading', { level: 1, name: 'All articles' });
    await eventually(async () =>
      expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0),
    );
    await page.getByRole('button', { name: 'More for this list' }).tap();
    await page.getByRole('menuitem', { name: 'Fetch feeds' }).tap();
    await page.getByText('Nothing new.').waitFor();
    // The link to the page that is shown is on the screen, although it is one of the last.
    await page.goto(`${world.runner.origin}/jobs`);
    const link = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Activity' });
    await eventually(async () => {
      const { x, width } = (await link.boundingBox())!;
      expect([x >= 0, x + width <= 390]).toEqual([true, true]);
    });
  });

  it('has the folders of an import closed, in one scroll, and finds feeds and folders by name', async () => {
    const { page, complaints, shoot } = browser;
    await openDrawer();
    await drawer().getByRole('button', { name: 'Open folder Known' }).tap();
    await page.goto(`${world.runner.origin}/settings/feeds`);
    const groups = folders.map((name) => `<outline text="${name}">${feedsOf(name)}</outline>`).join('');
    await page.getByLabel('Import a file…').setInputFiles({
      name: 'feeds.opml',
      mimeType: 'text/xml',
      buffer: Buffer.from(`<opml version="2.0"><body>${groups}</body></opml>`),
    });
    await page.getByText(/72 feeds added/).waitFor();
    await openDrawer();
    await drawer().getByRole('button', { name: 'Open folder Folder 5' }).waitFor();
    expect(
      await drawer()
        .getByRole('button', { name: /^Open folder/ })
        .count(),
    ).toBe(folders.length);
    // That of before the import stays as the reader left it.
    expect(await drawer().getByRole('button', { name: 'Close folder Known' }).count()).toBe(1);
    await shoot('drawer-closed');

    await drawer().getByRole('button', { name: 'Open folder Folder 1' }).tap();
    await drawer().getByText('Paper 11 (Folder 1)').waitFor();
    const scrolled = await drawer().evaluate((root) =>
      [...root.querySelectorAll('*')]
        .filter((each) => each.scrollHeight > each.clientHeight + 1)
        .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
        .map((each) => each.tagName),
    );
    expect(scrolled).toEqual(['NAV']);
    await drawer()
      .getByRole('navigation')
      .evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await drawer().getByText('Folder 5').waitFor();

    const find = drawer().getByRole('searchbox', { name: 'Find a feed or folder' });
    await find.fill('CRÈME gazette');
    await eventually(async () =>
      expect(await drawer().getByRole('listitem').allTextContents()).toEqual([
        expect.stringContaining('Folder 3'),
        expect.stringContaining('Gazette of Crème'),
      ]),
    );
    await shoot('drawer-found');
    await find.fill('no such feed');
    await drawer().getByText('No feed or folder has this name.').waitFor();
    await find.fill('folder 4');
    await drawer().getByText('Paper 0 (Folder 4)').waitFor();
    await drawer().getByText('Paper 0 (Folder 4)').tap();
    await page.getByRole('heading', { level: 1, name: 'Paper 0 (Folder 4)' }).waitFor();
    expect(complaints.filter((each) => !/40[04]/.test(each))).toEqual([]);
  });
});

describe('the list of a phone', () => {
  it('is fetched and loaded anew when a finger pulls it down at its top, and scrolls elsewhere', async () => {
    const world = await openWorld();
    const { server, runner } = world;
    const item = (n: number) => ({
      title: `News number ${n}`,
      text: '<p>Text.</p>',
      link: `https://paper.example/${n}`,
      guid: `${n}`,
      date: new Date(Date.now() - n * 60_000).toISOString(),
    });
    const items = Array.from({ length: 30 }, (_, n) => item(n + 2));
    server.set('/feed', { body: rss(items, { title: 'Paper', site: 'https://paper.example/' }) });
    await runner.post('/api/feeds', { url: server.url('/feed') });
    await runner.settled();
    const { page, shoot, complaints, close } = await openBrowser({ width: 390, height: 844, isPhone: true });
    await Promise.all([page.waitForResponse(/pull-to-refresh/), page.goto(runner.origin)]);
    await page.getByTestId('article-row').first().waitFor();
    const touch = await page.context().newCDPSession(page);
    const pull = async (by: number, held?: () => Promise<void>) => {
      const at = (y: number) => ({ touchPoints: [{ x: 200, y }] });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(300) });
      for (let n = 1; n <= 8; n += 1)
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(300 + (by * n) / 8) });
      await Promise.resolve(held?.()).finally(() =>
        touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
      );
    };
    const sign = page.getByTestId('pull');
    let fetches = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/jobs')) fetches += 1;
    });

    /** Pulls from the top until the sign says what it should: the list may not listen yet, or still move. */
    const pullFromTop = (by: number, isFar: boolean) =>
      eventually(async () => {
        await page.evaluate(() => window.scrollTo(0, 0));
        expect(await page.evaluate(() => window.scrollY)).toBe(0);
        await pull(by, async () => {
          expect(await sign.getAttribute('data-far', { timeout: 500 })).toBe(String(isFar));
          await shoot(`pull-${by}`);
        });
      });

    await pullFromTop(60, false);
    await sign.waitFor({ state: 'detached' });
    await page.evaluate(() => window.scrollTo(0, 300));
    await pull(60, async () => expect(await sign.count()).toBe(0));
    await eventually(async () => expect(await page.evaluate(() => window.scrollY)).toBeLessThan(300));
    expect(fetches).toBe(0);

    server.set('/feed', {
      body: rss([item(1), ...items], { title: 'Paper', site: 'https://paper.example/' }),
    });
    await pullFromTop(220, true);
    await page
      .getByText(/new article/)
      .first()
      .waitFor();
    expect(fetches).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await close();
    await world.close();
  });
});
