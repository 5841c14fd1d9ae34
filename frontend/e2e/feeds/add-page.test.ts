import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberedItem, rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

const page = readFileSync(
  join(import.meta.dirname, '../../../backend/test/suites/listings/pages/japanese-news.html'),
  'utf8',
);
const article = readFileSync(
  join(import.meta.dirname, '../../../backend/test/suites/listings/pages/article.html'),
  'utf8',
);

describe('a site without a feed', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    server.set('/news/', { body: page, type: 'text/html; charset=utf-8' });
    server.set('/story', { body: article, type: 'text/html; charset=utf-8' });
    server.set('/harbour.xml', { body: rss([numberedItem(1)], { title: 'Harbour' }) });
    const { job_id } = await runner.importFeeds([server.url('/harbour.xml')]);
    await runner.jobDone(job_id);
  });
  afterAll(async () => {
    await world?.close();
  });

  it.each([
    ['en-US', 'Add feed', 'This site has no feed, but its headlines can be followed'],
    ['ja-JP', 'フィードを追加', 'フィードはありませんが、ページの見出しを購読できます'],
  ])('is followed by the list that the reader picks: %s', async (locale, add, offer) => {
    const browser = await openBrowser({ locale });
    const { page: tab } = browser;
    await tab.goto(runner.origin);
    await tab.getByRole('button', { name: add }).first().click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByRole('textbox').fill(server.url('/story'));
    await dialog.getByRole('button', { name: add }).click();
    await eventually(async () => {
      expect(await dialog.getByRole('alert').textContent()).toMatch(/single article|一つの記事/);
    });
    await dialog.getByRole('textbox').fill(server.url('/news/'));
    await dialog.getByRole('button', { name: add }).click();
    await dialog.getByText(offer).waitFor();
    await dialog.getByText('政府、送電網の共同運用を九か国と合意').waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await browser.shoot(`add-page-${locale}`);
    await browser.close();
  });
});
