import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';
import { fail } from './pages.ts';
import { type FullWorld, openFullWorld } from './world.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
let page: Page;
afterEach(() => browser?.close());

const phone = { width: 390, height: 844, isPhone: true };

describe('a reader who follows no feed', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    browser = await openBrowser(phone);
    page = browser.page;
  });

  it('is led from Today to the feeds to choose from, and not to keywords', async () => {
    await page.goto(`${world.runner.origin}/today`);
    await page.getByRole('heading', { name: 'You follow no feeds yet' }).waitFor();
    expect(await page.getByRole('button', { name: 'Add keywords' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Choose feeds' }).click();
    await page.getByRole('heading', { name: 'Welcome to Omomi' }).waitFor();
  });

  it('is led to the import from the page of the feeds, on a phone too', async () => {
    await page.goto(`${world.runner.origin}/feeds`);
    await page.getByRole('heading', { name: 'You follow no feeds yet' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Import or export' }).last().click();
    await page.getByRole('heading', { name: 'Import and export' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/feeds');
  });

  it('is told what stands in “Your reading” later', async () => {
    await page.goto(`${world.runner.origin}/feeds?show=reading`);
    await page.getByRole('heading', { name: 'No articles in the last month' }).waitFor();
    expect(await page.getByText('0 of 0').count()).toBe(0);
  });

  it('is not asked to choose an article where there is none', async () => {
    await browser.close();
    browser = await openBrowser({ width: 1440, height: 900 });
    page = browser.page;
    for (const [path, heading] of [
      ['/?filter=saved', 'Nothing saved yet'],
      ['/today', 'You follow no feeds yet'],
      ['/search?q=lighthouse', 'Nothing found'],
    ] as const) {
      await page.goto(`${world.runner.origin}${path}`);
      await page.getByRole('heading', { name: heading }).waitFor();
      expect([path, await page.getByText('Choose an article').isVisible()]).toEqual([path, false]);
    }
  });

  it('is told once that a search found nothing', async () => {
    await page.goto(`${world.runner.origin}/search?q=lighthouse`);
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    expect(await page.getByTestId('found').textContent()).toBe('');
  });
});

describe('pages of a full world', () => {
  let world: FullWorld;
  beforeAll(async () => {
    world = await openFullWorld();
  });
  afterAll(() => world?.close());

  describe('with tags', () => {
    /** Runs in the page. Returns the pixels between what can be seen of each row's facts and its reasons. */
    const gaps = (): number[] =>
      [...document.querySelectorAll('.row-list:not(.is-open)')].flatMap((row) => {
        const facts = row.querySelector('.facts')!;
        const { bottom } = facts.getBoundingClientRect();
        const boxes = [...facts.children].map((fact) => fact.getBoundingClientRect());
        const ends = boxes.filter(({ top }) => top < bottom).map(({ right }) => right);
        const chips = row.querySelector('.chips')?.getBoundingClientRect();
        return chips === undefined ? [] : [Math.round(chips.left - Math.max(...ends))];
      });

    it.each([{ width: 1440, height: 900 }, phone])(
      'a row has no hole before its reasons: %o',
      async (look) => {
        browser = await openBrowser(look);
        page = browser.page;
        await page.goto(`${world.runner.origin}/?filter=saved`);
        await page.locator('.chips > li').first().waitFor();
        const found = await page.evaluate(gaps);
        expect(found.length).toBeGreaterThan(0);
        // A tag for which less than 40 pixels are left is not shown. The rest is the space around it.
        expect(Math.max(...found)).toBeLessThanOrEqual(56);
      },
    );
  });

  it('beside a list of articles, the reader is asked to choose one', async () => {
    browser = await openBrowser({ width: 1440, height: 900 });
    page = browser.page;
    await page.goto(world.runner.origin);
    await page.getByTestId('article-row').first().waitFor();
    expect(await page.getByText('Choose an article').isVisible()).toBe(true);
  });

  describe('while the server fails', () => {
    beforeEach(async () => {
      browser = await openBrowser(phone);
      page = browser.page;
      await fail(page);
    });

    it('the list of a feed has a title, and its message stands as far from the edge as the rows', async () => {
      await page.goto(`${world.runner.origin}/?feed=${world.ids.feed}`);
      const alert = page.getByRole('alert').filter({ hasText: 'The articles could not be loaded.' });
      await alert.waitFor();
      await eventually(async () => expect(await page.locator('h1').textContent()).toBe('Feeds'));
      expect((await alert.boundingBox())?.x).toBe(16);
    });

    it.each([
      ['/crawls', 'The crawls could not be loaded.'],
      ['/crawls/:crawl', 'The crawl could not be loaded.'],
      ['/jobs', 'The activity could not be loaded.'],
      ['/settings/apps', 'This part of the settings could not be loaded.'],
    ])('%s says what could not be loaded', async (path, text) => {
      await page.goto(`${world.runner.origin}${path.replace(':crawl', world.ids.crawl)}`);
      const alert = page.getByRole('main').getByRole('alert').first();
      await alert.waitFor();
      expect(await alert.textContent()).toContain(text);
    });

    it('no message in Japanese has a space after a full stop', async () => {
      await browser.close();
      browser = await openBrowser({ ...phone, locale: 'ja-JP' });
      await fail(browser.page);
      await browser.page.goto(world.runner.origin);
      const alert = browser.page.getByRole('alert');
      await alert.waitFor();
      expect(await alert.textContent()).not.toContain('。 ');
    });

    it('the highlights are a placeholder first and a message then', async () => {
      await page.goto(`${world.runner.origin}/#highlights`);
      const panel = page.getByRole('dialog');
      await panel.locator('.chakra-skeleton').waitFor();
      await panel.getByRole('alert').waitFor();
      expect(await panel.getByRole('alert').textContent()).toContain('The highlights could not be loaded');
    });
  });

  describe('in high contrast', () => {
    beforeEach(async () => {
      await world.runner.put('/api/me/preferences', { theme: 'contrast' });
      browser = await openBrowser({ width: 1440, height: 900 });
      page = browser.page;
    });

    const styleOf = (selector: string, name: 'boxShadow' | 'outlineColor') =>
      page
        .locator(selector)
        .first()
        .evaluate((element, property) => getComputedStyle(element)[property], name);

    it('an edge shows which option is chosen, and where a switch that is off ends', async () => {
      await page.goto(`${world.runner.origin}/settings/reading`);
      await page.locator('main [data-part=control][data-state=unchecked]').first().waitFor();
      expect(await styleOf('main label:has(:checked)', 'boxShadow')).toContain(
        'rgb(0, 0, 0) 0px 0px 0px 1px',
      );
      expect(await styleOf('main [data-part=control][data-state=unchecked]', 'outlineColor')).toBe(
        'rgb(0, 0, 0)',
      );
    });

    it('the reasons of a row have an edge', async () => {
      await page.goto(world.runner.origin);
      await page.locator('.chips > li').first().waitFor();
      expect(await styleOf('.chips > li', 'boxShadow')).toMatch(/^rgb\(143, 15, 0\) .* 1px inset$/);
    });

    it('what was opened of a feed stands out from what was not', async () => {
      await page.goto(`${world.runner.origin}/feeds?show=reading`);
      const track = page.locator('[data-testid=opened-feed] svg[preserveAspectRatio=none] rect').first();
      await track.waitFor();
      expect(await track.evaluate((element) => getComputedStyle(element).fill)).toBe('rgb(221, 221, 221)');
    });
  });
});
