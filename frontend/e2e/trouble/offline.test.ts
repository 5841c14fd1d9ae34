import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, Feed, Highlight, Page } from '../../../backend/src/contract/index.ts';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { articlePage } from '../../../backend/test/harness/servers/articles-web.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

const ARTICLES = 12;
/** Passages that stand in each text twelve times. */
const MARKED = ['text of report', 'The'] as const;
const item = (n: number) => ({
  title: `Report ${n}`,
  text: `<p>${`The text of report ${n}. `.repeat(12)}</p>`,
  link: `https://paper.example/${n}`,
  guid: `report-${n}`,
  date: new Date(Date.now() - n * 60_000).toISOString(),
});

/** The tests go on where the test before them ended. */
describe('a page without a connection', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: BrowserPage;
  let saved: string;

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    server.set('/paper.xml', {
      body: rss(
        Array.from({ length: ARTICLES }, (_, n) => item(n)),
        { title: 'Paper' },
      ),
    });
    server.set('/waiting', { body: articlePage('A waiting page'), type: 'text/html; charset=utf-8' });
    server.set('/later.xml', { body: rss([item(100)], { title: 'Later' }) });
    await runner.post('/api/feeds', { url: server.url('/paper.xml') });
    await runner.settled();
    // Read and saved for later: among the saved articles, but not among those that are unread.
    const { items } = await runner.get<Page<ArticleRow>>('/api/articles?filter=all&limit=50');
    saved = items.find(({ title }) => title === 'Report 11')?.article_id ?? '';
    await runner.put(`/api/articles/${saved}/read`, { is_read: true });
    await runner.put(`/api/articles/${saved}/save`, { is_saved: true });
    browser = await openBrowser({}, { isOfflineReady: true });
    page = browser.page;
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const rowOf = (n: number) =>
    page
      .getByTestId('article-row')
      .filter({ has: page.getByRole('heading', { name: new RegExp(`Report ${n}$`) }) });
  const line = () => page.getByTestId('offline');
  const keptArticles = () =>
    page.evaluate(async () => {
      const kept = await caches.open('omomi-answers');
      return (await kept.keys()).filter(({ url }) => /\/api\/articles\/\d+$/.test(url)).length;
    });
  const isMarked = ({ is_read, is_saved, own_tags: tags }: ArticleRow) =>
    is_read || is_saved || tags.length > 0;
  const stored = async (isWanted = isMarked) =>
    (await runner.get<Page<ArticleRow>>('/api/articles?filter=all&limit=50')).items.filter(isWanted);

  it('can be installed, and keeps its files, the list and the articles ahead', async () => {
    const askedToday: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === '/api/today') askedToday.push(search);
    });
    await page.goto(`${runner.origin}/?sort=time`);
    await rowOf(3).waitFor();
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = await page.request.get(new URL(href ?? '', runner.origin).href);
    expect(manifest.headers()['content-type']).toContain('manifest');
    expect(await manifest.json()).toMatchObject({ display: 'standalone', start_url: '/' });
    await page.evaluate(async () => navigator.serviceWorker.ready);
    await eventually(async () => expect(await keptArticles()).toBeGreaterThanOrEqual(5));
    await eventually(async () =>
      expect(
        await page.evaluate(
          async (path) => (await caches.match(path)) !== undefined,
          `/api/articles/${saved}`,
        ),
      ).toBe(true),
    );
    const keptToday = await page.evaluate(async () => {
      const kept = await caches.open('omomi-answers');
      return (await kept.keys()).map(({ url }) => url).filter((url) => url.includes('/api/today'));
    });
    // One answer, whatever time it was asked for.
    expect(keptToday).toEqual([`${runner.origin}/api/today`]);
    // A request without a time would begin a visit of the reader.
    expect(askedToday.length).toBeGreaterThan(0);
    expect(askedToday.filter((search) => !search.startsWith('?since='))).toEqual([]);
    expect(await line().count()).toBe(0);
    // Of an answer with several articles, each is kept.
    const articleIds = (await stored(() => true)).slice(0, 2).map(({ article_id }) => article_id);
    const areKept = await page.evaluate(async (ids) => {
      const kept = await caches.open('omomi-answers');
      const paths = ids.map((id) => `/api/articles/${id}`);
      for (const path of paths) await kept.delete(path);
      await fetch(`/api/opened-articles?article_ids=${ids.join(',')}`);
      for (let left = 100; left > 0; left -= 1) {
        const found = await Promise.all(paths.map((path) => kept.match(path)));
        if (found.every((answer) => answer !== undefined)) return true;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return false;
    }, articleIds);
    expect(areKept).toBe(true);
  });

  it('shows a message that is pushed, and sends what its button stands for', async () => {
    const [worker] = page.context().serviceWorkers();
    const url = `${runner.origin}/api/notified/code/later`;
    const pushed = {
      title: 'Report 3',
      text: 'Paper',
      open: `${runner.origin}/?article=3`,
      tag: '3',
      buttons: [{ deed: 'later', label: 'Read later', url }],
    };
    // This Chromium shows no notifications, and only a push service and a finger make events of these kinds.
    const done = await worker!.evaluate(async (message) => {
      const scope = globalThis as unknown as {
        registration: { showNotification: (...given: unknown[]) => Promise<void> };
      };
      const shown: unknown[] = [];
      const sent: unknown[] = [];
      const { fetch } = globalThis;
      scope.registration.showNotification = async (...given) => void shown.push(given);
      globalThis.fetch = async (...given) => Response.json(sent.push(given));
      const tell = (kind: string, facts: object) =>
        globalThis.dispatchEvent(Object.assign(new Event(kind), { waitUntil: () => undefined, ...facts }));
      tell('push', { data: { json: () => message } });
      const notification = { data: message, close: () => undefined };
      tell('notificationclick', { notification, action: 'later' });
      globalThis.fetch = fetch;
      return { shown, sent };
    }, pushed);
    expect(done.shown).toMatchObject([
      ['Report 3', { body: 'Paper', tag: '3', actions: [{ action: 'later', title: 'Read later' }] }],
    ]);
    expect(done.sent).toMatchObject([[url, { method: 'POST' }]]);
  });

  it('shows the list and its articles after a reload, and says that it is offline', async () => {
    await page.context().setOffline(true);
    await page.reload();
    await rowOf(3).waitFor();
    await line().waitFor();
    expect(await line().textContent()).toContain('Offline. Showing what was loaded before.');
    const row = page.getByTestId('article-row').first();
    await row.getByRole('link').first().click();
    await page.getByTestId('article-content').getByText('The text of report').first().waitFor();
    await browser.shoot('offline-1-article');
    await page.goBack();
    await page.getByTestId('article-content').waitFor({ state: 'detached' });
  });

  it('shows another page of the application, which was never open', async () => {
    await page.goto(`${runner.origin}/settings`);
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(await line().count()).toBe(1);
    await page.goto(`${runner.origin}/?sort=time`);
    await rowOf(3).waitFor();
  });

  it('shows what was saved for later, which was never open', async () => {
    await page.getByRole('link', { name: /^Saved/ }).click();
    await eventually(async () => expect(await page.getByTestId('article-row').count()).toBe(1));
    await rowOf(11).getByRole('link').first().click();
    await page.getByTestId('article-content').getByText('The text of report 11').first().waitFor();
    await page.goto(`${runner.origin}/?sort=time`);
    await rowOf(3).waitFor();
  });

  it('shows Today, which was never open', async () => {
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await rowOf(0).waitFor();
    expect(await line().count()).toBe(1);
    await page.goto(`${runner.origin}/?sort=time`);
    await rowOf(3).waitFor();
  });

  it('shows lists that were never open, made of what is kept', async () => {
    await page
      .getByRole('navigation', { name: 'Feeds' })
      .getByRole('link', { name: /^Paper/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Paper' }).waitFor();
    await rowOf(3).waitFor();
    const titles = await page.getByTestId('article-row').getByRole('heading').allTextContents();
    expect(titles.slice(0, 3).map((title) => title.replace('Unread: ', ''))).toEqual(
      [0, 1, 2].map((n) => `Report ${n}`),
    );
    await browser.shoot('offline-3-made-list');
    await page.getByRole('combobox', { name: 'Show' }).selectOption('read');
    await eventually(async () => expect(await page.getByTestId('article-row').count()).toBe(1));
    await rowOf(11).waitFor();
    expect(await line().count()).toBe(1);
    // Nothing that is kept belongs to this list.
    await page.goto(`${runner.origin}/?folder=Nowhere`);
    await page.getByRole('alert').getByText('The articles could not be loaded.').waitFor();
    await page.goto(`${runner.origin}/?sort=time`);
    await rowOf(3).waitFor();
  });

  it('keeps marks, saves and new feeds, and says how many wait', async () => {
    await rowOf(4).getByRole('button', { name: 'Mark as read' }).click();
    await rowOf(5).getByRole('button', { name: 'Save', exact: true }).click();
    // The key is heard once the menus are there.
    await page.locator('html[data-has-menus]').waitFor();
    await rowOf(6).getByRole('link').first().focus();
    await page.keyboard.press('t');
    await page.getByRole('combobox', { name: 'Tags' }).fill('later,気候');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await rowOf(6).getByText('気候', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add feed' }).first().click();
    await page.getByRole('dialog').getByRole('textbox').fill(server.url('/later.xml'));
    await page.getByRole('dialog').getByRole('button', { name: 'Add feed', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // A page that is shared with Omomi, asked for twice.
    for (const _ of ['once', 'twice']) {
      await page.evaluate(() => window.location.assign('#save-page'));
      await page.getByRole('dialog').getByRole('textbox').fill(server.url('/waiting'));
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
      await page
        .getByText(`${server.url('/waiting')} is added when`)
        .first()
        .waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    // A highlight, and one that is taken back at once, whose removal waits.
    await rowOf(4).getByRole('link').first().click();
    const content = page.getByTestId('article-content');
    for (const passage of MARKED) {
      await content.evaluate((element, text) => {
        const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
        const at = node?.textContent?.indexOf(text) ?? -1;
        if (node !== null) getSelection()?.setBaseAndExtent(node, at, node, at + text.length);
      }, passage);
      await page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
      await page.keyboard.press('h');
      await content.getByRole('button', { name: passage }).waitFor();
    }
    await page.keyboard.press('z');
    await content.getByRole('button', { name: MARKED[1] }).waitFor({ state: 'detached' });
    // The article that was opened was marked too.
    await line().getByText('8 changes wait').waitFor();
    await browser.shoot('offline-2-waiting');
    // The browser may have sent the mark of the opened article after its page was left.
    expect((await stored()).map(({ title }) => title)).not.toContain('Report 4');
    expect((await stored(({ is_saved }) => is_saved)).map(({ title }) => title)).toEqual(['Report 11']);
  });

  it('loses none of them when it is closed, and sends each once when it is back', async () => {
    const { context } = { context: page.context() };
    await page.close();
    page = await context.newPage();
    await page.goto(`${runner.origin}/?sort=time`);
    await rowOf(5).waitFor();
    await eventually(async () => expect(await rowOf(5).getAttribute('data-saved')).toBe('true'));
    await rowOf(6).getByText('気候', { exact: true }).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (/\/(?:tags|saved-pages)$|\/highlights\//.test(request.url()))
        sent.push(`${request.method()} ${request.postData() ?? ''}`);
    });
    await context.setOffline(false);
    await eventually(async () => {
      const changed = await stored();
      expect(changed.filter(({ is_read }) => is_read).map(({ title }) => title)).toContain('Report 4');
      const kept = changed.filter(({ is_saved }) => is_saved).map(({ title }) => title);
      // The article that has a highlight is saved, too.
      expect(kept.toSorted()).toEqual(['A waiting page', 'Report 11', 'Report 4', 'Report 5']);
      const tagged = changed.find(({ title }) => title === 'Report 6')?.own_tags;
      expect(tagged).toEqual(['later', '気候']);
      const { items } = await runner.get<Page<Feed>>('/api/feeds');
      expect(items.map(({ title }) => title).toSorted()).toEqual(['Later', 'Paper']);
    });
    await line().waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await page.evaluate(() => localStorage.getItem('omomi.outbox'))).toBe('[]'),
    );
    expect(sent.filter((each) => each.startsWith('PUT'))).toEqual([
      'PUT {"tags":["later","気候"]}',
      expect.stringContaining(`"quote":"${MARKED[0]}"`),
    ]);
    expect(sent.filter((each) => each.startsWith('POST'))).toEqual([
      `POST {"url":"${server.url('/waiting')}"}`,
    ]);
    const { items: marked } = await runner.get<Page<Highlight>>('/api/highlights');
    expect(marked.map(({ quote, title }) => [quote, title])).toEqual([[MARKED[0], 'Report 4']]);
  });

  it('shows a list that was made of what is kept as a whole when the connection is back', async () => {
    const { items } = await runner.get<Page<ArticleRow>>('/api/articles?filter=all&limit=50');
    const gone = items.find(({ title }) => title === 'Report 7')?.article_id ?? '';
    await page.context().setOffline(true);
    await page.evaluate(async (path) => {
      const kept = await caches.open('omomi-answers');
      for (const { url } of await kept.keys())
        if (/\/api\/(?:articles\?|today)/.test(url) || url.endsWith(path)) await kept.delete(url);
    }, `/api/articles/${gone}`);
    await page.goto(`${runner.origin}/?sort=time&filter=unread`);
    await rowOf(6).waitFor();
    expect(await rowOf(7).count()).toBe(0);
    await page.context().setOffline(false);
    await rowOf(7).waitFor();
    await line().waitFor({ state: 'detached' });
    expect(browser.complaints.filter((complaint) => !/ERR_INTERNET|Failed to load/.test(complaint))).toEqual(
      [],
    );
  });

  it('marks all articles read and adds a keyword later, takes a mark back, and marks nothing that came meanwhile', async () => {
    const { items: feeds } = await runner.get<Page<Feed>>('/api/feeds');
    const paperId = feeds.find(({ title }) => title === 'Paper')?.feed_id ?? '';
    const isUnread = ({ is_read }: ArticleRow) => !is_read;
    const unread = async () => (await stored(isUnread)).map(({ title }) => title).toSorted();
    // It comes with the feed that was added while there was no connection.
    await eventually(async () => expect(await unread()).toContain('Report 100'));
    const before = await unread();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(new URL(request.url()).pathname);
    });
    await page.goto(`${runner.origin}/?sort=time&filter=all&feed=${paperId}`);
    await rowOf(1).waitFor();
    // The page has also been told how many are unread. Without any the key does nothing.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    const shown = () => rowOf(1).getByRole('button', { name: 'Mark as read' });
    await shown().waitFor();
    await page.keyboard.press('Shift+A');
    await line().getByText('1 change waits').waitFor();
    await rowOf(1).getByRole('button', { name: 'Mark as unread' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await shown().waitFor();
    await line().getByText('wait').waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+A');
    await rowOf(1).getByRole('button', { name: 'Mark as unread' }).waitFor();
    // A mark that was made after it stays.
    await rowOf(2).getByRole('button', { name: 'Mark as unread' }).click();
    await page.goto(`${runner.origin}/keywords`);
    await page.getByLabel('Keyword', { exact: true }).fill('harbours');
    await page.getByRole('button', { name: 'Add keyword' }).click();
    await page.getByText('You are offline. harbours is added').waitFor();
    await line().getByText('3 changes wait').waitFor();
    expect(await unread()).toEqual(before);
    server.set('/paper.xml', {
      body: rss(
        Array.from({ length: ARTICLES + 1 }, (_, n) => item(n)),
        { title: 'Paper' },
      ),
    });
    await runner.post('/api/jobs/fetch-feeds', { feed_id: paperId });
    await runner.settled();
    asked.length = 0;
    await page.context().setOffline(false);
    await line().waitFor({ state: 'detached' });
    await eventually(async () => expect(await unread()).toEqual(['Report 100', 'Report 12', 'Report 2']));
    const { items } = await runner.get<{ items: { text: string }[] }>('/api/keywords');
    expect(items.map(({ text }) => text)).toEqual(['harbours']);
    expect(asked.filter((path) => path === '/api/articles/mark-read' || path === '/api/keywords')).toEqual([
      '/api/articles/mark-read',
      '/api/keywords',
    ]);
  });
});
