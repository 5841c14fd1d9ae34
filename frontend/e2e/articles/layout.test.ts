/// <reference lib="dom" />
import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, Feed, Page as ListPage } from '../../../backend/src/contract/index.ts';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';
import { violationsOf } from '../crawls/axe.ts';

const HOUR = 3_600_000;
const PAPERS = [
  ['Harbour', 'News'],
  ['Meadow', 'News'],
  ['Orbit', 'Science'],
  ['Tundra', null],
] as const;

/** Two papers print this article of an agency, which is a story. */
const isShared = (place: number, n: number) => n === 1 && (place === 1 || place === 2);
const SHARED = 'The ferry strike ends after nine days of talks with the harbour board';

const paper = (title: string, place: number) =>
  rss(
    Array.from({ length: 10 }, (_, n) => ({
      title: isShared(place, n)
        ? SHARED
        : `${title} ${n}: ${n % 2 === 0 ? 'a short title' : 'a title that needs more than one line in a narrow pane'}`,
      text: isShared(place, n)
        ? `<p>${`${SHARED}, and the first ships leave at noon. `.repeat(6)}</p>`.repeat(6)
        : `<p>${`What ${title} has to say, part ${n}. `.repeat(12)}</p>`.repeat(6),
      link: `https://paper.example/${title}/${n}`,
      guid: `${title}-${n}`,
      date: new Date(Date.now() - (n * PAPERS.length + place) * HOUR).toISOString(),
    })),
    { title, site: 'https://paper.example/' },
  );

