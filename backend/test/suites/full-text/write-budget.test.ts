import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { presentEngines } from '../../harness/engines/engines.ts';
import { testReader } from '../../harness/reader.ts';
import { keyword } from '../../harness/scoring-samples.ts';
import { articlePage, createArticlesWeb } from '../../harness/servers/articles-web.ts';
import { startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

const ARTICLES = 20;

describe.each(presentEngines)('write units of full texts, on $name', { timeout: 240_000 }, ({ start }) => {
  let app: TestApp;
  let server: FeedServer;
  beforeAll(async () => {
    [app, server] = await Promise.all([
      startTestApp({ startEngine: start, asksForPages: true }),
      startFeedServer(),
    ]);
  });
  afterAll(() => Promise.all([app.close(), server.close()]));

  it('stay within the budget of docs/cost.md', async () => {
    const web = createArticlesWeb(server);
    const reader = testReader(app);
    for (let n = 0; n < 10; n += 1) await reader.api.call('addKeyword', keyword(`harbour part ${n}`));
    web.setFeed('/feed', []);
    const { feed_id } = await reader.follow(server.url('/feed'));
    await reader.api.call('updateFeed', { params: { feed_id }, body: { text_mode: 'full' } });
    const numbers = Array.from({ length: ARTICLES }, (_, n) => n + 1);
    for (const n of numbers) web.setPage(n, articlePage(`Article ${n}`, { paragraphs: 15 }));
    web.setFeed(
      '/feed',
      numbers.map((n) => web.teaser(n)),
    );
    app.advance(90);
    await app.dispatch();
    while ((await app.deliver('fetch', 10, 'feed')) || (await app.deliver('score')));

    app.takeUnits();
    while (await app.deliver('fetch'));
    const pages = app.takeUnits();
    await app.settle();
    const scoring = app.takeUnits();
    const perArticle = {
      pages_write: pages.write / ARTICLES,
      pages_read: pages.read / ARTICLES,
      scoring_write: scoring.write / ARTICLES,
      scoring_read: scoring.read / ARTICLES,
    };
    if (process.env['PRINT_UNITS'] !== undefined) console.log(perArticle);
    expect(perArticle.pages_write).toBeLessThanOrEqual(4);
    expect(perArticle.pages_read).toBeLessThanOrEqual(4);
    expect(perArticle.scoring_write).toBeLessThanOrEqual(8);
  });
});
