/// <reference lib="dom" />
import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, Page } from '../../backend/src/contract/index.ts';
import { rss } from '../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { openWorld, type World } from './world.ts';

/** The most bytes of fonts that a first visit in English loads, with those that are kept for later. */
const MOST = 90_000;

const sentence = (n: number) =>
  [
    'The harbour office publishes its tables an hour late',
    'Why the last ferry of the season always leaves with more passengers than it has seats',
    'Rain',
    'A reader asks: what became of the lamp, the log and the keeper who wrote it?',
    'Regulators open an inquiry into offshore wind auctions, and nobody at the ministry will say why',
  ][n % 5]!;

/** A title of each language whose letters differ in shape, and the face of Debian's that has them. */
const titles = [
  ['ja', '直角の骨を海辺で拾う', 'JP'],
  ['ko', '등대지기가 마지막으로 열쇠를 건네다', 'KR'],
  ['zh-Hans', '为什么直角这个骨头说话', 'SC'],
  ['zh-Hant', '為什麼直角這個骨頭說話', 'TC'],
] as const;

const item = (n: number) => ({
  title: `${sentence(n)} (${n})`,
  text: `<p>${`${sentence(n + 1)}. <em>${sentence(n + 2)}</em>. ${sentence(n + 3)}. `.repeat(3)}</p>`.repeat(
    5,
  ),
  link: `https://paper.example/${n}`,
  guid: `paper-${n}`,
  date: new Date(Date.now() - n * 3_600_000).toISOString(),
});

