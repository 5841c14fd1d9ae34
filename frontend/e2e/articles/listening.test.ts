/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, Page as ListPage } from '../../../backend/src/contract/index.ts';
import { chapterTag } from '../../../backend/test/harness/samples/recordings.ts';
import { violationsOf } from '../crawls/axe.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';
import { partOf, silentWav } from './samples.ts';

const SOUND_SECONDS = 120;
const HOSTILE = '"><img src=x onerror=pwn()> List&lt;script>pwn()</script> javascript:pwn()';
const chapters = [
  { start: 0, title: 'The harbour' },
  { start: 62.5, title: `The lamp ${HOSTILE}` },
  { start: 90, title: '灯台守の最後の一日' },
];

const feedOf = (server: World['server']) => {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const item = (n: number, title: string, chaptersOf = '') =>
    `<item><title>${escaped(title)}</title><guid>wave-${n}</guid><link>https://waves.example/${n}</link>
    <pubDate>${new Date(Date.now() - n * 3_600_000).toUTCString()}</pubDate><description>What was heard on day ${n}.</description>
    <enclosure url="${server.url(`/${n}.mp3`)}" type="audio/mpeg" length="1"/>${chaptersOf}</item>`;
  const inFeed = `<psc:chapters>${chapters.map(({ start, title }) => `<psc:chapter start="${start}" title="${escaped(title)}"/>`).join('')}</psc:chapters>`;
  return `<?xml version="1.0"?><rss version="2.0" xmlns:psc="http://podlove.org/simple-chapters"
    xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Waves</title><link>https://waves.example/</link>
    ${item(1, 'Chapters in the feed', inFeed)}
    ${item(2, 'Chapters in a document', `<podcast:chapters url="${server.url('/2.json')}" type="application/json+chapters"/>`)}
    ${item(3, 'Chapters in the file')}
    ${item(4, `Hostile ${HOSTILE}`)}
    </channel></rss>`;
};

