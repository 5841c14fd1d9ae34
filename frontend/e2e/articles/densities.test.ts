// @module-tag long
/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page as BrowserPage } from 'playwright-core';
import type { ArticleRow, Keyword, Page as ListPage } from '../../../backend/src/contract/index.ts';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';
import { violationsOf } from '../crawls/axe.ts';

const HEADLINES = [
  'The last lighthouse keeper of the northern coast hands over the keys',
  'A bridge is closed until spring, and the ferry comes back',
  'What the oldest trees of the valley tell about the winters of the past',
  'City council votes for wider pavements after a night of debate',
  'How a small library lends out telescopes',
  '灯台守の最後の一日、鍵を返す朝',
];
const TEXT =
  'For thirty years the lamp was lit by hand every evening, and the log of the weather was kept in ink. From next week ' +
  'a sensor does both. The keeper says that the sea does not mind, but that somebody ought to look at it all the same. ';
const JAPANESE =
  '三十年のあいだ、灯りは毎晩人の手でともされ、天気の記録は万年筆で書かれてきた。来週からはセンサーが両方を引き受ける。';

/** Every third article has no picture, and one has a picture that cannot be loaded. */
const picture = (n: number): string =>
  n % 3 === 2 ? '' : `<img src="https://img.example/${n === 4 ? 'missing' : n}.svg">`;

const PAPER = rss(
  Array.from({ length: 40 }, (_, n) => ({
    title: `${HEADLINES[n % HEADLINES.length] ?? ''}${n < HEADLINES.length ? '' : ` (${n})`}`,
    text: `${picture(n)}<p>${n % HEADLINES.length === 5 ? JAPANESE.repeat(3) : TEXT.repeat(2)}</p>`,
    link: `https://paper.example/${n}`,
    guid: `paper-${n}`,
    date: new Date(Date.now() - (n + 1) * 3_600_000).toISOString(),
  })),
  { title: 'The Coastal Paper' },
);