describe("the page's own type", () => {
  let world: World;
  let runner: World['runner'];

  beforeAll(async () => {
    world = await openWorld();
    ({ runner } = world);
    const tongues = titles.map(([, title], n) => ({
      ...item(n),
      title,
      text: `<p>${title.repeat(5)}</p>`,
      guid: `tongue-${n}`,
      link: `https://tongues.example/${n}`,
    }));
    world.server.set('/tongues.xml', { body: rss(tongues, { title: 'Tongues' }) });
    world.server.set('/paper.xml', {
      body: rss(
        Array.from({ length: 30 }, (_, n) => item(n)),
        { title: 'Paper' },
      ),
    });
    await runner.post('/api/feeds', { url: world.server.url('/paper.xml') });
    await runner.post('/api/feeds', { url: world.server.url('/tongues.xml'), folder: 'Tongues' });
    await runner.settled();
  });
  afterAll(() => world?.close());

  const rows = (page: BrowserPage) => page.getByTestId('article-row');
  const openList = async (page: BrowserPage) => {
    // The page counts as loaded only when its fonts are.
    await page.goto(`${runner.origin}/?sort=time`, { waitUntil: 'domcontentloaded' });
    await rows(page).nth(3).waitFor();
  };
  const openFirst = async (page: BrowserPage) => {
    await rows(page).first().getByRole('link').first().click();
    await page.getByTestId('article-content').waitFor();
  };
  /** Returns the faces that are loaded, as `Omomi Sans normal`. */
  const loaded = (page: BrowserPage) =>
    page.evaluate(() =>
      [...document.fonts]
        .filter(({ family, status }) => status === 'loaded' && family.includes('Omomi'))
        .map(({ family, style }) => `${family.replaceAll(/["']/g, '')} ${style}`),
    );

  it('loads what the first screen needs, the serifs with an article, and little to keep', async () => {
    const { page, complaints, close } = await openBrowser({}, { isOfflineReady: true });
    const asked = new Map<string, string | undefined>();
    page.on('response', (response) => {
      const { origin, pathname } = new URL(response.url());
      if (!pathname.endsWith('.woff2')) return;
      expect(origin).toBe(new URL(runner.origin).origin);
      asked.set(pathname, response.headers()['cache-control']);
    });
    await openList(page);
    await page.waitForLoadState('networkidle');
    expect(await loaded(page)).toEqual(['Omomi Sans normal']);
    expect([...asked.keys()]).toEqual([expect.stringContaining('source-sans-3-latin-wght-normal')]);
    expect(
      await page
        .locator('link[rel=preload][as=font]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
    ).toEqual([...asked.keys()]);

    await page.evaluate(() => navigator.serviceWorker.ready);
    const kept = await page.evaluate(async () => {
      const found: Record<string, number> = {};
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) {
          const answer = request.url.endsWith('.woff2') ? await caches.match(request) : undefined;
          if (answer !== undefined) found[new URL(request.url).pathname] = (await answer.blob()).size;
        }
      return found;
    });
    for (const path of asked.keys()) expect(Object.keys(kept)).toContain(path);
    const bytes = Object.values(kept).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(MOST);

    await openFirst(page);
    await eventually(async () =>
      expect(new Set(await loaded(page))).toEqual(
        new Set(['Omomi Sans normal', 'Omomi Serif normal', 'Omomi Serif italic']),
      ),
    );
    for (const control of asked.values()) expect(control).toBe('public, max-age=31536000, immutable');
    expect(complaints).toEqual([]);

    // Fonts that were shown once are there without a connection, the slanted ones too.
    await page.reload();
    await page.getByTestId('article-content').waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByTestId('article-content').waitFor();
    await eventually(async () => expect(await loaded(page)).toContain('Omomi Serif italic'));
    await close();
  });

  describe.each([
    ['Near Arial', 'Near Times', 1280],
    ['Near DejaVu Sans', 'Near DejaVu Serif', 1280],
    ['Near Arial', 'Near Times', 390],
    ['Near DejaVu Sans', 'Near DejaVu Serif', 390],
  ])('in the place of %s and %s, at %i px', (sans, serif, width) => {
    it.each(['list', 'magazine'] as const)('moves nothing when it comes: %s', async (view) => {
      await runner.put('/api/me/preferences', { view });
      const { page, close } = await openBrowser({ width, height: 844, isPhone: width < 500 });
      let release = (): void => undefined;
      const isHeld = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/*.woff2', async (route) => {
        await isHeld;
        await route.continue();
      });
      await page.addInitScript(
        ([body, reading]) => {
          const style = document.createElement('style');
          style.textContent = `:root, [lang] { --chakra-fonts-body: 'Omomi Sans', '${body}', sans-serif !important;
            --chakra-fonts-heading: var(--chakra-fonts-body) !important; --chakra-fonts-reading: 'Omomi Serif', '${reading}', serif !important }`;
          document.addEventListener('DOMContentLoaded', () => document.head.append(style));
          const seen: number[] = [];
          Reflect.set(window, 'shifts', seen);
          new PerformanceObserver((found) => {
            for (const entry of found.getEntries()) seen.push(Number(entry.toJSON().value));
          }).observe({ type: 'layout-shift', buffered: true });
        },
        [sans, serif],
      );
      await openList(page);
      expect(await loaded(page)).toEqual([]);
      const found = await page.evaluate(
        async (face) => (await document.fonts.load(`1em '${face}'`)).map(({ status }) => status),
        sans,
      );
      // If not, the machine lacks a face that .ci/machine installs.
      expect(found).toContain('loaded');
      const heights = () =>
        rows(page).evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
      const before = await heights();
      release();
      await eventually(async () =>
        expect((await loaded(page)).length).toBeGreaterThan(view === 'list' ? 0 : 1),
      );
      // Two frames later, every shift has been seen.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      const shift = await page.evaluate(() =>
        Reflect.get(window, 'shifts').reduce((sum: number, each: number) => sum + each, 0),
      );
      expect(shift).toBeLessThan(0.01);
      // By now there may be more rows below.
      expect((await heights()).slice(0, before.length)).toEqual(before);
      await close();
    });
  });

  /** Returns the faces that the letters of an element are drawn in. */
  const facesOf = async (page: BrowserPage, selector: string): Promise<string[]> => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root } = await devtools.send('DOM.getDocument', { depth: 0 });
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    await devtools.detach();
    return fonts.map(({ familyName }) => familyName);
  };

  it.each(titles)('has the letters of the language of a text: %s', async (language, title, letters) => {
    await runner.put('/api/me/preferences', { view: 'list' });
    const { items } = await runner.get<Page<ArticleRow>>('/api/articles?folder=Tongues&limit=50');
    const article = items.find((row) => row.title === title)?.article_id;
    for (const locale of ['en-US', 'ja-JP']) {
      const { page, close } = await openBrowser({ locale });
      await page.goto(`${runner.origin}/?folder=Tongues&article=${article}`);
      const content = page.getByTestId('article-content');
      await content.waitFor();
      expect(await content.getAttribute('lang')).toBe(language);
      // Spaces and points are the page's own.
      for (const selector of [`[data-article="${article}"] h2 a`, '[data-testid=article-content] p'])
        expect((await facesOf(page, selector)).filter((face) => !face.startsWith('Source'))).toEqual([
          `Noto Sans CJK ${letters}`,
        ]);
      await close();
    }
  });

  it('gives way to the face of the system in articles, if the reader wants that', async () => {
    await runner.put('/api/me/preferences', { view: 'list', text_face: 'auto' });
    const { page, close } = await openBrowser({ width: 1440 });
    await openList(page);
    await openFirst(page);
    const text = '[data-testid=article-content] p';
    await eventually(async () => expect((await facesOf(page, text)).join()).toContain('Source Serif 4'));
    await page.getByRole('button', { name: 'Type and colours' }).click();
    await page
      .getByRole('dialog', { name: 'Type and colours' })
      .getByRole('radio', { name: 'System', exact: true })
      .click();
    await eventually(async () => expect((await facesOf(page, text)).join()).not.toContain('Source'));
    await close();
    await runner.put('/api/me/preferences', { text_face: 'auto' });
  });
});
