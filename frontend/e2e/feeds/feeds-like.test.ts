/// <reference lib="dom" />
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const titles = [
    'Hubble sees a distant galaxy',
    'A rocket lands on the moon',
    'New planets around a star',
    'What telescopes see in the sky',
  ];
  const items = titles.map((title, n) => ({
    title,
    link: `https://stars.example/${n}`,
    guid: `${n}`,
    text: title,
  }));
  world.server.set('/stars', { body: rss(items, { title: 'Stars and space' }) });
  await world.runner.post('/api/feeds', { url: world.server.url('/stars') });
  await world.runner.settled();
});
afterAll(() => world?.close());

it.each([
  {
    name: 'wide, by keyboard',
    size: {},
    menu: 'Actions for Stars and space',
    details: 'Details…',
    look: 'Show some',
    title: 'Feeds like this one',
    follow: 'Follow: ',
  },
  {
    name: 'on a phone, in German',
    size: { width: 390, height: 844, isPhone: true, locale: 'de-DE' },
    menu: 'Aktionen für Stars and space',
    details: 'Einzelheiten…',
    look: 'Zeigen',
    title: 'Ähnliche Feeds',
    follow: 'Abonnieren: ',
  },
])('well-known feeds that are like one are offered and followed: $name', async (how) => {
  const browser = await openBrowser(how.size);
  const { page, shoot } = browser;
  // No feed of the list is asked for: a feed that is followed already answers in its place.
  await page.route('**/api/feeds', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const feeds = await route.fetch({ method: 'GET' });
    return route.fulfill({ status: 201, json: ((await feeds.json()) as { items: unknown[] }).items[0] });
  });
  await page.goto(`${world.runner.origin}/feeds`);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: how.menu }).press('Enter');
  await page.getByRole('menuitem', { name: how.details }).click();
  const details = page.getByRole('dialog');
  await details.getByRole('button', { name: how.look, exact: true }).press('Enter');
  const offered = details.getByRole('button', { name: new RegExp(`^${how.follow}`) });
  await offered.first().waitFor();
  expect(await offered.count()).toBe(5);
  const names = await offered.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  expect(names.some((name) => /Sky & Telescope|Space\.com/.test(name))).toBe(true);
  await details.getByText(how.title).scrollIntoViewIfNeeded();
  await shoot(`feeds-like-${how.look}`);
  await offered.first().press('Enter');
  await details.getByRole('status').last().waitFor();
  expect(await offered.count()).toBe(4);
  expect(browser.complaints).toEqual([]);
  await browser.close();
});
