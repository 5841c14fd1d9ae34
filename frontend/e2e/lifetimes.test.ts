import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, Feed, Page, Rule } from '../../backend/src/contract/index.ts';
import { rss } from '../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { openWorld, type World } from './world.ts';

const DAY = 86_400_000;

/** The tests go on where the test before them ended, as a reader does. */
describe('how long articles stay', () => {
  let world: World;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  const rows = async () => (await world.runner.get<Page<ArticleRow>>('/api/articles')).items;
  /** Returns the days from arrival to the end of each article; null for one that stays. */
  const days = async () =>
    (await rows()).map(({ created_at, expires_at }) =>
      expires_at === null ? null : (Date.parse(expires_at) - Date.parse(created_at)) / DAY,
    );

  beforeAll(async () => {
    world = await openWorld();
    const date = new Date(Date.now() - 3_600_000).toISOString();
    world.server.set('/paper.xml', {
      body: rss([{ title: 'A sale of boats', text: '<p>Boats.</p>', guid: 'boats', date }], {
        title: 'The Paper',
      }),
    });
    await world.runner.post('/api/feeds', { url: world.server.url('/paper.xml') });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  it('is set by a rule, by mouse and by keyboard', async () => {
    const { page } = browser;
    const rules = async () => (await world.runner.get<Page<Rule>>('/api/rules')).items;
    const goes = page.getByLabel('Leaves the list');
    await page.goto(`${world.runner.origin}/settings/rules`);
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByLabel('Name').fill('Sales');
    await page.getByLabel('Values of condition 1').fill('sale');
    const mutes = page.getByLabel('Mute: it does not appear');
    await mutes.press('Space');
    expect(await mutes.isChecked()).toBe(false);
    await goes.selectOption({ label: 'after 2 days' });
    await page.getByRole('button', { name: 'Save rule' }).click();
    await page.getByText('goes after 2 days').waitFor();
    await page.getByRole('button', { name: 'Apply now: Sales, to the articles you have' }).click();
    await eventually(async () => expect(await days()).toEqual([2]));

    await page.getByRole('button', { name: 'Sales', exact: true }).focus();
    await page.keyboard.press('Enter');
    await goes.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually(async () => expect((await rules())[0]?.effects.goes_after_hours).toBe(24));
    await page.getByText('goes after 1 day').waitFor();
    expect(browser.complaints).toEqual([]);
  });

  it('is set for a feed, by mouse and by keyboard', async () => {
    const { page } = browser;
    const kept = async () => (await world.runner.get<Page<Feed>>('/api/feeds')).items[0]?.keep_days;
    const choice = page.getByLabel('How long articles stay');
    await page.goto(world.runner.origin);
    // The list of feeds may be drawn again while the menu opens, which closes it.
    await eventually(async () => {
      await page.getByRole('button', { name: 'Actions for The Paper' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Details…' }).click({ timeout: 5000 });
      await choice.waitFor({ timeout: 5000 });
    });
    await choice.selectOption({ label: 'For ever' });
    await eventually(async () => expect(await kept()).toBe(36_500));
    await eventually(async () => expect(await days()).toEqual([36_500]));
    await page.getByText('Read or not.').waitFor();

    // Two keys in a row. The select keeps the focus while the first choice is sent, and the second choice counts.
    await choice.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await eventually(async () => expect(await kept()).toBe(90));
    expect(await choice.inputValue()).toBe('90');
    await page.keyboard.press('Home');
    await eventually(async () => expect(await kept()).toBeNull());
    // The rule of the test before counts again.
    await eventually(async () => expect(await days()).toEqual([2]));
    expect(browser.complaints).toEqual([]);
  });
});
