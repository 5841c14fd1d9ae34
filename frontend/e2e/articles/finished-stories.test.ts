// @module-tag long
/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellingsOf } from '../../../backend/test/harness/samples/told-stories.ts';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

/** So many that no paper tells of more events than a first fetch brings, which is 50. */
const FEEDS = 23;
const EVENTS = 200;

/** Returns the papers that tell of an event, two to seven of them. */
const papersOf = (event: number): number[] =>
  Array.from({ length: 2 + (event % 6) }, (_, n) => (event * 5 + n) % FEEDS);

const titleOf = (event: number, paper: number): string => tellingsOf(event)[paper % 3] ?? '';

describe('a story that was read', () => {
  let world: World;
  const eventOf = new Map<string, number>();

  beforeAll(async () => {
    world = await openWorld();
    const { server, runner } = world;
    await runner.post('/api/keywords', { text: 'experts', weight: 1 });
    for (let paper = 0; paper < FEEDS; paper += 1) {
      const told = Array.from({ length: EVENTS }, (_, event) => event).filter((event) =>
        papersOf(event).includes(paper),
      );
      const items = told.map((event) => {
        const title = titleOf(event, paper);
        eventOf.set(title, event);
        const date = new Date(Date.now() - 3_600_000 - (event * FEEDS + paper) * 1000).toISOString();
        return { title, link: `https://paper${paper}.example/${event}`, guid: `${event}`, date };
      });
      server.set(`/${paper}`, { body: rss(items, { title: `Paper ${paper}` }) });
      await runner.post('/api/feeds', { url: server.url(`/${paper}`) });
    }
    await runner.settled();
  }, 120_000);
  afterAll(async () => {
    await world?.close();
  });

  it('comes back from no other source in 150 articles by j, also after the list was loaded again, and can be undone', async () => {
    const list = `${world.runner.origin}/?sort=importance&filter=unread`;
    const read: number[] = [];
    /** Reads the first articles of the list in a browser that has kept none of it. */
    const readOn = async (articles: number) => {
      const browser = await openBrowser({ width: 1440, height: 900 });
      const { page } = browser;
      await page.goto(list);
      await page.getByTestId('article-row').first().waitFor();
      const shown = page.locator('[data-testid=article-row][aria-current=true]');
      for (let n = 0, last = ''; n < articles; n += 1) {
        if (n === 0) await page.getByTestId('article-row').first().locator('.row-title > a').click();
        else await page.keyboard.press('j');
        await eventually(async () => {
          const id = (await shown.getAttribute('data-article')) ?? last;
          expect(id).not.toBe(last);
          last = id;
        });
        const title = await shown.locator('.row-title').getAttribute('data-title');
        read.push(eventOf.get(title ?? '') ?? -1);
      }
      const offer = page.getByRole('button', { name: 'Undo' });
      await offer.waitFor();
      return { ...browser, offer };
    };
    const total = async () => {
      const { items } = await world.runner.get<{ items: { unread_count: number }[] }>('/api/feeds');
      return items.reduce((sum, each) => sum + each.unread_count, 0);
    };
    /** Waits until the server has all marks, which the page sends together. Returns how many articles are left. */
    const marked = async (): Promise<number> => {
      const left = Array.from({ length: EVENTS }, (_, event) => event).filter(
        (event) => !read.includes(event),
      );
      const articles = left.reduce((sum, event) => sum + papersOf(event).length, 0);
      await eventually(async () => expect(await total()).toBe(articles));
      return articles;
    };
    const first = await readOn(100);
    await first.shoot('story-finished');
    await marked();
    await first.close();
    const { offer, complaints, close } = await readOn(50);
    expect(read).toHaveLength(150);
    expect(new Set(read).size).toBe(150);
    expect(read).not.toContain(-1);
    const articles = await marked();
    await offer.click();
    await eventually(async () => expect(await total()).toBeGreaterThan(articles));
    expect([...first.complaints, ...complaints]).toEqual([]);
    await close();
  });
});
