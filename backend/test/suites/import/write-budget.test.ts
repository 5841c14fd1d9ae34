import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { presentEngines } from '../../harness/engines/engines.ts';
import { testReader } from '../../harness/reader.ts';
import { type Exported, freshRss, jsonBytes } from '../../harness/samples/exports.ts';
import { numberedItem, rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

const ARTICLES = 50;

describe.each(presentEngines)('units of taking articles in, on $name', { timeout: 240_000 }, ({ start }) => {
  let app: TestApp;
  let server: FeedServer;
  beforeAll(async () => {
    [app, server] = await Promise.all([startTestApp({ startEngine: start }), startFeedServer()]);
    server.set('/feed', { body: rss(Array.from({ length: ARTICLES }, (_, n) => numberedItem(n))) });
    await testReader(app).addKeyword('harbour', 2);
    await testReader(app).follow(server.url('/feed'));
    await app.settle();
  });
  afterAll(() => Promise.all([app.close(), server.close()]));

  const unitsOf = async (articleOf: (n: number) => Exported) => {
    const articles = Array.from({ length: ARTICLES }, (_, n) => articleOf(n));
    app.takeUnits();
    await app.as('local').call('importOpml', { body: jsonBytes(freshRss(articles, 'feed/1')) });
    await app.settle();
    const { read, write } = app.takeUnits();
    return { read: read / ARTICLES, write: write / ARTICLES };
  };
  const here = (n: number): Exported => ({
    url: `https://site.example/${n}`,
    feed: { url: server.url('/feed'), title: 'F' },
  });

  it('stay within the budget of docs/cost.md', async () => {
    const content = `<p>${'The harbour froze. '.repeat(300)}</p>`;
    const gone = (n: number): Exported => ({ ...here(n), url: `https://gone.example/${n}`, content });
    const units = {
      read: await unitsOf((n) => ({ ...here(n), read: true })),
      elsewhere: await unitsOf((n) => ({ ...here(n + 1000), read: true })),
      starred: await unitsOf((n) => ({ ...here(n), starred: true, read: true })),
      kept: await unitsOf((n) => ({ ...gone(n), starred: true })),
      again: await unitsOf((n) => ({ ...gone(n), starred: true })),
      labelled: await unitsOf((n) => ({ ...gone(n + 1000), labels: ['a'] })),
    };
    await app.as('local').call('updatePreferences', { body: { learns: true } });
    await app.settle();
    const published = Math.floor(app.now().getTime() / 1000) - 86_400;
    const learnt = await unitsOf((n) => ({ ...gone(n + 2000), starred: true, published }));
    if (process.env['PRINT_UNITS'] !== undefined) console.log({ ...units, learnt });
    expect(units.read.write).toBeLessThanOrEqual(7.5);
    expect(units.elsewhere.write).toBeLessThanOrEqual(0.5);
    expect(units.starred.write).toBeLessThanOrEqual(6.5);
    expect(units.kept.write).toBeLessThanOrEqual(8.5);
    expect(units.labelled.write).toBeLessThanOrEqual(8.5);
    expect(units.again.write).toBeLessThanOrEqual(0.5);
    expect(learnt.write).toBeLessThanOrEqual(11);
    for (const { read } of Object.values(units)) expect(read).toBeLessThanOrEqual(16);
  });
});