/** The tests go on where the test before them ended, in one page, as a reader does. */
describe('the page on a wide screen and on a phone', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: BrowserPage;

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
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
    await world?.close();
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
    // After a choice, letters are keys of the list again, as soon as it is there.
    await page.locator('ol[data-look][aria-busy=false]').waitFor();
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
    await page.getByRole('button', { name: 'Actions for folder News' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Mark all read' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Actions for folder News' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await eventually(async () => expect((await names())[0]).toBe('News'));
    expect(await violationsOf(page)).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });

  it('keeps the focus in the line of a folder with a new name, and gives back one that lost its last feed', async () => {
    const folderNames = async () => [
      ...new Set((await runner.get<ListPage<Feed>>('/api/feeds')).items.map(({ folder }) => folder)),
    ];
    await page.getByRole('button', { name: 'Actions for folder News' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByLabel('Folder name').fill('Quarterly');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => {
      const focused = () => document.activeElement?.closest('[data-key]')?.getAttribute('data-key') ?? null;
      expect(await page.evaluate(focused)).toBe('folder:Quarterly');
    });
    expect(new URL(page.url()).hash).toBe('');

    const line = (name: string) =>
      lines()
        .filter({ has: page.getByRole('link', { name }) })
        .first();
    const bring = async (title: string): Promise<void> => {
      await line(title).hover();
      await eventually(async () => expect(await line(title).getAttribute('draggable')).toBe('true'));
      await line(title).dragTo(line('Orbit'), { targetPosition: { x: 60, y: 4 } });
    };
    await bring('Harbour');
    await eventually(async () => expect(await folderNames()).toContain('Quarterly'));
    await bring('Meadow');
    await eventually(async () => expect(await folderNames()).toEqual(['Science']));
    await page.getByText('The folder “Quarterly” was removed with its last feed.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () =>
      expect(new Set(await folderNames())).toEqual(new Set(['Quarterly', 'Science'])),
    );
    expect(browser.complaints).toEqual([]);
  });

  const rows = () => page.getByTestId('article-row');
  const pane = () => page.getByTestId('article-pane');
  const tops = () =>
    rows().evaluateAll((all) => all.slice(0, 6).map((row) => Math.round(row.getBoundingClientRect().top)));
  const widthOf = (label: string) =>
    page.getByRole('separator', { name: label }).getAttribute('aria-valuenow');

  it('shows an article beside the list, which does not move, and goes on with j, k and space', async () => {
    await page.goto(runner.origin);
    await rows().nth(3).waitFor();
    const before = await tops();
    await rows().nth(2).getByRole('link').first().click();
    await pane().getByTestId('article-content').waitFor();
    expect(await tops()).toEqual(before);
    expect(await rows().nth(2).getAttribute('aria-current')).toBe('true');
    expect(await pane().getAttribute('data-mode')).toBe('beside');
    await browser.shoot('layout-1440-beside');
    const title = () => pane().getByRole('heading', { level: 2 }).first().textContent();
    const first = await title();
    await press('j');
    await eventually(async () => expect(await rows().nth(3).getAttribute('aria-current')).toBe('true'));
    await press('k');
    await eventually(async () => expect(await title()).toBe(first));
    await pane().getByTestId('article-content').waitFor();
    // Space turns the page of the article, not of the list, and at the end it opens the next one.
    await press('Space');
    await eventually(async () =>
      expect(await pane().evaluate((each) => each.scrollTop)).toBeGreaterThan(100),
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    for (let n = 0; n < 8 && (await title()) === first; n += 1) await press('Space');
    await eventually(async () => expect(await rows().nth(3).getAttribute('aria-current')).toBe('true'));
    expect(await violationsOf(page)).toEqual([]);
    await press('u');
    await pane().waitFor({ state: 'detached' });
    expect(await tops()).toEqual(before);
  });

  it('shows an article that the list has no row of beside it, and moves no row when the reader goes on', async () => {
    const { items } = await runner.get<ListPage<ArticleRow>>('/api/articles?sort=published_at&limit=50');
    const ids = () => rows().evaluateAll((all) => all.map((row) => row.id));
    await page.goto(runner.origin);
    await rows().nth(9).waitFor();
    const before = [await ids(), await tops()] as const;
    // Only the first article of a story has a row.
    const alone = items.find(({ article_id }) => !before[0].includes(`article-${article_id}`));
    await page.goto(`${runner.origin}/?article=${alone!.article_id}`);
    await pane().getByTestId('article-content').waitFor();
    expect(await pane().getByRole('heading', { level: 2 }).first().textContent()).toBe(alone!.title);
    await eventually(async () => expect([await ids(), await tops()]).toEqual(before));
    await press('j');
    await eventually(async () => expect(await rows().first().getAttribute('aria-current')).toBe('true'));
    await eventually(async () => expect([await ids(), await tops()]).toEqual(before));
    await page.goto(`${runner.origin}/?article=${alone!.article_id}`);
    await pane().getByTestId('article-content').waitFor();
    await press('Escape');
    await pane().waitFor({ state: 'detached' });
    await eventually(async () => expect([await ids(), await tops()]).toEqual(before));
  });

  it('opens an article by the first o and closes it by the second, and Back from its address leads to its list', async () => {
    const { page } = browser;
    await page.goto(runner.origin);
    await page.getByTestId('article-row').first().waitFor();
    const pane = page.getByTestId('article-pane');
    await page.keyboard.press('o');
    await pane.waitFor();
    const address = page.url();
    // In its narrowest pane the head of the article has room: no part lies over another, or leaves the pane.
    await page.setViewportSize({ width: 1200, height: 900 });
    await pane.getByTestId('article-content').waitFor();
    await eventually(async () =>
      expect(
        await pane.evaluate((whole) => {
          const within = whole.getBoundingClientRect();
          const boxes = [...whole.querySelectorAll('h2, .facts, [id$=-why], [role=toolbar] > *')].map(
            (part) => part.getBoundingClientRect(),
          );
          const lies = boxes.some((one, n) =>
            boxes
              .slice(n + 1)
              .some(
                (other) =>
                  one.left < other.right - 1 &&
                  other.left < one.right - 1 &&
                  one.top < other.bottom - 1 &&
                  other.top < one.bottom - 1,
              ),
          );
          return { width: within.width < 460, lies, leaves: boxes.some(({ right }) => right > within.right) };
        }),
      ).toEqual({ width: true, lies: false, leaves: false }),
    );
    await browser.shoot('layout-narrow-pane');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('o');
    await pane.waitFor({ state: 'detached' });
    // `o` on an article that moving has shown puts the focus into its text.
    await page.keyboard.press('j');
    await pane.waitFor();
    await page.keyboard.press('o');
    await eventually(async () =>
      expect(await pane.locator('h2').evaluate((head) => head === document.activeElement)).toBe(true),
    );
    await page.keyboard.press('o');
    await pane.waitFor({ state: 'detached' });

    const other = await page.context().newPage();
    await other.goto(address);
    await other.getByTestId('article-pane').waitFor();
    await other.goBack();
    await other.getByTestId('article-pane').waitFor({ state: 'detached' });
    await other.getByTestId('article-row').first().waitFor();
    expect(other.url()).toBe(`${runner.origin}/`);
    await other.close();
  });

  it('has panes that are resized by keys and by mouse, and keep their widths', async () => {
    const list = page.getByRole('separator', { name: 'Width of the list' });
    expect(await widthOf('Width of the list')).toBe('480');
    await list.focus();
    await press('ArrowLeft', 'ArrowLeft');
    expect(await widthOf('Width of the list')).toBe('448');
    const box = (await page.getByRole('separator', { name: 'Width of the feeds' }).boundingBox())!;
    await page.mouse.move(box.x + 4, 400);
    await page.mouse.down();
    await page.mouse.move(box.x + 64, 400, { steps: 4 });
    await page.mouse.up();
    expect(await widthOf('Width of the feeds')).toBe('340');
    await page.reload();
    await rows().first().waitFor();
    expect([await widthOf('Width of the feeds'), await widthOf('Width of the list')]).toEqual(['340', '448']);
    const sidebar = await page.getByRole('navigation', { name: 'Feeds' }).boundingBox();
    expect(Math.abs((sidebar?.width ?? 0) - 340)).toBeLessThanOrEqual(1);
  });

  it('shows an article over the list on a screen of two panes, and Back leads to the same row at the same pixel', async () => {
    await page.setViewportSize({ width: 900, height: 700 });
    await page.getByRole('separator', { name: 'Width of the list' }).waitFor({ state: 'detached' });
    await page.evaluate(() => window.scrollTo(0, 600));
    const shown = () =>
      rows().evaluateAll((all) =>
        all.map((row) => [row.getAttribute('data-article'), row.getBoundingClientRect().top] as const),
      );
    // The controls and the titles break into other lines in a pane of another width.
    await page.evaluate(async () => {
      for (let still = 0, last = ''; still < 10;) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const tops = [...document.querySelectorAll('[data-article]')].map(
          (row) => row.getBoundingClientRect().top,
        );
        still = tops.join(' ') === last ? still + 1 : 0;
        last = tops.join(' ');
      }
    });
    const before = await shown();
    const [id] = before.find(([, top]) => top > 250)!;
    const link = page.locator(`[data-article="${id}"]`).getByRole('link').first();
    await link.click();
    await pane().getByTestId('article-content').waitFor();
    expect(await pane().getAttribute('data-mode')).toBe('over');
    expect(
      await page.locator('#list-pane').evaluate((list) => list instanceof HTMLElement && list.inert),
    ).toBe(true);
    await browser.shoot('layout-900-over');
    await page.goBack();
    await pane().waitFor({ state: 'detached' });
    await eventually(async () => expect(await shown()).toEqual(before));
    expect(await link.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(browser.complaints).toEqual([]);
  });

  it('opens an article in its place for a reader who wants that, and moves no row that was clicked', async () => {
    await runner.put('/api/me/preferences', { open_articles: 'in_place' });
    await page.goto(runner.origin);
    await rows().nth(3).waitFor();
    // Until the server has answered, the page goes by the copy that it keeps.
    await page.getByRole('separator', { name: 'Width of the list' }).waitFor({ state: 'detached' });
    // A key ends the return to where the page was before it was loaded again.
    await press('Escape');
    await page.evaluate(() => window.scrollTo(0, 0));
    const id = await rows().nth(2).getAttribute('data-article');
    const row = page.locator(`[data-article="${id}"]`);
    const { y } = (await row.boundingBox())!;
    await row.getByRole('link').first().click();
    await row.getByTestId('article-content').waitFor();
    // An open row has a margin of its own.
    expect(Math.abs((await row.boundingBox())!.y - y)).toBeLessThanOrEqual(1);
    expect(await pane().count()).toBe(0);
    await runner.put('/api/me/preferences', { open_articles: 'beside' });
  });

  it('has a palette that goes anywhere and does anything, by keys alone', async () => {
    const field = () => page.getByRole('combobox', { name: 'Go anywhere, do anything' });
    const find = async (text: string, first: RegExp) => {
      await press('Control+k');
      await field().fill(text);
      await eventually(async () =>
        expect(await page.getByRole('option').first().textContent()).toMatch(first),
      );
    };
    await page.goto(runner.origin);
    await rows().first().waitFor();
    await find('orb', /^Orbit/);
    await browser.shoot('layout-palette');
    expect(await violationsOf(page)).toEqual([]);
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Orbit' }).waitFor();
    await field().waitFor({ state: 'detached' });
    await find('settings rules', /^Settings: Feeds and rules/);
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Orbit' }).waitFor();
    // In Japanese too, although the page is English.
    await find('ダーク', /^Appearance: Dark/);
    await press('Enter');
    await eventually(async () =>
      expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true),
    );
    await rows().first().waitFor();
    await browser.shoot('layout-1440-dark');
    await find('automatic', /^Appearance: Automatic/);
    await press('Escape');
    await field().waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Orbit' }).waitFor();
  });

  /** The place of the row that has the focus among those rendered; -1 if none has. */
  const focusedRow = () =>
    rows().evaluateAll((all) => all.findIndex((row) => row.contains(document.activeElement)));
  const rowInList = () =>
    page.evaluate(() =>
      Number(document.activeElement?.closest('[data-article]')?.getAttribute('aria-posinset')),
    );

  const rowsInList = async () =>
    Number(await page.locator('[data-article]').first().getAttribute('aria-setsize'));

  it('leads from row to row by arrows, also to the ends of the list, and scrolls an article that has the focus', async () => {
    await page.goto(`${runner.origin}/?sort=time`);
    await rows().nth(2).waitFor();
    // The last of the rows is not rendered yet on a screen that is this low.
    await page.setViewportSize({ width: 1440, height: 240 });
    for (const view of ['compact', 'list']) {
      await runner.put('/api/me/preferences', { view });
      await page.reload();
      // The view of one line has a list of its own. The rows of the former one take no focus.
      await page.locator(`ol[data-look=${view}]:not([inert])`).waitFor();
      await rows().first().getByRole('link').first().focus();
      await press('ArrowDown', 'ArrowDown', 'ArrowUp');
      expect(await rowInList()).toBe(2);
      await press('End');
      await eventually(async () => expect(await rowInList()).toBe(await rowsInList()));
      await press('Home');
      await eventually(async () => expect(await rowInList()).toBe(1));
      expect(await page.evaluate(() => window.scrollY)).toBeLessThan(10);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await rows().nth(2).getByRole('link').first().click();
    await pane().getByTestId('article-content').waitFor();
    await press('ArrowDown');
    expect(await rowInList()).toBe(4);
    expect(await rows().nth(2).getAttribute('aria-current')).toBe('true');
    await pane().getByRole('heading', { level: 2 }).first().focus();
    await press('ArrowDown');
    await eventually(async () => expect(await pane().evaluate((each) => each.scrollTop)).toBeGreaterThan(0));
    expect(await rows().nth(2).getAttribute('aria-current')).toBe('true');
    await press('u');
    await pane().waitFor({ state: 'detached' });
  });

  it('goes to places by two keys, and names every key', async () => {
    await press('g', 's');
    await page.getByRole('heading', { level: 1, name: 'Saved' }).waitFor();
    await press('g', 't');
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await press('u');
    await page.getByRole('heading', { level: 1, name: 'All articles' }).waitFor();
    await press('g', 'f');
    expect(await page.evaluate(() => document.activeElement?.closest('[data-key]') !== null)).toBe(true);
    // A letter that no name begins with is a key of the page, and so are both keys of a chord.
    await press('g', 'm');
    await page.getByRole('heading', { level: 1, name: 'Feeds' }).waitFor();
    await press('g', 'a');
    await page.getByRole('heading', { level: 1, name: 'All articles' }).waitFor();
    await rows().first().waitFor();
    await press('g', 'f', 'Escape');
    expect(await focusedRow()).toBe(0);
    await press('g', 'f', 'j');
    expect(await focusedRow()).toBe(1);
    await press('g', 'f', '?');
    await page.getByRole('dialog').getByText('g a').waitFor();
    await browser.shoot('layout-keys');
    expect(await violationsOf(page)).toEqual([]);
    await press('Escape');
    expect(browser.complaints).toEqual([]);
  });

  it('gives the reader’s own keys to what they do, on this device, until those of a program are chosen', async () => {
    const dialog = page.getByRole('dialog');
    const next = (key: string) =>
      dialog.getByRole('button', { name: `Next article; beside the list it is shown at once: ${key}.` });
    await dialog.waitFor({ state: 'detached' });
    await press('?');
    await next('j').click();
    await press('Escape');
    await next('j').click();
    await press('e');
    await next('e').waitFor();
    expect(await dialog.getByRole('combobox', { name: 'Keys', exact: true }).inputValue()).toBe('own');
    await browser.shoot('layout-own-keys');
    expect(await violationsOf(page)).toEqual([]);
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const opened = () => new URL(page.url()).searchParams.get('article');
    const first = opened();
    await press('e');
    await eventually(() => expect(opened()).not.toBe(first));

    await page.goto(`${runner.origin}/`);
    await rows().first().waitFor();
    await eventually(async () => {
      await press('e');
      expect(opened()).not.toBeNull();
    });
    // The second key of a chord is nobody's own.
    await press('?');
    await dialog.getByRole('combobox', { name: 'Keys', exact: true }).selectOption('vim');
    await dialog.getByRole('button', { name: 'Open or close the article: l.' }).waitFor();
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const before = opened();
    await press('e');
    await press('h');
    await eventually(() => expect(opened()).toBeNull());
    expect(before).not.toBeNull();
    await press('?');
    await dialog.getByRole('combobox', { name: 'Keys', exact: true }).selectOption('omomi');
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.getItem('omomi.keys'))).toBeNull();
    expect(browser.complaints).toEqual([]);
  });

  it('is one pane on a phone, where a swipe saves a row, marks it, or leads back', async () => {
    const phone = await openBrowser({
      width: 390,
      height: 844,
      isPhone: true,
      locale: 'ja-JP',
      colorScheme: 'dark',
    });
    const touch = await phone.page.context().newCDPSession(phone.page);
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    /** Moves a finger from one point to another, and calls `held` before it is lifted. */
    const swipe = async (from: [number, number], to: [number, number], held?: () => Promise<void>) => {
      await finger('touchStart', ...from);
      for (let n = 1; n <= 6; n += 1)
        await finger(
          'touchMove',
          from[0] + ((to[0] - from[0]) * n) / 6,
          from[1] + ((to[1] - from[1]) * n) / 6,
        );
      await held?.();
      await finger('touchEnd');
    };
    // A page before the list, to which a swipe that counts twice would lead.
    await phone.page.goto(`${runner.origin}/settings`);
    await Promise.all([
      // The code that follows fingers is loaded after the list.
      phone.page.waitForResponse(/follow-fingers/),
      phone.page.goto(runner.origin),
    ]);
    const row = phone.page.getByTestId('article-row').nth(1);
    await row.waitFor();
    const { y } = (await row.boundingBox())!;
    const hint = phone.page.getByTestId('swipe-hint');
    await swipe([300, y + 40], [120, y + 44], async () => {
      await eventually(async () => expect(await hint.getAttribute('data-far')).toBe('true'));
      expect(await hint.textContent()).toBe('保存');
      // A wider page would push what is fixed to its lower edge off the screen.
      expect(await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      await phone.shoot('layout-390-swipe');
    });
    await eventually(async () => expect(await row.getAttribute('data-saved')).toBe('true'));
    expect(await hint.count()).toBe(0);
    const wasRead = await row.getAttribute('data-read');
    await swipe([60, y + 40], [120, y + 44]);
    await swipe([60, y + 40], [240, y + 44], async () => {
      expect(await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    });
    await eventually(async () => expect(await row.getAttribute('data-read')).not.toBe(wasRead));
    expect(new URL(phone.page.url()).searchParams.has('article')).toBe(false);
    const { y: before } = (await row.boundingBox())!;
    const article = phone.page.getByTestId('article-pane');
    // The browser ignores a tap that follows a gesture at once.
    await eventually(async () => {
      await row.getByRole('link').first().tap({ timeout: 3_000 });
      await article.waitFor({ timeout: 3_000 });
    });
    await article.getByTestId('article-content').waitFor();
    await phone.shoot('layout-390-article');
    expect(await violationsOf(phone.page)).toEqual([]);
    /** The address, once the browser has had the time to go on by itself. */
    const placeInHistory = () =>
      phone.page.evaluate(async () => {
        for (let frame = 0; frame < 30; frame += 1)
          await new Promise((resolve) => requestAnimationFrame(resolve));
        return location.href;
      });
    const opened = await placeInHistory();
    // Over the text a finger leads to the next article, without another step of the history, and back to this one.
    const titleOf = () => article.getByRole('heading', { level: 2 }).textContent();
    const first = await titleOf();
    await swipe([300, 500], [120, 508]);
    await eventually(async () => expect(await titleOf()).not.toBe(first));
    await swipe([100, 500], [280, 508]);
    await eventually(async () => expect(await titleOf()).toBe(first));
    await article.getByTestId('article-content').waitFor();
    expect(await placeInHistory()).toBe(opened);
    // From within the browser's own edge and beyond it, and farther than the browser's own gesture needs.
    for (const x of [10, 30, 40]) {
      await swipe([x, 400], [x + 240, 410]);
      await article.waitFor({ state: 'detached' });
      expect([x, await placeInHistory()]).toEqual([x, `${runner.origin}/`]);
      expect((await row.boundingBox())!.y).toBe(before);
      await phone.page.goForward();
      await article.getByTestId('article-content').waitFor();
      expect(phone.page.url()).toBe(opened);
    }
    await swipe([30, 400], [200, 410]);
    await article.waitFor({ state: 'detached' });
    expect((await row.boundingBox())!.y).toBe(before);
    await phone.page.getByRole('navigation', { name: '主なページ' }).waitFor();
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });
});