const drawing = (n: number): string => {
  const hue = (n * 47) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="hsl(${hue} 35% 70%)"/>
    <circle cx="${200 + n * 9}" cy="180" r="90" fill="hsl(${hue + 40} 60% 85%)"/><path d="M0 400 L250 260 L430 380 L620 240 L800 390 V500 H0 Z" fill="hsl(${hue} 30% 45%)"/></svg>`;
};

describe('the densities of a list', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    server.set('/paper.xml', { body: PAPER });
    await runner.post('/api/feeds', { url: server.url('/paper.xml') });
    await runner.settled();
    await runner.put('/api/me/preferences', { default_sort: 'published_at' });
  });
  afterAll(async () => {
    await world?.close();
  });

  /** Opens the list in a browser whose pictures arrive when `letIn` is called. */
  const open = async (view: string, look: Parameters<typeof openBrowser>[0]) => {
    await runner.put('/api/me/preferences', { view, show_list_images: true, show_images: true });
    const browser = await openBrowser(look);
    const { promise: gate, resolve: letIn } = Promise.withResolvers<void>();
    const asked: string[] = [];
    const foreign: string[] = [];
    browser.page.on('request', (request) => {
      if (!request.url().startsWith(runner.origin)) foreign.push(request.url());
    });
    await browser.page.route('**/api/image?**', async (route) => {
      const path = new URL(new URL(route.request().url()).searchParams.get('url') ?? '').pathname;
      asked.push(path);
      await gate;
      const n = Number(/(\d+)/.exec(path)?.[1] ?? Number.NaN);
      await (Number.isNaN(n)
        ? route.fulfill({ status: 404, body: '' })
        : route.fulfill({ contentType: 'image/svg+xml', body: drawing(n) }));
    });
    await browser.page.goto(runner.origin);
    await browser.page.getByTestId('article-row').first().waitFor();
    return { ...browser, letIn, asked, foreign };
  };

  const boxesOf = (page: Awaited<ReturnType<typeof open>>['page']) =>
    page.getByTestId('article-row').evaluateAll((rows) =>
      rows.slice(0, 8).map((row) => {
        const { x, y, width, height } = row.getBoundingClientRect();
        return [x, y, width, height].map((side) => Math.round(side * 10) / 10);
      }),
    );

  /** Waits until no row has moved for ten frames: the rows beyond the first ones come a little later. */
  const still = (page: Awaited<ReturnType<typeof open>>['page']) =>
    page.evaluate(async () => {
      for (let frames = 0, last = ''; frames < 10;) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const tops = Array.from(document.querySelectorAll('[data-article]'), (row) =>
          row.getBoundingClientRect().toJSON(),
        );
        const next = JSON.stringify(tops);
        frames = next === last ? frames + 1 : 0;
        last = next;
      }
    });

  it('shows 25 rows or more at once as compact, each with its buttons, on a screen 900 px high', async () => {
    const { page, shoot, letIn, asked, complaints, close } = await open('compact', {
      width: 1440,
      height: 900,
    });
    letIn();
    const whole = await page.getByTestId('article-row').evaluateAll(
      (rows) =>
        rows.filter((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return top >= 0 && bottom <= window.innerHeight;
        }).length,
    );
    await shoot('density-compact-1440-light');
    expect(whole).toBeGreaterThanOrEqual(25);
    expect(asked).toEqual([]);
    const row = page.getByTestId('article-row').nth(1);
    await row.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(async () => expect(await row.getAttribute('data-saved')).toBe('true'));
    await row
      .getByRole('button', { name: 'Save', exact: true })
      .waitFor({ state: 'detached' })
      .catch(() => {});
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(['cards', 'magazine'])(
    'moves no row of the %s when pictures arrive or fail, and asks no site for one',
    async (view) => {
      const { page, shoot, letIn, asked, foreign, close } = await open(view, { width: 1440, height: 900 });
      const frames = page.getByTestId('row-picture');
      await frames.first().waitFor();
      // This is about pictures, and the page's own letters may still be on their way.
      await page.evaluate(() => document.fonts.ready.then(() => true));
      const before = await boxesOf(page);
      letIn();
      await eventually(async () =>
        expect(
          await frames
            .locator('img')
            .evaluateAll(
              (images) =>
                images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length,
            ),
        ).toBeGreaterThan(2),
      );
      // The one that fails loses its image, not its frame.
      await eventually(async () => expect(await page.locator('img[src*="missing.svg"]').count()).toBe(0));
      expect(await boxesOf(page)).toEqual(before);
      expect(asked.length).toBeGreaterThan(2);
      expect(foreign).toEqual([]);
      await shoot(`density-${view}-1440-light`);
      expect(await violationsOf(page)).toEqual([]);
      await close();
    },
  );

  it.each([
    ['list', 'today', 1440],
    ['list', '', 1440],
    ['cards', '', 1440],
    ['magazine', '', 1440],
    ['compact', '', 1440],
    ['list', '', 390],
  ])(
    'moves no row of the %s when one is marked, whatever its title (/%s, %i px)',
    async (view, path, width) => {
      // High enough for all rows at once.
      const { page, letIn, close, shoot } = await open(view, { width, height: 4_000 });
      letIn();
      // Each title is a little longer than the one before it, so that some end where a line does.
      await page.route(/\/api\/(articles\?|today)/, async (route) => {
        const response = await route.fetch();
        const answer: { items: ArticleRow[] } = await response.json();
        const items = answer.items.map((row, n) => ({
          ...row,
          title: `${n}${' a'.repeat(18 + n)}`,
        }));
        await route.fulfill({ response, json: { ...answer, items } });
      });
      await page.goto(`${runner.origin}/${path}`);
      const rows = page.getByTestId('article-row');
      await rows.filter({ hasText: 'a a a a' }).nth(7).waitFor();
      await still(page);
      const result = await page.evaluate(async () => {
        const all = Array.from(document.querySelectorAll('[data-article]'));
        const places = () =>
          all.map((row) => [row.getBoundingClientRect().top, row.getBoundingClientRect().height]).join();
        const before = places();
        const moved: (string | null)[] = [];
        for (const row of all) {
          const state = row.getAttribute('data-read');
          row.querySelector<HTMLElement>('.marks > button')?.click();
          while (row.isConnected && row.getAttribute('data-read') === state)
            await new Promise((resolve) => requestAnimationFrame(resolve));
          if (places() !== before) moved.push(row.querySelector('h2')?.textContent ?? null);
        }
        // In the list, the text follows the last line of the title: no line is left empty.
        const gaps = all.flatMap((row) => {
          const [title, text] = [row.querySelector('.row-list h2 a'), row.querySelector('.row-excerpt')];
          if (title === null || text === null) return [];
          const letters = document.createRange();
          letters.selectNodeContents(title);
          const gap = text.getBoundingClientRect().top - letters.getBoundingClientRect().bottom;
          return gap > 4 ? [gap] : [];
        });
        return { rows: all.length, moved, gaps };
      });
      expect(result.moved).toEqual([]);
      expect(result.gaps).toEqual([]);
      expect(result.rows).toBeGreaterThanOrEqual(8);
      await shoot(`density-${path}${view}-${width}-marked`);
      await close();
    },
  );

  it('is chosen in the menu of the list by keyboard, with a switch for its pictures, and remembered', async () => {
    const { page, letIn, close } = await open('list', { width: 1280, height: 800 });
    letIn();
    const choose = async (name: string, role: 'menuitemradio' | 'menuitemcheckbox') => {
      await page.getByRole('button', { name: 'More for this list' }).focus();
      await page.keyboard.press('Enter');
      const item = page.getByRole(role, { name });
      await item.waitFor();
      for (
        let presses = 0;
        (await item.getAttribute('data-highlighted')) === null && presses < 15;
        presses += 1
      )
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await item.waitFor({ state: 'detached' });
    };
    const look = page.getByRole('list', { name: 'Articles' });
    await choose('Magazine', 'menuitemradio');
    await eventually(async () => expect(await look.getAttribute('data-look')).toBe('magazine'));
    expect(await page.getByTestId('row-picture').count()).toBeGreaterThan(2);
    await choose('Show pictures', 'menuitemcheckbox');
    await eventually(async () => expect(await page.getByTestId('row-picture').count()).toBe(0));
    await choose('Compact', 'menuitemradio');
    await eventually(async () => expect(await look.getAttribute('data-look')).toBe('compact'));
    await eventually(async () => {
      const known = await fetch(new URL('/api/me/preferences', runner.origin));
      expect(await known.json()).toMatchObject({ view: 'compact', show_list_images: false });
    });
    await page.reload();
    await eventually(async () => expect(await look.getAttribute('data-look')).toBe('compact'));
    await close();
  });

  it.each([
    ['light', 'en-US', 1440],
    ['dark', 'ja-JP', 390],
  ] as const)('is accessible and fits in %s, %s, %i px wide', async (colorScheme, locale, width) => {
    const look = { width, height: width === 390 ? 844 : 900, colorScheme, locale, isPhone: width === 390 };
    const { page, shoot, letIn, close } = await open('list', look);
    letIn();
    for (const view of ['compact', 'list', 'cards', 'magazine']) {
      await runner.put('/api/me/preferences', { view });
      await page.goto(runner.origin);
      await page.locator(`ol[data-look=${view}]`).waitFor();
      await page.waitForLoadState('networkidle');
      await shoot(`density-${view}-${width}-${colorScheme}-${locale}`);
      expect([view, await violationsOf(page)]).toEqual([view, []]);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBeLessThanOrEqual(0);
    }
    await close();
  });

  const addKeywords = async () => {
    const { items } = await runner.get<ListPage<Keyword>>('/api/keywords');
    if (items.some(({ text }) => text === 'lighthouse')) return;
    // The tests before have marked rows, and keywords rank what is unread.
    const listed = await runner.get<ListPage<ArticleRow>>('/api/articles?limit=200');
    const article_ids = listed.items.map(({ article_id }) => article_id);
    await runner.put('/api/articles/read', { article_ids, is_read: false });
    for (const text of ['lighthouse', 'telescopes']) await runner.post('/api/keywords', { text });
    // The page shows the reasons that there are when it asks.
    await eventually(async () => {
      const { items: newest } = await runner.get<ListPage<ArticleRow>>('/api/articles?limit=1');
      expect(newest[0]?.top_reasons).not.toEqual([]);
    });
  };

  /** Opens the first article, and returns whether its reasons and tools are one line. */
  const opensWithOneLine = async (page: BrowserPage) => {
    await page.getByTestId('article-row').first().getByRole('link').first().click();
    await page.getByTestId('article-content').waitFor();
    const pane = page.getByTestId('article-pane');
    const [why, tools] = await Promise.all(
      ['[id$=-why]', '[role=toolbar]'].map((part) => pane.locator(`section ${part}`).first().boundingBox()),
    );
    return Math.abs(why!.y + why!.height / 2 - tools!.y - tools!.height / 2) < 4;
  };

  /**
   * Runs in the page. Gives the rows' feeds long names, and returns what is wrong with the second line of each: an age that is
   * cut or lies on a chip, and a first chip of which nothing can be read.
   */
  const crowded = (letters: string): string[] => {
    document.documentElement.style.fontSize = letters;
    for (const source of document.querySelectorAll('.row-list .source'))
      source.textContent = 'The Gazette of the Royal Society of Lighthouse Keepers and Friends of the Coast';
    return [...document.querySelectorAll('.row-list:not(.is-open)')].flatMap((row, n) => {
      const [age, facts, chip] = ['time', '.facts', '.chips > li'].map((part) => row.querySelector(part));
      const ageEnds = age!.getBoundingClientRect().right;
      const chipBox = chip?.getBoundingClientRect();
      const line = row.querySelector('.row-second')!.getBoundingClientRect();
      const isShown = chipBox !== undefined && chipBox.top < line.bottom + 12;
      return [
        ...(ageEnds > facts!.getBoundingClientRect().right + 1 ? [`${n}: the age is cut`] : []),
        ...(isShown && ageEnds > chipBox.left ? [`${n}: the age lies on a chip`] : []),
        ...(isShown && chipBox.width < Math.min(48, chip!.scrollWidth)
          ? [`${n}: a chip of ${chipBox.width} px`]
          : []),
      ];
    });
  };

  it.each([
    { width: 1440, height: 900, rows: 5 },
    { width: 390, height: 844, isPhone: true, rows: 4 },
  ])('shows %o whole rows of a list with reasons, its controls on one line', async ({ rows, ...look }) => {
    await runner.put('/api/me/preferences', { view: 'list', show_list_images: false });
    await addKeywords();
    const { page, shoot, close } = await openBrowser(look);
    await page.goto(runner.origin);
    await page.getByTestId('article-row').first().waitFor();
    await page.locator('.chips').first().waitFor();
    expect(look.isPhone || (await opensWithOneLine(page))).toBe(true);
    await shoot(`density-list-${look.width}`);
    const controls = await page.getByRole('combobox').evaluateAll((menus) =>
      menus.map((menu) => {
        const { top, right, height } = menu.getBoundingClientRect();
        return { top: Math.round(top), isWithin: right <= window.innerWidth, least: height };
      }),
    );
    expect(new Set(controls.map(({ top }) => top)).size).toBe(1);
    for (const { isWithin, least } of controls) {
      expect(isWithin).toBe(true);
      expect(least).toBeGreaterThanOrEqual(40);
    }
    const whole = await page.getByTestId('article-row').evaluateAll((all) => {
      const bar = document.querySelector('nav:last-of-type')?.getBoundingClientRect();
      const end = bar !== undefined && bar.top > window.innerHeight / 2 ? bar.top : window.innerHeight;
      return all.filter((row) => row.getBoundingClientRect().bottom <= end).length;
    });
    expect(whole).toBeGreaterThanOrEqual(rows);
    for (const letters of ['100%', '200%']) {
      expect([letters, await page.evaluate(crowded, letters)]).toEqual([letters, []]);
      await shoot(`density-list-${look.width}-${letters}`);
    }
    await close();
  });

  /** Returns how far a finger may be from the middle of each button of the first rows, across and down, and still press it. */
  const reaches = (page: BrowserPage) =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll('[data-testid=article-row]'))
        .slice(0, 2)
        .flatMap((row) => Array.from(row.querySelectorAll('.marks > button')))
        .filter((button) => button.checkVisibility())
        .map((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          const reach = (dx: number, dy: number): number => {
            let n = 0;
            const at = () => document.elementFromPoint(x + width / 2 + n * dx, y + height / 2 + n * dy);
            while (at()?.closest('button') === button) n += 1;
            return n;
          };
          return [reach(1, 0) + reach(-1, 0), reach(0, 1) + reach(0, -1)];
        }),
    );

  it.each(['list', 'cards'])('gives a finger 44 px for each button of the %s', async (view) => {
    // High enough for two cards with pictures.
    const { page, letIn, shoot, close } = await open(view, { width: 390, height: 1_200, isPhone: true });
    letIn();
    await still(page);
    const all = await reaches(page);
    expect(all.length).toBe(4);
    for (const sides of all) for (const side of sides) expect(side).toBeGreaterThanOrEqual(44);
    await shoot(`density-${view}-390-buttons`);
    await close();
  });

  it.each([
    { width: 1440, height: 900 },
    { width: 390, height: 844, isPhone: true },
  ])('has the buttons of a card in the line of its source, and nothing before its title %o', async (look) => {
    const { page, letIn, shoot, close } = await open('cards', look);
    letIn();
    await still(page);
    const cards = await page.getByTestId('article-row').evaluateAll((rows) =>
      rows.slice(0, 6).map((row) => {
        const box = (selector: string) => row.querySelector(selector)?.getBoundingClientRect();
        const [mark, foot, facts] = [box('.marks > button'), box('.row-card-foot'), box('.facts')];
        const top = box('.row-picture')?.bottom ?? row.getBoundingClientRect().top;
        const middle = mark === undefined ? Number.NaN : mark.top + mark.height / 2;
        return {
          aboveTitle: Math.round((box('h2')?.top ?? Number.NaN) - top) <= 16,
          isBeside: foot !== undefined && foot.top < middle && middle < foot.bottom,
          // A name of the length of “The Coastal Paper” is not cut.
          isWhole:
            facts !== undefined &&
            row.querySelector('.source')?.scrollWidth === Math.ceil(box('.source')?.width ?? 0),
          order: Array.from(row.querySelectorAll('h2 a, .source, .marks > button'), ({ tagName }) => tagName)
            .slice(0, 3)
            .join(' '),
        };
      }),
    );
    for (const card of cards)
      expect(card).toEqual({ aboveTitle: true, isBeside: true, isWhole: true, order: 'A A BUTTON' });
    await shoot(`density-cards-${look.width}-foot`);
    await close();
  });

  it('begins Today where it begins the list, beside an article', async () => {
    const { page, letIn, shoot, close } = await open('list', { width: 1440, height: 900 });
    letIn();
    const places = async () => {
      await page.getByTestId('section-head').first().waitFor();
      await still(page);
      return page.evaluate(() => [
        document.querySelector('h1')?.getBoundingClientRect().x,
        document.querySelector('.sticky-header')?.getBoundingClientRect().bottom,
        document.querySelector('[data-testid=article-row]')?.getBoundingClientRect().x,
      ]);
    };
    const list = await places();
    await page.goto(`${runner.origin}/today`);
    expect(await places()).toEqual(list);
    // The line below the heads goes through both panes.
    await page.getByTestId('article-row').first().getByRole('link').first().click();
    const head = page.getByTestId('article-pane').locator('[data-screen-only]').first();
    await eventually(async () => {
      const { y, height } = (await head.boundingBox())!;
      expect(y + height).toBe(list[1]);
    });
    await shoot('density-today-1440');
    await close();
  });

  // After the lists with reasons, because keywords rank once in a minute.
  it('shows 25 whole rows of the feeds and 16 of the keywords on a screen 900 px high', async () => {
    const feeds = Array.from({ length: 30 }, (_, n) => server.url(`/feed-${n}.xml`));
    for (const [n, url] of feeds.entries())
      server.set(new URL(url).pathname, { body: rss([], { title: `Feed ${n}` }) });
    await runner.importFeeds(feeds);
    for (let n = 0; n < 20; n += 1) await runner.post('/api/keywords', { text: `topic number ${n}` });
    await runner.settled();
    const { page, shoot, close } = await openBrowser({ width: 1440, height: 900 });
    for (const [path, row, least] of [
      ['feeds', 'feed-row', 25],
      ['keywords', 'keyword-row', 16],
    ] as const) {
      await page.goto(`${runner.origin}/${path}`);
      const rows = page.getByTestId(row);
      await rows.nth(least).waitFor();
      await eventually(async () => {
        const whole = await rows.evaluateAll(
          (all) =>
            all.filter((each) => {
              const { top, bottom } = each.getBoundingClientRect();
              const table = each.closest('[data-kept-scroll]')?.getBoundingClientRect();
              return top >= 0 && bottom <= Math.min(window.innerHeight, table?.bottom ?? Infinity);
            }).length,
        );
        expect([path, whole >= least ? least : whole]).toEqual([path, least]);
      });
      await shoot(`density-${path}-1440`);
      expect(await violationsOf(page)).toEqual([]);
    }
    await close();
    // On a phone the feeds reach down to the bar, scroll alone, and stay where they are when one is selected.
    const phone = await openBrowser({ width: 390, height: 844, isPhone: true });
    await phone.page.goto(`${runner.origin}/feeds`);
    await phone.page.getByTestId('feed-row').nth(5).waitFor();
    const bar = (await phone.page.locator('.bottom-bar').boundingBox())!;
    const list = (await phone.page.locator('[data-kept-scroll=feeds]').boundingBox())!;
    const gap = bar.y - list.y - list.height;
    expect([gap >= 0, gap <= 16]).toEqual([true, true]);
    const { scrollHeight, clientHeight } = await phone.page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return { scrollHeight, clientHeight };
    });
    expect(scrollHeight).toBe(clientHeight);
    await phone.page.getByRole('checkbox').first().tap();
    await phone.page.getByRole('toolbar', { name: '1 selected' }).waitFor();
    expect((await phone.page.locator('[data-kept-scroll=feeds]').boundingBox())!.y).toBe(list.y);
    await phone.shoot('density-feeds-390-selected');
    await phone.close();
  });
});
