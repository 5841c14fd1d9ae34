/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rss } from '../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { openWorld, type World } from './world.ts';

const paper = (title: string) =>
  rss(
    [
      {
        title: `News of the ${title}`,
        text: `<p>${'word '.repeat(600)}</p>`,
        link: `https://paper.example/${title}`,
        guid: title,
        date: new Date(Date.now() - 3_600_000).toISOString(),
      },
    ],
    { title, site: 'https://paper.example/' },
  );

describe.each([
  ['by touch', true],
  ['by mouse in a narrow window', false],
])('the drawer with the feeds, %s', (_name, isPhone) => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    for (const title of ['Herald', 'Tribune']) {
      server.set(`/${title}`, { body: paper(title) });
      await runner.post('/api/feeds', { url: server.url(`/${title}`) });
    }
    await runner.settled();
  });
  afterAll(async () => {
    await world?.close();
  });

  beforeEach(async () => {
    browser = await openBrowser({ width: 390, height: 844, isPhone });
    await browser.page.goto(runner.origin);
    await press(browser.page.getByRole('button', { name: 'Show feeds' }));
    await drawer().waitFor();
    await atRest();
  });
  afterEach(() => browser?.close());

  const press = (target: Locator) => (isPhone ? target.tap() : target.click());
  const drawer = () => browser.page.getByRole('dialog', { name: 'Feeds' });
  const menuButton = (title: string) => drawer().getByRole('button', { name: `Actions for ${title}` });
  const menus = () =>
    browser.page
      .getByRole('menu')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label')));

  /** Waits until the page has drawn thirty times and no animation runs, so that what closes by itself has closed. */
  const atRest = () =>
    browser.page.evaluate(async () => {
      for (let frame = 0; frame < 30; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    });

  it('opens the menu of a feed at one press, keeps it open, and does what is chosen', async () => {
    const { page, complaints } = browser;
    await press(menuButton('Herald'));
    await page.getByRole('menuitem', { name: 'Details…' }).waitFor();
    await atRest();
    expect(await menus()).toEqual(['Actions for Herald']);
    await browser.shoot(`drawer-menu-${isPhone ? 'touch' : 'mouse'}`);
    await press(page.getByRole('menuitem', { name: 'Details…' }));
    await page.getByRole('dialog').filter({ hasText: 'Herald' }).last().getByText('Address').waitFor();
    expect(complaints).toEqual([]);
  });

  it('closes the menu at a second press of its button, and opens another feed’s menu instead of it', async () => {
    // The menu opens below its button, so the button of the feed above stays uncovered.
    await press(menuButton('Tribune'));
    await eventually(async () => expect(await menus()).toEqual(['Actions for Tribune']));
    await atRest();
    await press(menuButton('Herald'));
    await eventually(async () => expect(await menus()).toEqual(['Actions for Herald']));
    await atRest();
    expect(await menus()).toEqual(['Actions for Herald']);
    await press(menuButton('Herald'));
    await eventually(async () => expect(await menus()).toEqual([]));
    await atRest();
    expect(await menus()).toEqual([]);
    expect(await drawer().count()).toBe(1);
  });
});
