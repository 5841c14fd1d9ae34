import type { Locator, Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, Page as ListPage } from '../../../backend/src/contract/index.ts';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

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
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: BrowserPage;

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    const paths = Array.from({ length: FEEDS }, (_, feed) => `/${feed}.xml`);
    for (const [feed, path] of paths.entries()) server.set(path, { body: feedOf(feed) });
    for (const path of paths) await runner.post('/api/feeds', { url: server.url(path) });
    await runner.settled();
    await runner.put('/api/me/preferences', { page_size: 200 });
    browser = await openBrowser();
    page = browser.page;
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const rowOf = (n: number, of = page) =>
    of
      .getByTestId('article-row')
      .filter({ has: of.getByRole('heading', { name: new RegExp(`${titleOf(n)}(,|$)`) }) });
  const news = () => page.getByTestId('news');

  /** The first row below the header of the page, and the place where it is on the screen. */
  const eye = (of = page) =>
    of.evaluate(async () => {
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
  /**
   * Clicks an element as soon as it stands still and nothing covers it. Playwright's own click scrolls the page to try again if
   * something covers the element for a moment, such as a window that is closing.
   */
  const press = async (element: Locator, options: { button?: 'middle' } = {}) => {
    await eventually(async () => expect(await canBePressed(element)).toBe(true));
    await element.click({ ...options, force: true });
  };
  const canBePressed = (element: Locator) =>
    element.evaluate(async (of) => {
      const before = of.getBoundingClientRect();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { left, top, width, height } = of.getBoundingClientRect();
      const isStill = before.left === left && before.top === top;
      return isStill && of.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  /** Scrolls down, in steps of less than a screen, until the row is 200 pixels below the upper edge. */
  const scrollTo = async (n: number, of = page) => {
    await of.getByTestId('article-row').first().waitFor();
    await of.evaluate(async (title) => {
      const find = () =>
        Array.from(document.querySelectorAll('[data-testid=article-row]')).find(
          (row) => row.querySelector('h2')?.textContent?.split(',')[0]?.endsWith(title) === true,
        );
      for (let row = find(); ; row = find()) {
        window.scrollBy(0, row === undefined ? 700 : row.getBoundingClientRect().top - 200);
        if (row !== undefined) return;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
    }, titleOf(n));
  };
  const fetchFeeds = async (told: RegExp) => {
    await press(page.getByRole('button', { name: 'Fetch feeds' }));
    await page.getByText(told).first().waitFor();
  };

  it('moves on by a key to the next page, although that comes after the key', async () => {
    const { page: other, close } = await openBrowser();
    const asked = Promise.withResolvers<void>();
    await other.route(/cursor=/, async (route) => {
      await asked.promise;
      await route.continue();
    });
    await other.goto(`${runner.origin}/?sort=time`);
    await other.getByTestId('article-row').first().waitFor();
    const selected = () =>
      other.evaluate(() => document.activeElement?.closest('.row')?.getAttribute('aria-posinset') ?? '');
    await other.keyboard.press('n');
    await eventually(async () => expect(await selected()).toBe('1'));
    await other.keyboard.press('End');
    await eventually(async () => expect(await selected()).toBe('200'));
    await other.keyboard.press('n');
    asked.resolve();
    await eventually(async () => expect(await selected()).toBe('201'));
    await close();
  });

  it('stays when a job ends that brings articles, which wait behind a button', async () => {
    await page.goto(`${runner.origin}/?sort=time`);
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
    // A row that is drawn anew while the mouse is down on it loses its click.
    const element = await rowOf(ROW).elementHandle();
    await page.evaluate(async () => {
      for (const distance of [-600, 600]) {
        window.scrollBy(0, distance);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
    });
    expect(await element?.evaluate((row) => row.isConnected)).toBe(true);
    await stays(() => fetchFeeds(/12 new articles/));
    await stays(() => eventually(async () => expect(await news().textContent()).toBe('+12 new')));
    await eventually(async () => expect(await page.title()).toBe('(412) All articles · Omomi'));
    await browser.shoot('position-1-news');
  });

  it('stays when another tab marks articles, which fade where they are', async () => {
    const other = await page.context().newPage();
    await other.goto(`${runner.origin}/?sort=time`);
    await scrollTo(ROW, other);
    const isRead = (n: number, of = page) => rowOf(n, of).getAttribute('data-read');
    await stays(async () => {
      for (const n of [ROW - 1, ROW, ROW + 1]) {
        await rowOf(n, other).getByRole('button', { name: 'Mark as read' }).click();
        await eventually(async () => expect(await isRead(n, other)).toBe('true'));
      }
      await rowOf(ROW, other).getByRole('button', { name: 'Save', exact: true }).click();
      await eventually(async () =>
        expect(await Promise.all([ROW - 1, ROW, ROW + 1].map((n) => isRead(n)))).toEqual([
          'true',
          'true',
          'true',
        ]),
      );
      await eventually(async () => expect(await rowOf(ROW).getAttribute('data-saved')).toBe('true'));
    });
    // Each tab asks for the counts after the marks were sent, and the answers hold them already.
    const counts = (of: BrowserPage) =>
      of.waitForResponse((response) => response.url().endsWith('/api/counts'));
    await Promise.all([counts(other), counts(page)]).then((all) =>
      Promise.all(all.map((each) => each.finished())),
    );
    for (const of of [other, page]) {
      await eye(of);
      expect(await of.title()).toBe('(409) All articles · Omomi');
    }
    await other.close();
  });

  it('stays after a reload, with the list as it was', async () => {
    await stays(async () => {
      await page.reload();
      await rowOf(ROW).waitFor();
      await eventually(async () => expect(await news().textContent()).toBe('+12 new'));
    });
    expect(await rowOf(ROW).getAttribute('data-read')).toBe('true');
  });

  it('stays while the page is offline and when it is back', async () => {
    await stays(async () => {
      await page.context().setOffline(true);
      server.set('/2.xml', { body: feedOf(2, [1_020]) });
      const { job_id } = await runner.post<{ job_id: string }>('/api/jobs/fetch-feeds', {});
      await runner.jobDone(job_id);
      await page.context().setOffline(false);
      await eventually(async () => expect(await news().textContent()).toBe('+13 new'));
    });
  });

  it('stays when its article is opened and closed by Back, Forward and Escape', async () => {
    const opened = () => new URL(page.url()).searchParams.has('article');
    const link = rowOf(ROW).getByRole('link', { name: titleOf(ROW) });
    await stays(async () => {
      await press(link);
      await page.getByTestId('article-content').waitFor();
      expect(opened()).toBe(true);
    });
    await stays(async () => {
      await page.goBack();
      await page.getByTestId('article-content').waitFor({ state: 'detached' });
      expect(opened()).toBe(false);
    });
    await stays(async () => {
      await page.goForward();
      await page.getByTestId('article-content').waitFor();
    });
    await browser.shoot('position-2-open');
    await stays(async () => {
      await page.keyboard.press('Escape');
      await page.getByTestId('article-content').waitFor({ state: 'detached' });
    });
  });

  it('stays under a window, which Back closes, and while another page is shown', async () => {
    await stays(async () => {
      await press(page.getByRole('button', { name: 'Add feed', exact: true }));
      await page.getByRole('dialog').waitFor();
      expect(new URL(page.url()).hash).toBe('#add-feed');
      await page.goBack();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
    await stays(async () => {
      await press(page.getByRole('link', { name: 'Settings', exact: true }));
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      await page.goBack();
      await rowOf(ROW).waitFor();
    });
  });

  const readIds = async () => {
    const ids = async (cursor = ''): Promise<string[]> => {
      const { items, next_cursor } = await runner.get<ListPage<ArticleRow>>(
        `/api/articles?filter=read&sort=published_at&limit=200${cursor}`,
      );
      const rest = next_cursor === null ? [] : await ids(`&cursor=${encodeURIComponent(next_cursor)}`);
      return [...items.map(({ article_id }) => article_id), ...rest];
    };
    return new Set(await ids());
  };

  it('stays when all above or below its article are marked read, which can be taken back', async () => {
    const before = await readIds();
    await stays(async () => {
      await press(rowOf(ROW).getByRole('button', { name: 'More for this article' }));
      await browser.shoot('position-3-menu');
      // One of the 300 was marked before.
      await press(page.getByRole('menuitem', { name: 'Mark the 299 above read' }));
      await page.getByText('299 articles marked read.').waitFor();
      expect(await rowOf(ROW - 2).getAttribute('data-read')).toBe('true');
      expect(await rowOf(ROW + 2).getAttribute('data-read')).toBe('false');
      await eventually(async () => expect((await readIds()).size).toBe(before.size + 299));
    });
    await stays(async () => {
      await page.keyboard.press('z');
      await eventually(async () => expect(await readIds()).toEqual(before));
      expect(await rowOf(ROW - 2).getAttribute('data-read')).toBe('false');
    });
    await stays(async () => {
      await page.keyboard.press('Shift+J');
      await eventually(async () => expect(await rowOf(ROW + 2).getAttribute('data-read')).toBe('true'));
      await press(page.getByRole('button', { name: 'Undo' }));
      await eventually(async () => expect(await rowOf(ROW + 2).getAttribute('data-read')).toBe('false'));
    });
    // What was taken back within two seconds is not sent at all.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('above');
    await page.getByRole('option', { name: 'Mark the 299 above this article read' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await readIds()).toEqual(before);
  });

  it('leaves a trail of read rows as the reader scrolls down, if wanted, but not as keys lead to another row', async () => {
    await runner.put('/api/me/preferences', { mark_read_on_scroll: true });
    const before = await readIds();
    await stays(async () => {
      await page.reload();
      await rowOf(ROW).waitFor();
    });
    // The code that follows the scrolling has come.
    await page.locator(':root[data-has-menus]').waitFor({ state: 'attached' });
    const onScreen = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll('[data-article]'))
          .filter((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            return (
              top < window.innerHeight && bottom > Number.parseFloat(getComputedStyle(row).scrollMarginTop)
            );
          })
          .map((row) => row.getAttribute('data-article') ?? ''),
      );
    const shown = await onScreen();
    await page.mouse.move(300, 500);
    const from = await page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, 400);
    await eventually(async () => expect(await page.evaluate(() => window.scrollY)).toBe(from + 400));
    const still = await onScreen();
    const past = shown.filter((id) => !still.includes(id));
    expect(past.length).toBeGreaterThan(1);
    const wanted = new Set([...before, ...past]);
    await eventually(async () => expect(await readIds()).toEqual(wanted));
    // The key says that it is not the reader who scrolls to the row.
    await page.keyboard.press('Escape');
    await rowOf(ROW + 8)
      .getByRole('link')
      .first()
      .focus();
    for (let n = 0; n < 8; n += 1) await page.keyboard.press('n');
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(from + 400);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const isRead = (id: string) =>
      page.evaluate((of) => document.querySelector(`[data-article="${of}"]`)?.getAttribute('data-read'), id);
    for (const id of still.filter((each) => !wanted.has(each))) expect(await isRead(id)).not.toBe('true');
  });

  /** Returns the titles of rows that the button lies on, and whether it can be pressed. */
  const newsAt = (of: BrowserPage) =>
    of.evaluate(() => {
      const pill = document.querySelector('[data-testid=news]');
      const box = pill?.getBoundingClientRect();
      if (!pill || !box) return null;
      const covered = [...document.querySelectorAll('[data-testid=article-row] h2')].filter((title) => {
        const words = document.createRange();
        words.selectNodeContents(title.querySelector('a') ?? title);
        return [...words.getClientRects()].some(
          // The letters of a line do not reach its edges.
          ({ top, bottom, width }) => width > 1 && top + 4 < box.bottom && bottom - 4 > box.top,
        );
      });
      const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return { covered: covered.map(({ textContent }) => textContent), isOnTop: pill.contains(middle) };
    });

  it.each([
    ['a desk', { width: 1440, height: 900, isPhone: false }],
    ['a phone', { width: 390, height: 844, isPhone: true }],
  ])('keeps its title clear of the button for what is new, on %s', async (name, look) => {
    const fresh = await openBrowser(look);
    await fresh.page.goto(`${runner.origin}/?sort=time`);
    // A list that nobody reads yet would be loaded anew by itself.
    await rowOf(1_020, fresh.page).getByRole('link').first().focus();
    server.set('/3.xml', { body: feedOf(3, look.isPhone ? [1_030, 1_031] : [1_030]) });
    const { job_id } = await runner.post<{ job_id: string }>('/api/jobs/fetch-feeds', {});
    await runner.jobDone(job_id);
    const pill = fresh.page.getByTestId('news');
    await pill.waitFor();
    await fresh.shoot(`position-4-news-${name}`);
    expect(await newsAt(fresh.page)).toEqual({ covered: [], isOnTop: true });
    // An article that lies over the list lies over the button too.
    await rowOf(1_020, fresh.page).getByRole('link').first().click();
    await fresh.page.getByTestId('article-content').waitFor();
    expect((await newsAt(fresh.page))?.isOnTop).toBe(!look.isPhone);
    await fresh.shoot(`position-5-open-${name}`);
    await fresh.close();
  });

  it('is left when the reader asks for what is new', async () => {
    await news().click();
    await eventually(async () => expect(await rowOf(1_020).count()).toBe(1));
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(await news().count()).toBe(0);
  });

  it('stays if the reader scrolls down while the list, still at its top, is loaded anew', async () => {
    const lists = '**/api/articles?*';
    const asked = Promise.withResolvers<void>();
    const scrolled = Promise.withResolvers<void>();
    await page.route(
      lists,
      async (route) => {
        asked.resolve();
        await scrolled.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await page.evaluate(() => new BroadcastChannel('omomi').postMessage({ kind: 'changed', what: 'rows' }));
    await asked.promise;
    // Beyond the first page, which alone is in the answer.
    await scrollTo(ROW);
    const { title } = await eye();
    await stays(async () => {
      // The list is not replaced, so its marks are compared with the server's in a further request.
      const reviewed = page.waitForResponse((response) => response.url().includes('limit=200'));
      scrolled.resolve();
      await (await reviewed).finished();
      await page.waitForResponse((response) => response.url().includes('/api/articles?'));
    });
    expect((await eye()).title).toBe(title);
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  });

  it('is that of the article, where a link or another tab opens its address', async () => {
    await scrollTo(120);
    const href = await rowOf(120).getByRole('link').first().getAttribute('href');
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      press(rowOf(120).getByRole('link').first(), { button: 'middle' }),
    ]);
    await other.getByTestId('article-content').getByText('The text of story 120').first().waitFor();
    const { pathname, search } = new URL(other.url());
    expect(`${pathname}${search}`).toBe(href);
    /** How far a row is below the header, in pixels. */
    const belowHeader = (n: number) =>
      rowOf(n, other).evaluate((row) => {
        const header = document.querySelector('main header')?.getBoundingClientRect().bottom ?? Infinity;
        return row.getBoundingClientRect().top - header;
      });
    await eventually(async () => {
      expect(await belowHeader(120)).toBeGreaterThanOrEqual(0);
      expect(await belowHeader(120)).toBeLessThan(40);
    });
    // The article before it is above the row, where the header would cover it.
    for (const n of [119, 118, 117]) {
      await other.keyboard.press('k');
      await eventually(async () => expect(await rowOf(n, other).getAttribute('aria-current')).toBe('true'));
      await eventually(async () => expect(await belowHeader(n)).toBeGreaterThanOrEqual(0));
    }
    // This tab has loaded 200 rows. All that are below are marked, and the row stays.
    const place = await belowHeader(117);
    const opened = (await rowOf(117, other).getAttribute('data-article')) ?? '';
    await eventually(async () => expect((await readIds()).has(opened)).toBe(true));
    const before = await readIds();
    await other.keyboard.press('Shift+J');
    const notice = other.getByText(/^\d+ articles marked read\.$/);
    await notice.waitFor();
    const marked = Number.parseInt((await notice.textContent()) ?? '', 10);
    expect(marked).toBeGreaterThan(270);
    await eventually(async () => expect((await readIds()).size).toBe(before.size + marked));
    const { items: unread } = await runner.get<ListPage<ArticleRow>>(
      '/api/articles?filter=unread&sort=published_at&limit=200',
    );
    const numbers = unread.map(({ title }) => Number(/number (\d+)/.exec(title)?.[1]));
    expect(Math.max(...numbers.filter((n) => n < ARTICLES * FEEDS))).toBeLessThanOrEqual(117);
    expect(Math.abs((await belowHeader(117)) - place)).toBeLessThanOrEqual(1);
    await other.keyboard.press('z');
    await eventually(async () => expect(await readIds()).toEqual(before));
    expect(Math.abs((await belowHeader(117)) - place)).toBeLessThanOrEqual(1);
    await other.close();
    expect(
      browser.complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED')),
    ).toEqual([]);
  });
});
