import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { sampleArticleId, sampleEntry } from '../../harness/samples/storage-samples.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const HOUR = 60;

const VOLCANO = 'Volcano near Grindavik erupts: lava flows over the Reykjanes road';
const VOLCANO_TOO = 'Lava flows over Reykjanes road as volcano erupts near Grindavik';
const FERRY = 'Sailors in Piraeus begin a strike, ferries stay in the harbour';
const RECIPES = 'A pudding of bread and apples for cold evenings';

/** Serves a feed with these titles, published now, follows it and has it fetched. */
const follow = async (name: string, titles: string[]) => {
  server.set(`/${name}`, {
    body: rss(
      titles.map((title, at) => ({
        title,
        link: `https://${name}.example/${encodeURIComponent(title)}`,
        guid: title,
        text: `<p>${title}. ${title}.</p>`,
        date: new Date(app.now().getTime() - at * 60_000).toISOString(),
      })),
      { title: name },
    ),
  });
  await testReader(app).follow(server.url(`/${name}`));
  await app.settle();
};

const today = (query: { limit?: number; since?: string } = {}) =>
  app.as('local').call('listToday', { query: { limit: 12, ...query } });
const titles = async (query: { limit?: number; since?: string } = {}) =>
  (await today(query)).items.map(({ title }) => title);

describe('today', () => {
  it('shows the stories that matter, folded, with reasons, and counts what it leaves out by tier', async () => {
    await testReader(app).addKeyword('volcano');
    await app.settle();
    await follow('one', [VOLCANO, RECIPES]);
    await follow('two', [VOLCANO_TOO, FERRY]);
    const { items, left_out, since } = await today();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ story: { size: 2 }, top_reasons: [{ keyword_text: 'volcano' }] });
    expect(items[0]?.tier).not.toBe('rest');
    expect(left_out).toEqual({ must_read: 0, worth_a_look: 0, rest: 2, has_more: false });
    expect(since).toBe(new Date(app.now().getTime() - 24 * 3_600_000).toISOString());
  });

  it('shows the rest if there is nothing else, and no more than asked for', async () => {
    await follow('one', [VOLCANO, RECIPES, FERRY]);
    expect(await titles()).toEqual([VOLCANO, RECIPES, FERRY]);
    expect((await today({ limit: 2 })).left_out).toEqual({
      must_read: 0,
      worth_a_look: 0,
      rest: 1,
      has_more: false,
    });
  });

  it('is the same within four hours, then shows what came since the last visit began, without what was read', async () => {
    await follow('one', [VOLCANO]);
    app.advance(1);
    expect(await titles()).toEqual([VOLCANO]);
    app.advance(HOUR);
    await follow('two', [FERRY]);
    const [ferry] = (await today()).items;
    expect(await titles()).toEqual([FERRY, VOLCANO]);
    await testReader(app).setRead(ferry!.article_id, true);
    expect(await titles()).toEqual([FERRY, VOLCANO]);
    app.advance(4 * HOUR);
    expect(await titles()).toEqual([]);
    await follow('three', [RECIPES]);
    expect(await titles()).toEqual([RECIPES]);
  });

  it('lets two interests share it, however many articles one of them has', async () => {
    const places = ['Etna', 'Hekla', 'Katla', 'Askja', 'Krafla', 'Merapi', 'Fuji', 'Sakurajima'];
    const volcanoes = places.map((place) => `Volcano: the volcano ${place} and its crater`);
    const trains = ['Kyoto', 'Osaka', 'Nara', 'Kobe'].map((place) => `Timetable of the railway in ${place}`);
    for (const text of ['volcano', 'railway']) await testReader(app).addKeyword(text);
    await app.settle();
    await follow('one', volcanoes);
    app.advance(1);
    await follow('two', trains);
    const shown = await titles({ limit: 6 });
    expect(shown).toHaveLength(6);
    expect(shown.filter((title) => trains.includes(title)).length).toBeGreaterThanOrEqual(2);
    expect(shown.filter((title) => volcanoes.includes(title)).length).toBeGreaterThanOrEqual(2);
    expect(await titles({ limit: 6 })).toEqual(shown);
  });

  it('takes a time from the request, which begins no visit', async () => {
    await follow('one', [VOLCANO]);
    app.advance(30 * HOUR);
    await follow('two', [FERRY]);
    const since = new Date(app.now().getTime() - 40 * 3_600_000).toISOString();
    expect(await titles({ since })).toEqual([FERRY, VOLCANO]);
    expect(await titles()).toEqual([FERRY]);
  });

  it('looks at what arrived, however many older articles rank higher, and says if there is more, for 60 read units', async () => {
    const minutesAgo = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000).toISOString();
    const store = (from: number, count: number, minutes: (n: number) => number, score: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          app.stores.entries.create(
            sampleEntry({
              article_id: sampleArticleId(from + n),
              title: `Article ${from + n}`,
              published_at: minutesAgo(minutes(n) + 1),
              created_at: minutesAgo(minutes(n)),
              importance_score: score,
              expires_at: null,
            }),
          ),
        ),
      );
    const since = minutesAgo(8 * HOUR);
    const counted = async () => {
      app.takeUnits();
      const { items, left_out } = await today({ since });
      expect(app.takeUnits().read).toBeLessThanOrEqual(60);
      const { must_read, worth_a_look, rest, has_more } = left_out;
      return { shown: items.length, all: items.length + must_read + worth_a_look + rest, has_more };
    };
    // More older articles that score higher than are read of the best.
    await store(0, 550, (n) => (10 + n) * HOUR, 5);
    expect(await counted()).toEqual({ shown: 0, all: 0, has_more: false });
    await store(1000, 40, (n) => n, 1);
    expect(await counted()).toEqual({ shown: 12, all: 40, has_more: false });
    await store(2000, 700, (n) => n / 2, 1);
    const { all, has_more } = await counted();
    expect(has_more).toBe(true);
    expect(all).toBeGreaterThanOrEqual(500);
    expect(all).toBeLessThanOrEqual(740);
  });

  it('is empty for a reader without articles', async () => {
    expect(await today()).toMatchObject({
      items: [],
      left_out: { must_read: 0, worth_a_look: 0, rest: 0, has_more: false },
    });
  });
});
