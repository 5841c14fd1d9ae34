/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser, type Look } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

const COUNT = 40;
/** The story that is closed: not at the edge of the window, where a row that gets higher is shown whole. */
const CLOSED = COUNT - 4;

describe('movements of the page', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    const items = Array.from({ length: COUNT }, (_, n) => ({
      title: `Story ${n}`,
      link: `https://site.example/${n}`,
      guid: `story-${n}`,
      text: `<p>${'The text of the story. '.repeat(40)}</p>`,
      date: new Date(Date.now() - (n + 1) * 3_600_000).toISOString(),
    }));
    world.server.set('/feed', { body: rss(items, { title: 'Stories' }) });
    await world.runner.post('/api/feeds', { url: world.server.url('/feed') });
    await world.runner.settled();
  });
  afterAll(async () => {
    await world?.close();
  });

  /** Opens the list by time, with movements so slow that a test ends before they do, and counts them. */
  const open = async (look: Partial<Look> = {}, isHidden = false) => {
    const browser = await openBrowser({ isMoving: true, ...look });
    const { page } = browser;
    await page.addInitScript((hides: boolean) => {
      const moves: string[] = [];
      Object.assign(window, { moves });
      if (hides) Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (change) => {
        moves.push(document.documentElement.dataset['moving'] ?? '');
        return start(change);
      };
    }, isHidden);
    await page.goto(`${world.runner.origin}/?sort=time&filter=all`);
    await page.getByTestId('article-row').nth(5).waitFor();
    await page.addStyleTag({
      content:
        '::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 60s !important; }',
    });
    return browser;
  };
  const moves = (page: Page) => page.evaluate(() => (window as unknown as { moves: string[] }).moves);
  const moving = (page: Page) => page.evaluate(() => document.documentElement.dataset['moving'] ?? null);
  const shown = async (page: Page) =>
    (await page.getByTestId('article-pane').getByRole('heading', { level: 2 }).first().textContent()) ?? '';
  const topOf = (page: Page, title: string) =>
    page.evaluate(
      (text) =>
        [...document.querySelectorAll('[data-testid=article-row]')]
          .find((row) => row.textContent?.includes(text))
          ?.getBoundingClientRect().top,
      title,
    );

  it('show another page, and a press on it or beside it meanwhile is not lost', async () => {
    const { page, complaints, close } = await open();
    await page.getByRole('link', { name: 'Keywords' }).click();
    await eventually(async () => expect(await moves(page)).toEqual(['page']));
    await page.waitForURL('**/keywords');
    expect(await moving(page)).toBe('page');
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.waitForURL('**/settings**');
    await eventually(async () => expect(await moves(page)).toHaveLength(2));
    expect(await moving(page)).toBe('page');
    // Playwright would wait for the end of the movement; a mouse does not.
    const inPage = page.locator('#content').getByRole('link', { name: 'Rules' });
    const { x, y, width, height } = (await inPage.boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForURL(`**${await inPage.getAttribute('href')}`);
    expect(await moving(page)).toBeNull();
    expect(complaints).toEqual([]);
    await close();
  });

  it('open and close an article, while keys are answered at once and rows keep their places', async () => {
    const { page, complaints, close } = await open();
    await page.evaluate(() => window.scrollTo(0, 700));
    const before = await topOf(page, 'Story 12');
    await page.getByTestId('article-row').filter({ hasText: 'Story 12' }).getByRole('link').first().click();
    await eventually(async () => expect(await moves(page)).toEqual(['article']));
    await eventually(async () => expect(await shown(page)).toBe('Story 12'));
    expect(await topOf(page, 'Story 12')).toBe(before);
    // The movement of 60 seconds goes on; each key ends it or begins none.
    for (let n = 13; n < COUNT; n += 1) await page.keyboard.press('j');
    for (let n = COUNT - 1; n > CLOSED; n -= 1) await page.keyboard.press('k');
    await eventually(async () => expect(await shown(page)).toBe(`Story ${CLOSED}`));
    expect(await moving(page)).toBeNull();
    const last = await topOf(page, `Story ${CLOSED}`);
    await page.getByTestId('article-pane').getByRole('button', { name: 'Hide the article' }).first().click();
    await eventually(async () => expect(await page.getByTestId('article-pane').count()).toBe(0));
    expect(await moves(page)).toEqual(['article', 'article']);
    expect(await topOf(page, `Story ${CLOSED}`)).toBe(last);
    expect(complaints).toEqual([]);
    await close();
  });

  it('are ended by a key in the same moment, which acts on what the press before it opened', async () => {
    const { page, close } = await open();
    await page.evaluate(() => {
      document.querySelectorAll<HTMLElement>('[data-testid=article-row] h2 a')[3]?.click();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
    });
    await eventually(async () => expect(await shown(page)).toBe('Story 4'));
    await close();
  });

  it('lay an article over the list of a phone, which stands where it stood after it is left', async () => {
    const { page, complaints, close } = await open({ width: 390, height: 844, isPhone: true });
    await page.evaluate(() => window.scrollTo(0, 900));
    const before = await topOf(page, 'Story 14');
    await page.getByTestId('article-row').filter({ hasText: 'Story 14' }).getByRole('link').first().tap();
    await eventually(async () => expect(await shown(page)).toBe('Story 14'));
    await page.getByTestId('article-pane').getByRole('button', { name: 'Back to the list' }).tap();
    await eventually(async () => expect(await page.getByTestId('article-pane').count()).toBe(0));
    expect(await moves(page)).toEqual(['article', 'article']);
    expect(await topOf(page, 'Story 14')).toBe(before);
    expect(complaints).toEqual([]);
    await close();
  });

  it('are left out by a browser that has none, where everything changes at once', async () => {
    const { page, complaints, close } = await openBrowser({ isMoving: true });
    await page.addInitScript(() => void Reflect.deleteProperty(Document.prototype, 'startViewTransition'));
    await page.goto(`${world.runner.origin}/?sort=time&filter=all`);
    await page.getByTestId('article-row').first().getByRole('link').first().click();
    await eventually(async () => expect(await shown(page)).toBe('Story 0'));
    await page.getByRole('link', { name: 'Keywords' }).click();
    await page.waitForURL('**/keywords');
    expect(complaints).toEqual([]);
    await close();
  });

  it.each([
    ['a reader who wants less motion', { isMoving: false }, false],
    ['a hidden page', {}, true],
  ])('are not shown to %s', async (_, look, isHidden) => {
    const { page, close } = await open(look, isHidden);
    await page.getByTestId('article-row').first().getByRole('link').first().click();
    await eventually(async () => expect(await shown(page)).toBe('Story 0'));
    await page.getByRole('link', { name: 'Keywords' }).click();
    await page.waitForURL('**/keywords');
    expect(await moves(page)).toEqual([]);
    await close();
  });
});
