import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberedItem, rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser, type Look } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

const items = Array.from({ length: 60 }, (_, n) => numberedItem(n));

describe('what is told of a feed', () => {
  let world: World;
  let server: World['server'];
  let runner: World['runner'];

  beforeAll(async () => {
    world = await openWorld();
    ({ server, runner } = world);
    server.set('/harbour.xml', {
      body: rss(items, { title: 'Harbour' }),
      headers: { 'cache-control': 'max-age=86400' },
    });
    server.set('/gone.xml', { body: 'gone', status: 410 });
    server.set('/lost.xml', { body: 'lost', status: 404 });
    const { job_id } = await runner.importFeeds(
      ['/harbour.xml', '/gone.xml', '/lost.xml'].map((path) => server.url(path)),
    );
    await runner.jobDone(job_id);
  });
  afterAll(async () => {
    await world?.close();
  });

  it('after fetching all is how many feeds need attention, with one button that tries them all', async () => {
    const browser = await openBrowser();
    const { page } = browser;
    const resumed: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/resume')) resumed.push(request.url());
    });
    await page.goto(runner.origin);
    await page.getByRole('button', { name: 'Fetch feeds' }).first().click();
    const notice = page.getByRole('status').filter({ hasText: '2 feeds need attention.' });
    await notice.waitFor();
    await browser.shoot('feed-trouble-notice');
    await notice.getByRole('button', { name: 'Try them again' }).click();
    await page.getByText('2 feeds were asked just now: again in a minute.').waitFor();
    expect(new Set(resumed).size).toBe(2);
    await browser.close();
  });

  const looks: [string, Partial<Look>][] = [
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { width: 390, height: 844, isPhone: true }],
  ];
  it.each(looks)(
    'in its details is when it is fetched next and why, and what it left out (%s)',
    async (name, look) => {
      const browser = await openBrowser(look);
      const { page } = browser;
      await page.goto(runner.origin);
      const actions = page.getByRole('button', { name: 'Actions for Harbour' });
      const dialog = page.getByRole('dialog', { name: 'harbour.xml' });
      if (look.isPhone === true) {
        await page.getByRole('button', { name: 'Show feeds' }).tap();
        await page.getByRole('dialog', { name: 'Feeds' }).waitFor();
      }
      // The list of feeds may be drawn again while the menu opens, which closes it.
      await eventually(async () => {
        await (look.isPhone === true ? actions.tap({ timeout: 5000 }) : actions.click({ force: true }));
        await page.getByRole('menuitem', { name: 'Details…' }).click({ timeout: 5000 });
        await dialog.waitFor({ timeout: 5000 });
      });
      const interval = dialog.getByLabel('How often to check');
      await interval.selectOption('automatic');
      await dialog.getByText('About every 24 hours, because its publisher asks for that.').waitFor();
      expect(await interval.locator('option').first().textContent()).toBe(
        'Automatic (now about every 24 hours: its publisher asks)',
      );
      await browser.shoot(`feed-details-${name}`);
      await interval.selectOption('15');
      await eventually(async () => expect(await interval.inputValue()).toBe('15'));
      await dialog.getByText('Every 15 minutes, as you chose.').waitFor();
      await browser.shoot(`feed-details-${name}-chosen`);
      expect(browser.complaints).toEqual([]);
      await browser.close();
    },
  );
});
