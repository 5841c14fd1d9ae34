import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ArticleRow, Page as Listed } from '../../../backend/src/contract/index.ts';
import { sampleDocument, sampleIcon, samplePicture } from '../../../backend/src/samples/sample-feed.ts';
import { openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';
import { readmeFeeds, readmeKeywords } from './readme-feeds.ts';

const FOLDER = join(import.meta.dirname, '../../../docs/screenshots');
const HOUR_MS = 3_600_000;

/** Opens the first article of the list, and waits for its text. */
const openFirst = async (page: Page): Promise<void> => {
  await page.getByTestId('article-row').first().getByRole('link').first().click();
  await page.getByTestId('article-content').waitFor();
  // The menu of the article is loaded after the list.
  await page.locator('button[data-menu]').last().waitFor();
};

/** Opens it beside the list, where the mouse points at nothing. */
const openBeside = async (page: Page): Promise<void> => {
  await openFirst(page);
  await page.mouse.move(1_270, 790);
};

/** Opens it with the bars of its reasons. */
const explainFirst = async (page: Page): Promise<void> => {
  await openBeside(page);
  await page.getByRole('button', { name: 'Why it ranks here' }).click();
  await page.mouse.move(1_270, 790);
};

/** Opens the settings of notifications, with what last week would have been. */
const openNotifications = async (page: Page): Promise<void> => {
  await page.locator('main [aria-current] button').click();
  const preview = page.getByRole('dialog').locator('summary');
  await preview.click();
  // At the upper edge, so that the list below it is in view.
  await preview.evaluate((summary) => summary.scrollIntoView());
};

const rows = '[data-testid=article-row]';
const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844, isPhone: true };

// What is opened is read from then on, so the lists come first.
const pictures = [
  { name: 'phone-list', look: phone, path: '/', view: 'cards' },
  { name: 'today', look: { ...wide, colorScheme: 'dark' }, path: '/today', view: 'list', act: openBeside },
  { name: 'list', look: wide, path: '/', view: 'list', act: explainFirst },
  { name: 'phone-article', look: { ...phone, colorScheme: 'dark' }, path: '/', view: 'list', act: openFirst },
  {
    name: 'notifications',
    look: phone,
    path: '/settings/reading?setting=notifications',
    view: 'list',
    ready: 'main [aria-current] button',
    act: openNotifications,
  },
] as const;

/** Serves the feeds with their pictures, and follows them in folders as a reader who has been here for a while. */
const fill = async ({ server, runner }: World): Promise<void> => {
  const from = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  for (const { text, weight } of readmeKeywords) await runner.post('/api/keywords', { text, weight });
  for (const { name, folder, feed } of readmeFeeds) {
    const body = sampleDocument(feed, from, server.url(`/${name}`));
    server.set(`/${name}.xml`, { body, type: 'application/rss+xml' });
    server.set(`/${name}.png`, { body: Buffer.from(sampleIcon(feed)), type: 'image/png' });
    for (const { hoursAgo } of feed.entries) {
      const picture = samplePicture(feed, hoursAgo);
      if (picture !== null)
        server.set(`/${name}-${hoursAgo}.png`, { body: Buffer.from(picture), type: 'image/png' });
    }
    await runner.post('/api/feeds', { url: server.url(`/${name}.xml`), folder });
    await runner.settled();
  }
  const { items } = await runner.get<Listed<ArticleRow>>('/api/articles?limit=100');
  const idOf = (start: string): string => {
    const found = items.find(({ title }) => title.startsWith(start));
    if (found === undefined) throw new Error(`There is no article ${start}`);
    return found.article_id;
  };
  await runner.put(`/api/articles/${idOf('Three soups')}/save`, { is_saved: true });
  await runner.put(`/api/articles/${idOf('Sourdough bread')}/save`, { is_saved: true });
  await runner.put(`/api/articles/${idOf('Who rides night trains')}/tags`, { tags: ['To read aloud'] });
  await runner.post('/api/searches', { name: 'By rail', q: 'train OR railway OR 列車' });
  for (const start of ['Why your printer', 'A lost letter', 'Do dogs know'])
    await runner.put(`/api/articles/${idOf(start)}/read`, { is_read: true });
};

/** Draws the pictures of the README and of docs/morning.md. Returns their number. */
export const drawReadme = async (): Promise<number> => {
  const world = await openWorld();
  await fill(world);
  const { runner } = world;
  await mkdir(FOLDER, { recursive: true });
  for (const picture of pictures) {
    await runner.put('/api/me/preferences', { view: picture.view });
    const { page, close } = await openBrowser(picture.look);
    await page.goto(new URL(picture.path, runner.origin).href);
    await page
      .locator('ready' in picture ? picture.ready : rows)
      .first()
      .waitFor();
    if ('act' in picture) await picture.act(page);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(FOLDER, `${picture.name}.png`) });
    await close();
  }
  await world.close();
  return pictures.length;
};
