/// <reference lib="dom" />
import type { ArticleRow, Page as ListPage } from '../../../backend/src/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser, type Look } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

const papers = {
  Herald: [
    'Volcano near Grindavik erupts: lava flows over the Reykjanes road',
    'A pudding of bread and apples',
  ],
  Tribune: ['Lava flows over Reykjanes road as volcano erupts near Grindavik'],
  Gazette: ['Grindavik: volcano erupts, lava reaches the Reykjanes road'],
};

describe('stories in the browser', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    await runner.post('/api/keywords', { text: 'volcano', weight: 1 });
    for (const [title, told] of Object.entries(papers)) {
      const items = told.map((headline, at) => ({
        title: headline,
        text: `<p>${headline}. The road to the town is closed.</p>`,
        link: `https://${title.toLowerCase()}.example/${at}`,
        guid: headline,
        date: new Date(Date.now() - 3_600_000).toISOString(),
      }));
      server.set(`/${title}`, { body: rss(items, { title }) });
      await runner.post('/api/feeds', { url: server.url(`/${title}`) });
      await runner.settled();
    }
  });
  afterAll(async () => {
    await world?.close();
  });

  const look = async (
    options: Partial<Look>,
    use: (opened: Awaited<ReturnType<typeof openBrowser>>) => Promise<void>,
  ) => {
    const browser = await openBrowser(options);
    try {
      await use(browser);
      expect(browser.complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  };

  it('name the other sources in the list and in the opened article, and are read by the keyboard in Today', async () => {
    await look({}, async ({ page, shoot }) => {
      await page.goto(runner.origin);
      const sources = page.getByTestId('row-sources');
      await eventually(async () => expect(await sources.count()).toBe(1));
      await sources.getByText('+2 sources').click();
      await eventually(async () => expect(await sources.getByRole('link').count()).toBe(2));
      await shoot('stories-list');
      await page.getByRole('link', { name: 'Today' }).click();
      await eventually(() => expect(new URL(page.url()).pathname).toBe('/today'));
      await eventually(async () => expect(await page.getByTestId('article-row').count()).toBe(1));
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await eventually(async () => expect(await page.getByText('Also reported by').count()).toBe(1));
      await shoot('today-open');
      expect(await page.getByTestId('left-out').textContent()).toContain('The other one can wait.');
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'As a book for an e-reader (EPUB)' }).click();
      expect((await download).suggestedFilename()).toMatch(/^omomi-\d{4}-\d\d-\d\d\.epub$/);
      // The page sends its marks together. The next test takes them back, and none may come after that.
      await eventually(async () => {
        const { items } = await runner.get<ListPage<ArticleRow>>('/api/articles');
        expect(items.filter(({ is_read }) => is_read)).toHaveLength(3);
      });
    });
  });

  it('fit a phone, in Japanese and in the dark', async () => {
    // Opening one of its articles finished the story.
    const { items } = await runner.get<ListPage<ArticleRow>>('/api/articles');
    const article_ids = items.map(({ article_id }) => article_id);
    await runner.put('/api/articles/read', { article_ids, is_read: false });
    await look(
      { width: 390, height: 844, isPhone: true, colorScheme: 'dark', locale: 'ja-JP' },
      async ({ page, shoot }) => {
        await page.goto(`${runner.origin}/today`);
        const sources = page.getByTestId('row-sources');
        await eventually(async () => expect(await sources.count()).toBe(1));
        await sources.getByText('ほか2件の情報源').click();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(390);
        await shoot('today-phone');
      },
    );
  });
});
