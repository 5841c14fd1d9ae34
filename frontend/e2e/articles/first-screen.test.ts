/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';
import { violationsOf } from '../crawls/axe.ts';

const HEADLINES = [
  'The last lighthouse keeper of the northern coast hands over the keys after thirty years of service',
  'A bridge is closed until spring',
  'What the oldest trees of the valley tell about the winters of the past',
  'City council votes for wider pavements after a night of debate',
  'How a small library lends out telescopes',
  '灯台守の最後の一日、鍵を返す朝',
];
const TEXT =
  'For thirty years the lamp was lit by hand every evening, and the log of the weather was kept in ink. From next week a sensor does both.';

/** Noon of yesterday: one head of a day stands above all of them, at whatever hour this runs. */
const NOON = new Date().setUTCHours(12, 0, 0, 0) - 86_400_000;

const PAPER = rss(
  Array.from({ length: 48 }, (_, n) => ({
    title: `${HEADLINES[n % HEADLINES.length] ?? ''}${n < HEADLINES.length ? '' : ` (${n})`}`,
    text: `<p>${TEXT}</p>`,
    link: `https://paper.example/${n}`,
    guid: `paper-${n}`,
    date: new Date(NOON - n * 60_000).toISOString(),
  })),
  { title: 'The Coastal Paper' },
);

/** The fewest whole rows that the first screen shows. Cards and stories have pictures or stand side by side. */
const LEAST = [
  { view: 'list', width: 1440, height: 900, rows: 10 },
  { view: 'compact', width: 1440, height: 900, rows: 27 },
  { view: 'cards', width: 1440, height: 900, rows: 9 },
  { view: 'magazine', width: 1440, height: 900, rows: 4 },
  { view: 'list', width: 390, height: 844, rows: 8 },
  { view: 'compact', width: 390, height: 844, rows: 12 },
  { view: 'cards', width: 390, height: 844, rows: 2 },
  { view: 'magazine', width: 390, height: 844, rows: 2 },
] as const;

describe('the first screen of a list', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    const { server, runner } = world;
    await runner.post('/api/keywords', { text: 'lighthouse', weight: 2 });
    await runner.post('/api/keywords', { text: 'library', weight: 1 });
    server.set('/paper.xml', { body: PAPER });
    await runner.post('/api/feeds', { url: server.url('/paper.xml') });
    await runner.settled();
  });
  afterAll(async () => {
    await world?.close();
  });

  it.each(LEAST)(
    'has $rows rows or more as $view at $width × $height',
    async ({ view, width, height, rows }) => {
      await world.runner.put('/api/me/preferences', { view });
      for (const sort of ['importance', 'time']) {
        const isPhone = width < 500;
        const browser = await openBrowser({
          width,
          height,
          isPhone,
          colorScheme: isPhone ? 'dark' : 'light',
        });
        const { page, shoot, complaints, close } = browser;
        await page.goto(`${world.runner.origin}/?sort=${sort}&filter=all`);
        await page
          .getByTestId('article-row')
          .nth(rows - 1)
          .waitFor();
        await page.getByTestId('section-head').first().waitFor();
        const whole = await page.getByTestId('article-row').evaluateAll((elements) => {
          const bar = document.querySelector('.bottom-bar')?.getBoundingClientRect().top;
          const end = bar === undefined || bar === 0 ? window.innerHeight : bar;
          const seen = elements.filter((row) => row.getBoundingClientRect().bottom <= end);
          return seen.length;
        });
        await shoot(`first-screen-${view}-${width}-${sort}`);
        console.log(`${view} ${width} × ${height} by ${sort}: ${whole} rows`);
        expect(whole).toBeGreaterThanOrEqual(rows);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await violationsOf(page)).toEqual([]);
        expect(complaints).toEqual([]);
        await close();
      }
    },
  );
});
