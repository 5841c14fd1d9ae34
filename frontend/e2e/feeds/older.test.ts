/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

const COUNT = 120;

describe('the older articles of a feed', () => {
  let world: World;
  let feedId: string;
  let quietId: string;

  const publish = async (path: string, title: string): Promise<string> => {
    const items = Array.from({ length: COUNT }, (_, n) => ({
      title: `${title} episode ${COUNT - n}`,
      link: `https://${title}.example/${n}`,
      guid: `${title}-${n}`,
      text: `<p>The story number ${COUNT - n} of a lighthouse.</p>`,
      date: new Date(Date.now() - (n + 1) * 3_600_000).toISOString(),
    }));
    world.server.set(path, { body: rss(items, { title }) });
    const feed = await world.runner.post<{ feed_id: string }>('/api/feeds', { url: world.server.url(path) });
    return feed.feed_id;
  };

  beforeAll(async () => {
    world = await openWorld();
    feedId = await publish('/tales', 'Tales');
    quietId = await publish('/quiet', 'Quiet');
    await world.runner.settled();
  });
  afterAll(async () => {
    await world?.close();
  });

  it('are told at the end of its list and in its details, and come by the button', async () => {
    const browser = await openBrowser();
    const { page, shoot } = browser;
    const list = `${world.runner.origin}/?feed=${feedId}&filter=all&sort=time`;
    await page.goto(list);
    const rows = page.getByTestId('article-row');
    await eventually(async () => expect(await rows.count()).toBeGreaterThan(0));
    const note = page.getByTestId('older-note');
    await eventually(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      expect(await note.isVisible()).toBe(true);
    });
    expect(await note.textContent()).toContain('70 older articles of this feed are not here');
    await note.scrollIntoViewIfNeeded();
    await shoot('older-note');
    await page.goto(`${world.runner.origin}/feeds`);
    const table = page.getByRole('table', { name: 'Your feeds' });
    await table.getByRole('button', { name: 'Actions for Tales' }).click();
    await page.getByRole('menuitem', { name: 'Details…' }).click();
    const details = page.getByRole('dialog');
    await details.getByText('70 older articles: one fetch brings at most the newest 50.').waitFor();
    await details.getByRole('button', { name: 'Bring them' }).scrollIntoViewIfNeeded();
    await shoot('older-details');
    await page.goto(list);
    await eventually(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      expect(await note.isVisible()).toBe(true);
    });
    await note.getByRole('button', { name: 'Bring them' }).click();
    await page.getByText('70 older articles have come.').waitFor();
    await eventually(async () => expect(await note.count()).toBe(0));
    await page.getByRole('button', { name: 'Show the list anew' }).click();
    await eventually(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      expect(await page.getByText('Tales episode 1', { exact: true }).count()).toBe(1);
    });
    expect((await world.runner.get<{ unread_count: number }>(`/api/feeds/${feedId}`)).unread_count).toBe(50);
    expect(browser.complaints).toEqual([]);
    await browser.close();
  });

  it('are told under what a search found, and are found once they have come', async () => {
    const browser = await openBrowser({ width: 390, height: 844, isPhone: true, locale: 'ja-JP' });
    const { page, shoot } = browser;
    await page.goto(`${world.runner.origin}/search?q=feed%3AQuiet%20lighthouse`);
    await eventually(async () => expect(await page.getByTestId('found').textContent()).toBe('50 件の記事'));
    const note = page.getByTestId('not-searched');
    await eventually(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      expect(await note.isVisible()).toBe(true);
    });
    expect(await note.textContent()).toContain('「Quiet」のまだ取り込んでいない古い記事70件');
    await note.getByRole('button', { name: '取り込む' }).scrollIntoViewIfNeeded();
    await shoot('not-searched-phone-ja');
    await note.getByRole('button', { name: '取り込む' }).tap();
    await page.getByText('古い記事を70件取り込みました。').waitFor();
    await page.getByRole('button', { name: '一覧を更新' }).tap();
    await eventually(async () => expect(await page.getByTestId('found').textContent()).toBe('120 件の記事'));
    expect(await world.runner.get(`/api/feeds/${quietId}`)).toMatchObject({ left_out: { over_limit: 0 } });
    expect(browser.complaints).toEqual([]);
    await browser.close();
  });
});
