/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Feed } from '../../../backend/src/contract/index.ts';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

describe('from an article to its feed', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    const { server, runner } = world;
    const told = {
      Herald: ['Herald tells of a lighthouse', 'Herald tells of bread'],
      Tribune: ['A ferry is late'],
    };
    for (const [name, titles] of Object.entries(told)) {
      const items = titles.map((title, n) => ({
        title,
        text: `<p>A text of the ${name}.</p>`,
        link: `https://${name.toLowerCase()}.example/${n}`,
        guid: `${name}-${n}`,
        date: new Date(Date.now() - n * 3_600_000).toISOString(),
      }));
      server.set(`/${name}`, { body: rss(items, { title: name }) });
      await runner.post('/api/feeds', { url: server.url(`/${name}`), folder: 'Papers' });
    }
    await runner.settled();
  });
  afterAll(async () => {
    await world?.close();
  });

  const herald = async (): Promise<Feed | undefined> =>
    (await world.runner.get<{ items: Feed[] }>('/api/feeds')).items.find((feed) => /Herald/.test(feed.title));
  const choose = async (page: Page, item: string): Promise<void> => {
    const row = page.getByTestId('article-row').filter({ hasText: 'Herald tells' }).first();
    await row.hover();
    await row.getByRole('button', { name: 'More for this article' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it('is one step: the source is a link, and the menu has what can be done with the feed', async () => {
    const { page, shoot, complaints, close } = await openBrowser({ width: 1440, height: 900 });
    await page.goto(world.runner.origin);
    const row = page.getByTestId('article-row').filter({ hasText: 'Herald tells' }).first();
    const feedId = (await herald())?.feed_id ?? '';
    await row.getByRole('link', { name: 'Herald', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Herald' }).waitFor();
    expect(new URL(page.url()).searchParams.get('feed')).toBe(feedId);
    await eventually(async () => expect(await page.getByTestId('article-row').count()).toBe(2));

    // The head of the feed's own list offers the same as the menu of an article.
    const items = ['Details…', 'Rename…', 'Move to folder…', 'Less of this feed', 'Pause', 'Unsubscribe…'];
    for (const menu of ['More for this list', 'More for this article']) {
      if (menu === 'More for this article') await row.hover();
      await (menu === 'More for this list' ? page : row).getByRole('button', { name: menu }).click();
      for (const name of items) await page.getByRole('menuitem', { name }).waitFor();
      await shoot(`feed-in-menu-${menu.endsWith('list') ? 'list' : 'article'}`);
      await page.keyboard.press('Escape');
    }

    await choose(page, 'Rename…');
    await page.getByRole('dialog').getByRole('textbox').fill('The Herald');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await eventually(async () => expect((await herald())?.title).toBe('The Herald'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await choose(page, 'Pause');
    await eventually(async () => expect((await herald())?.is_active).toBe(false));
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect((await herald())?.is_active).toBe(true));
    await choose(page, 'Less of this feed');
    await eventually(async () => expect((await herald())?.volume).toBe('less'));
    await choose(page, 'Unsubscribe…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unsubscribe' }).click();
    await eventually(async () => expect(await herald()).toBeUndefined());
    await eventually(() => expect(new URL(page.url()).searchParams.get('feed')).toBeNull());
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () =>
      expect(await herald()).toMatchObject({ title: 'The Herald', folder: 'Papers', volume: 'less' }),
    );
    expect(complaints).toEqual([]);
    await close();
  });

  it('is one step on a phone too, where no sidebar is there', async () => {
    const { page, complaints, close } = await openBrowser({ width: 390, height: 844, isPhone: true });
    await page.goto(`${world.runner.origin}/?feed=${(await herald())?.feed_id}&filter=all`);
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'Details…' }).click();
    await page.getByRole('dialog').getByText(world.server.url('/Herald')).first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
