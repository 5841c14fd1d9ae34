import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rss } from '../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { openWorld, type World } from './world.ts';

const ARTICLES = 30;
const PAPER = rss(
  Array.from({ length: ARTICLES }, (_, n) => ({
    title: `Story number ${n}`,
    text: `<p>The text of story ${n}.</p>`,
    link: `https://paper.example/${n}`,
    guid: `paper-${n}`,
    date: new Date(Date.now() - (n + 1) * 60_000).toISOString(),
  })),
  { title: 'The Paper' },
);

/** The address of a saved search. */
const SAVED = '/search?q=story&order=time';

type BrowserPage = Awaited<ReturnType<typeof openBrowser>>['page'];

/** Notes the requests of a window's pages to the API, icons left out, and the answers that refuse one for being too many. */
const watch = (context: ReturnType<BrowserPage['context']>) => {
  const asked: string[] = [];
  const refused: string[] = [];
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const isOfPage = request.serviceWorker() === null;
    if (isOfPage && pathname.startsWith('/api/') && !pathname.endsWith('/icon'))
      asked.push(`${request.method()} ${pathname}${search}`);
  });
  context.on('response', (response) => {
    if (response.status() === 429) refused.push(new URL(response.url()).pathname);
  });
  return { asked, refused };
};

describe('a page that starts', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    world.server.set('/paper.xml', { body: PAPER });
    // The keyword comes first, so that the articles have scores as soon as they are here: a page without any asks for the keywords.
    await world.runner.post('/api/keywords', { text: 'story' });
    await world.runner.post('/api/feeds', { url: world.server.url('/paper.xml') });
    await world.runner.settled();
  });
  afterAll(async () => {
    await world?.close();
  });

  it.each([
    { width: 390, height: 844, isPhone: true },
    { width: 1440, height: 900 },
  ])('draws nothing with style props, $width px wide', async (look) => {
    const { page, close } = await openBrowser(look);
    await page.goto(world.runner.origin);
    await page.getByTestId('article-row').first().waitFor();
    // The classes that Emotion makes. The note is that below so short a list.
    const styled = await page
      .locator('[class*=css-]:not([data-testid=list-end])')
      .evaluateAll((all) => all.map((each) => each.outerHTML));
    expect(styled).toEqual([]);
    await close();
  });

  it('paints its outline while its style sheet is on its way, which then moves nothing', async () => {
    const { page, close } = await openBrowser({ width: 1440, height: 900 });
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/index-[^/]*\.css$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(world.runner.origin, { waitUntil: 'commit' });
    const painted = () => page.evaluate(() => performance.getEntriesByType('paint').length);
    await eventually(async () => expect(await painted()).toBeGreaterThan(0));
    const list = page.locator('.first-paint .list');
    const before = await list.boundingBox();
    expect(await page.getByTestId('article-row').count()).toBe(0);
    // The scripts wait for the style sheet, and the outline is there until they run.
    const after = await list.evaluateHandle((element) => ({
      x: new Promise<number>((resolve) => {
        const sheet = document.querySelector('body > link[rel=stylesheet]');
        sheet?.addEventListener('load', () => resolve(element.getBoundingClientRect().x));
      }),
    }));
    held.resolve();
    expect(await after.evaluate(({ x }) => x)).toBe(before?.x);
    await page.getByTestId('article-row').first().waitFor();
    await close();
  });

  it.each([
    ['wide', { width: 1440, height: 900 }],
    ['on a phone', { width: 390, height: 844, isPhone: true }],
  ])('makes at most 6 requests, %s', async (_, look) => {
    const { page, close } = await openBrowser(look);
    const { asked } = watch(page.context());
    await page.goto(world.runner.origin);
    await page.getByTestId('article-row').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.length <= 6 ? [] : asked).toEqual([]);
    await close();
  });

  it.each([
    [
      'wide',
      { width: 1440, height: 900 },
      'Feeds',
      ['/today', '/search', '/keywords', '/feeds', '/settings', SAVED],
    ],
    ['on a phone', { width: 390, height: 844, isPhone: true }, 'Main pages', ['/today', '/search']],
  ] as const)('has a link for each page, which opens in another tab, %s', async (_, look, name, paths) => {
    await world.runner.post('/api/searches', { name: `Stories ${name}`, q: 'story', order: 'time' });
    const { page, close } = await openBrowser(look);
    await page.goto(world.runner.origin);
    await page.getByTestId('article-row').first().waitFor();
    const navigation = page.getByRole('navigation', { name, exact: true });
    // Saved searches come after the first rows.
    await eventually(async () => {
      const hrefs = await navigation
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      expect(paths.filter((path) => !hrefs.includes(path))).toEqual([]);
    });
    const other = page.context().waitForEvent('page');
    await navigation
      .getByRole('link', { name: 'Today' })
      .click('isPhone' in look ? { modifiers: ['Control'] } : { button: 'middle' });
    // A new tab is blank until its address has answered.
    await (await other).waitForURL('**/today');
    expect(new URL(page.url()).pathname).toBe('/');
    await close();
  });

  it('meets no limit in ten tabs at once, of which one loads ahead, once in some minutes', async () => {
    const { page: first, close } = await openBrowser({}, { isOfflineReady: true });
    const context = first.context();
    // The worker is there before the tabs are, as in a browser that has been here before.
    await first.goto(world.runner.origin);
    await first.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await first.close();
    const { asked, refused } = watch(context);
    await context.clock.install();
    const rounds = () => asked.filter((each) => each.includes('limit=100')).length;
    const texts = () => asked.filter((each) => each.startsWith('GET /api/opened-articles')).length;
    const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()));
    await Promise.all(tabs.map((tab) => tab.goto(world.runner.origin)));
    for (const tab of tabs) await tab.getByTestId('article-row').first().waitFor();
    // Until the first round is through: each of its requests waits two seconds.
    await eventually(async () => {
      await context.clock.runFor(2_000);
      expect(texts()).toBeGreaterThanOrEqual(ARTICLES / 10);
    });
    for (let n = 0; n < 10; n += 1) await context.clock.runFor(2_000);
    expect(rounds()).toBe(1);
    await tabs[0]?.reload();
    await tabs[0]?.getByTestId('article-row').first().waitFor();
    for (let n = 0; n < 10; n += 1) await context.clock.runFor(2_000);
    expect(rounds()).toBe(1);
    expect(refused).toEqual([]);
    await close();
  });
});
