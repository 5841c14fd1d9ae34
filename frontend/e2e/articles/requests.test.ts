import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  OPENED_AT_ONCE,
  passedArticles,
  readMarks,
  type ArticleRow,
  type Page,
} from '../../../backend/src/contract/index.ts';
import { defaultRules, parseRule } from '../../../backend/src/limits/rate-class.ts';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

/** Number of articles of each feed: a first fetch brings the newest 50. */
const ARTICLES = 50;
const OPENED = 60;
/** The pace of the reader: an article a second, by the page's clock. */
const PACE_MS = 1_000;

const titleOf = (n: number) => `Story number ${n}`;
const feedOf = (from: number, title: string) =>
  rss(
    Array.from({ length: ARTICLES }, (_, n) => ({
      title: titleOf(from + n),
      text: `<p>The text of story ${from + n}, about nothing in particular.</p>`,
      link: `https://paper.example/${from + n}`,
      guid: `paper-${from + n}`,
      date: new Date(Date.now() - (from + n + 1) * 60_000).toISOString(),
    })),
    { title },
  );

/** Counts the requests of a page to the API by method and path, ids left out, and remembers what was marked and refused. */
const watchRequests = (page: Awaited<ReturnType<typeof openBrowser>>['page']) => {
  const counts = new Map<string, number>();
  const refused: string[] = [];
  const marked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const name = `${request.method()} ${pathname.replaceAll(/\d{19}/g, '{id}')}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  page.on('response', (response) => {
    if (response.ok() && new URL(response.url()).pathname === '/api/articles/read')
      for (const id of readMarks.parse(response.request().postDataJSON()).article_ids) marked.add(id);
    if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  return { counts, refused, marked };
};

describe('reading article after article', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    server.set('/a.xml', { body: feedOf(0, 'The Paper') });
    server.set('/b.xml', { body: feedOf(ARTICLES, 'The Gazette') });
    await runner.post('/api/feeds', { url: server.url('/a.xml') });
    await runner.post('/api/feeds', { url: server.url('/b.xml') });
    await runner.settled();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('takes fewer requests than articles, marks and lists included, and meets no limit', async () => {
    const { page } = browser;
    await page.clock.install();
    await page.goto(`${runner.origin}/?sort=time`);
    const rows = page.getByTestId('article-row');
    await rows.first().waitFor();
    const { counts, refused, marked } = watchRequests(page);
    const content = page.getByTestId('article-content');

    const began = await page.evaluate(() => Date.now());
    await page.getByRole('link', { name: new RegExp(`${titleOf(0)}$`) }).click();
    for (let n = 0; n < OPENED; n += 1) {
      if (n > 0) await page.keyboard.press('j');
      await eventually(async () => {
        expect(refused).toEqual([]);
        expect(await content.getByText(`The text of story ${n},`).count()).toBe(1);
      });
      await page.clock.fastForward(PACE_MS);
    }
    await eventually(() => expect(marked.size).toBe(OPENED));
    const seconds = ((await page.evaluate(() => Date.now())) - began) / 1_000;
    // Rows that are far from the screen are not in the document.
    expect(await rows.count()).toBeLessThan(40);

    const asked = Object.fromEntries(counts);
    expect(refused).toEqual([]);
    const read = await runner.get<Page<ArticleRow>>('/api/articles?filter=read&limit=200');
    expect(read.items).toHaveLength(OPENED);
    // The first ones are asked for alone, until the code has come that loads ahead, and then five by each request.
    expect(asked['GET /api/articles/{id}']).toBeLessThanOrEqual(3);
    expect(asked['GET /api/opened-articles']).toBeLessThanOrEqual(OPENED / OPENED_AT_ONCE + 1);
    expect(asked['PUT /api/articles/read']).toBeLessThanOrEqual(seconds / 2 + 1);
    const sum = [...counts.values()].reduce((before, count) => before + count, 0);
    // With the next page of the list, and the counts once a minute.
    expect(sum <= OPENED ? null : asked).toBeNull();
    // The page's clock is ahead of the server's, so the limit of a deployment is compared here.
    const limit = parseRule(defaultRules.public_authenticated).attempts * (seconds / 60);
    expect(sum).toBeLessThan(limit);
  });

  it('keeps a mark if the page is reloaded, left or closed before it was sent', async () => {
    const readTitles = async () =>
      (await runner.get<Page<ArticleRow>>('/api/articles?filter=read&limit=200')).items.map(
        ({ title }) => title,
      );
    const { page } = browser;
    const markLast = async (n: number, target = page) => {
      const row = target.getByTestId('article-row').filter({ hasText: `${titleOf(n)}` });
      await row.getByRole('button', { name: 'Mark as read' }).click();
    };
    await page.getByRole('combobox', { name: 'Show' }).selectOption('unread');
    const mark = async (n: number, leave: () => Promise<unknown>, target = page) => {
      await markLast(n, target);
      await leave();
      await eventually(async () => expect(await readTitles()).toContain(titleOf(n)));
    };
    await mark(61, () => page.reload());
    await mark(62, () => page.goto('about:blank'));
    const other = await page.context().newPage();
    await other.goto(`${runner.origin}/?sort=time&filter=unread`);
    await mark(63, () => other.close({ runBeforeUnload: true }), other);
  });

  it('tells which articles were passed by, in a long list too, to a reader who lets Omomi learn', async () => {
    await runner.put('/api/me/preferences', { learns: true });
    const { page } = browser;
    await page.goto(`${runner.origin}/?sort=time&filter=all`);
    const rowOf = (n: number) => page.getByTestId('article-row').filter({ hasText: `${titleOf(n)} ` });
    await rowOf(0).waitFor();
    // The rows from here on are not rendered before they come near the screen. More than a screen lies between the two, in any letters.
    const [later, opened] = [70, 84];
    await eventually(async () => {
      await page.mouse.wheel(0, 400);
      expect(await rowOf(opened).isVisible()).toBe(true);
    });
    await rowOf(opened).getByRole('link').first().click();
    await page.getByTestId('article-content').waitFor();
    const report = page.waitForRequest('**/api/articles/passed');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('keywords');
    await page.keyboard.press('Enter');
    const { article_ids } = passedArticles.parse((await report).postDataJSON());
    const { items } = await runner.get<Page<ArticleRow>>(
      '/api/articles?filter=all&sort=published_at&limit=200',
    );
    const passed = items
      .filter(({ article_id }) => article_ids.includes(article_id))
      .map(({ title }) => title);
    expect(passed).toContain(titleOf(later));
    expect(passed).not.toContain(titleOf(opened));
  });
});
