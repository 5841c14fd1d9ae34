/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, Page } from '../../../backend/src/contract/index.ts';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

const COUNT = 120;

describe('the older articles of a feed', () => {
  let world: World;
  let feedId: string;

  const publish = async (path: string, title: string): Promise<string> => {
    const items = Array.from({ length: COUNT }, (_, n) => ({
      title: `${title} episode ${COUNT - n}`,
      link: `https://${title}.example/${n}`,
      guid: `${title}-${n}`,
      text: `<p>The story number ${COUNT - n} of a lighthouse.</p>`,
      date: new Date(Date.now() - (n + 1) * 3_600_000).toISOString(),
    }));
    const more = `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="next" href="${path}-before"/>`;
    world.server.set(path, { body: rss(items, { title }).replace('<channel>', `<channel>${more}`) });
    const before = [
      {
        title: `${title} begin`,
        link: `https://${title}.example/begin`,
        guid: 'begin',
        date: new Date(0).toISOString(),
      },
    ];
    world.server.set(`${path}-before`, { body: rss(before, { title }) });
    const feed = await world.runner.post<{ feed_id: string }>('/api/feeds', { url: world.server.url(path) });
    return feed.feed_id;
  };

  beforeAll(async () => {
    world = await openWorld();
    feedId = await publish('/tales', 'Tales');
    await publish('/quiet', 'Quiet');
    await world.runner.settled();
  });
  afterAll(async () => {
    await world?.close();
  });

  it('stand in its list as read, below the newest 50', async () => {
    const browser = await openBrowser();
    const { page, shoot } = browser;
    await page.goto(`${world.runner.origin}/?feed=${feedId}&filter=all&sort=time`);
    const rows = page.getByTestId('article-row');
    await eventually(async () => expect(await rows.count()).toBeGreaterThan(0));
    await eventually(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      expect(await page.getByText('Tales episode 1', { exact: true }).count()).toBe(1);
    });
    await shoot('older-articles');
    expect(await world.runner.get(`/api/feeds/${feedId}`)).toMatchObject({
      unread_count: 50,
      left_out: { over_limit: 0 },
    });

    // And what is older than its document, when the reader asks for it.
    await page.goto(`${world.runner.origin}/feeds`);
    await page.getByRole('row', { name: /Tales/ }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    const details = page.getByRole('dialog');
    await details.getByRole('button', { name: 'Look for older ones' }).click();
    await details.getByText('Up to 2,000 articles, as read, in about 5 minutes at most.').waitFor();
    await shoot('older-past');
    await details.getByRole('button', { name: 'Bring them' }).click();
    await details.getByText('They are coming. Activity shows how far.').waitFor();
    await page.getByText('1 older article').first().waitFor();
    const all = `/api/articles?feed_id=${feedId}&filter=all&sort=published_at&limit=200`;
    const { items } = await world.runner.get<Page<ArticleRow>>(all);
    expect(items.find(({ title }) => title === 'Tales begin')).toMatchObject({ is_read: true });
    expect(browser.complaints).toEqual([]);
    await browser.close();
  });

  it('are found by a search', async () => {
    const browser = await openBrowser({ width: 390, height: 844, isPhone: true, locale: 'ja-JP' });
    const { page, shoot } = browser;
    await page.goto(`${world.runner.origin}/search?q=feed%3AQuiet%20lighthouse`);
    await eventually(async () => expect(await page.getByTestId('found').textContent()).toBe('120件の記事'));
    await shoot('older-found-phone-ja');
    expect(browser.complaints).toEqual([]);
    await browser.close();
  });
});
