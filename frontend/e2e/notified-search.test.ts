import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Notifications } from '../../backend/src/contract/index.ts';
import { rss } from '../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  world = await openWorld();
  const date = new Date(Date.now() - 3_600_000).toISOString();
  const items = ['A sale of boats', 'Rain again'].map((title) => ({ title, text: title, guid: title, date }));
  world.server.set('/paper.xml', { body: rss(items, { title: 'The Paper' }) });
  await world.runner.post('/api/feeds', { url: world.server.url('/paper.xml') });
  await world.runner.post('/api/searches', { name: 'Boats', q: 'boats' });
  // Without quiet hours, so that the test is the same at each hour.
  await world.runner.put('/api/notifications', {
    is_on: true,
    what: { kind: 'must_read' },
    most_a_day: 3,
    quiet: null,
    time_zone: 'UTC',
    language: 'en',
    page: world.runner.origin,
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

it('is the subject of notifications, by mouse and by keyboard, and the preview tells what it would have brought', async () => {
  const { page } = browser;
  const kind = async () =>
    (await world.runner.get<Notifications>('/api/notifications')).settings?.what.kind ?? null;
  await page.goto(`${world.runner.origin}/settings/reading`);
  await page.getByRole('button', { name: 'Set up: Notifications' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  const what = dialog.getByLabel('What', { exact: true });
  await what.selectOption({ label: 'What the search “Boats” finds' });
  await eventually(async () => expect(await kind()).toBe('search'));
  await dialog.getByText('It looks at titles and the beginnings of texts here.').waitFor();
  await dialog.getByText('Last week this would have been 1 notification').click();
  await dialog.getByText('A sale of boats').waitFor();
  await what.focus();
  await page.keyboard.press('ArrowDown');
  await eventually(async () => expect(await kind()).toBe('feed'));
  await dialog.getByText('Last week this would have been 2 notifications').waitFor();
  await page.keyboard.press('ArrowUp');
  await eventually(async () => expect(await kind()).toBe('search'));
  expect(browser.complaints).toEqual([]);
});