describe('listening', () => {
  let world: World;
  let runner: World['runner'];
  let ids: string[];

  beforeAll(async () => {
    world = await openWorld();
    const { server } = world;
    ({ runner } = world);
    server.set('/waves.xml', { body: feedOf(server) });
    server.set('/3.mp3', {
      body: chapterTag(chapters, { version: 4, encoding: 'utf-8' }),
      type: 'audio/mpeg',
    });
    await runner.post('/api/feeds', { url: server.url('/waves.xml') });
    await runner.settled();
    const { items } = await runner.get<ListPage<ArticleRow>>('/api/articles?sort=published_at&filter=all');
    ids = items.map(({ article_id }) => article_id);
  });
  afterAll(async () => {
    await world?.close();
  });

  const within = async (
    look: Parameters<typeof openBrowser>[0],
    check: (
      browser: Awaited<ReturnType<typeof openBrowser>> & { show: (n: number) => Promise<void> },
    ) => Promise<void>,
  ) => {
    const browser = await openBrowser(look);
    const { page } = browser;
    await page.addInitScript(() => {
      Object.assign(window, { pwn: () => Object.assign(window, { isPwned: true }) });
      // Nobody is disturbed by the machine that runs this.
      document.addEventListener('play', ({ target }) => Object.assign(target ?? {}, { muted: true }), true);
    });
    await page.route(
      (url) => url.origin !== runner.origin,
      (route) =>
        route.request().url().endsWith('.mp3')
          ? route.fulfill(partOf(silentWav(SOUND_SECONDS), route.request()))
          : route.abort(),
    );
    const show = async (n: number) => {
      await page.goto(`${runner.origin}/?sort=time&filter=all&article=${ids[n - 1]}`);
      await page.getByTestId('player').waitFor();
    };
    try {
      await check({ ...browser, show });
      expect(await page.evaluate(() => 'isPwned' in window)).toBe(false);
    } finally {
      await browser.close();
    }
  };

  const placeIn = (page: Page) =>
    page
      .locator('audio')
      .first()
      .evaluate((each) => (each instanceof HTMLMediaElement ? each.currentTime : -1));
  const playSound = (page: Page) =>
    page
      .getByTestId('player')
      .locator('audio')
      .evaluate(async (each) => {
        if (each instanceof HTMLMediaElement) await each.play();
      });
  const isAtOf = async (page: Page, seconds: number) =>
    eventually(async () => expect(Math.abs((await placeIn(page)) - seconds)).toBeLessThan(8));

  it('shows chapters of the feed, a document and the file, and goes to them by mouse and keyboard', () =>
    within({ width: 1280, height: 900 }, async ({ page, show, shoot }) => {
      await show(1);
      const player = page.getByTestId('player');
      const heads = player.getByRole('button', { name: 'Chapters' });
      const marked = player.locator('[aria-current="true"]');
      await player.getByRole('button', { name: 'Chapters (3)' }).click();
      expect(await marked.count()).toBe(0);
      await player.getByRole('button', { name: '1:02 The lamp' }).click();
      await isAtOf(page, 62.5);
      await eventually(async () => expect(await marked.textContent()).toContain('The lamp'));
      await player.getByRole('button', { name: '1:30' }).focus();
      await page.keyboard.press('Enter');
      await isAtOf(page, 90);
      await eventually(async () => expect(await marked.textContent()).toContain('灯台守'));
      await shoot('listening-chapters');
      expect(await violationsOf(page)).toEqual([]);

      // The document is asked for once the chapters are opened, and again after it failed.
      await page.keyboard.press('j');
      await page.getByText('What was heard on day 2.').first().waitFor();
      await heads.click();
      await player.getByText('The chapters could not be loaded.').waitFor();
      const document = { chapters: chapters.map(({ start, title }) => ({ startTime: start, title })) };
      world.server.set('/2.json', { body: JSON.stringify(document), type: 'application/json' });
      await heads.click();
      await player.getByRole('button', { name: '1:02 The lamp' }).waitFor();

      // The file is read once it is played.
      await page.keyboard.press('j');
      await page.getByText('What was heard on day 3.').first().waitFor();
      await player.locator('audio').waitFor();
      expect(await heads.count()).toBe(0);
      expect(world.server.requests.has('/3.mp3')).toBe(false);
      await playSound(page);
      await player.getByRole('button', { name: 'Chapters (3)' }).waitFor();
    }));

  it.each([
    { width: 1280, height: 900 },
    { width: 390, height: 844, isPhone: true },
  ])('plays what waits one after the other, and lists what was begun: %j', (look) =>
    within(look, async ({ page, show, shoot }) => {
      const panel = page.getByRole('dialog', { name: 'Listening' });
      const titles = (of = panel) => of.getByTestId('episode').getByRole('link').allTextContents();
      const areTitles = (expected: string[]) =>
        eventually(async () => expect((await titles()).map((each) => each.slice(0, 12))).toEqual(expected));
      const player = page.getByTestId('player');
      const add = player.getByRole('button', { name: 'Add to the queue' });
      const press = (button: Locator) => (look.isPhone === true ? button.tap() : button.click());
      const choose = async (item: string) => {
        await press(page.locator('[data-menu]:visible').last());
        await press(page.getByRole('menuitem', { name: item }));
      };
      await show(4);
      await press(add);
      await player.getByRole('button', { name: 'Remove from the queue' }).waitFor();
      await player.getByText('Next: Hostile').waitFor();
      // The list is there at once, beside the feeds; on a phone these are in a drawer.
      if (look.isPhone !== true) await page.getByRole('button', { name: 'Listening' }).waitFor();
      await show(3);
      await press(add);
      await show(2);
      await choose('Play next');
      await show(1);
      await playSound(page);
      // It ends, and the first of the queue begins.
      await page.locator('audio').evaluate((each) => {
        if (each instanceof HTMLMediaElement) each.currentTime = 119.5;
      });
      const left = page.getByTestId('left-player');
      await left.getByText('Chapters in a document').waitFor();
      await left.getByText('Next: Hostile').waitFor();
      await page.locator('body > audio').evaluate((each) => {
        if (each instanceof HTMLMediaElement) each.currentTime = 40;
      });
      await left.getByText(/^0:4\d/).waitFor();

      await press(left.getByRole('button', { name: 'Listening' }));
      await panel.waitFor();
      await areTitles(['Hostile "> L', 'Chapters in ', 'Chapters in ']);
      await panel.getByText(/^0:4\d of 2:00$/).waitFor();
      await shoot(`listening-panel-${look.width}`);
      expect(await violationsOf(page)).toEqual([]);
      const ups = panel.getByRole('button', { name: 'Move up' });
      if (look.isPhone === true) await press(ups.nth(1));
      else {
        await ups.nth(1).focus();
        await page.keyboard.press('Enter');
      }
      await areTitles(['Chapters in ', 'Hostile "> L', 'Chapters in ']);
      // At its new place it has the focus still, on the button for the way that is left.
      expect(
        await page.evaluate(() => {
          const first = document.querySelector('[data-testid=episode]');
          return [
            document.activeElement?.getAttribute('aria-label'),
            first?.contains(document.activeElement),
          ];
        }),
      ).toEqual(['Move down', true]);
      await press(panel.getByRole('button', { name: 'Remove from the queue' }).nth(1));
      await areTitles(['Chapters in ', 'Chapters in ']);

      // Another is played at once, and where the first was is kept.
      await press(panel.getByRole('button', { name: 'Play' }).first());
      await panel.getByText('Begun').waitFor();
      await areTitles(['Chapters in ']);
      expect(await titles()).toEqual(['Chapters in a document']);
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      await left.getByText('Chapters in the file').waitFor();
      expect(await page.locator('body > audio').count()).toBe(1);
      await press(left.getByRole('button', { name: 'End and close' }));

      // Another day the list is found beside the feeds, and leads on from where the reader was.
      await page.goto(`${runner.origin}/?sort=time&filter=all`);
      if (look.isPhone === true) await press(page.getByRole('button', { name: 'Feeds' }).first());
      await press(page.getByRole('button', { name: 'Listening' }));
      await press(panel.getByRole('button', { name: 'Play' }));
      await page.keyboard.press('Escape');
      await left.getByText(/^0:[45]\d/).waitFor();
    }),
  );

  it('shows nothing of it to those who never listened', () =>
    within({ width: 1280, height: 900 }, async ({ page }) => {
      await page.goto(`${runner.origin}/?sort=time&filter=all`);
      await page.getByRole('button', { name: 'More for this article' }).first().waitFor();
      expect(await page.getByText('Listening').count()).toBe(0);
    }));
});
