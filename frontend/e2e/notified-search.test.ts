import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Notifications } from '../../backend/src/contract/index.ts';
import { rss } from '../../backend/test/harness/servers/feed-server.ts';
import { startMailServer, type MailServer } from '../../backend/test/harness/servers/mail-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { openWorld, type World } from './world.ts';

let mails: MailServer;
let world: World;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  mails = await startMailServer();
  world = await openWorld({ SMTP_URL: mails.url, MAIL_FROM: 'omomi@example.org' });
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
  await mails.close();
});

it('a saved search is the subject of notifications, by mouse and by keyboard, and the preview tells what it would have brought', async () => {
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

it('mails are a channel once an address is confirmed, added by mouse and removed by keyboard', async () => {
  const { page } = browser;
  const kinds = async () =>
    (await world.runner.get<Notifications>('/api/notifications')).channels.map(({ kind }) => kind);
  const open = async () => {
    await page.goto(`${world.runner.origin}/settings/reading`);
    await page.getByRole('button', { name: 'Set up: Notifications' }).click();
    await page.getByLabel('Kind of channel').first().waitFor();
  };
  const button = page.getByRole('button', { name: 'Add mails to anna@example.org' });
  await open();
  expect(await button.count()).toBe(0);
  const where = { time_zone: 'UTC', language: 'en', page: world.runner.origin };
  await world.runner.put('/api/morning/address', { address: 'anna@example.org', ...where });
  await open();
  await button.click();
  await page.getByTestId('channel').getByText('anna@example.org').waitFor();
  expect(await kinds()).toEqual(['mail']);
  expect(mails.take()).toMatchObject([{ to: ['anna@example.org'] }]);
  await page.getByRole('button', { name: 'Remove anna@example.org' }).focus();
  await page.keyboard.press('Enter');
  await button.waitFor();
  expect(await kinds()).toEqual([]);
  expect(browser.complaints).toEqual([]);
});
