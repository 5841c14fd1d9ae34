import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ItemTooLargeError } from '../../../src/lib/errors.ts';
import { translateError } from '../../../src/storage/table/errors.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { addReaders, keyword, queueArticles, seedArticle } from '../../harness/scoring-samples.ts';
import { testReader } from '../../harness/reader.ts';

const LONG = 'a'.repeat(420_000);

let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const local = () => app.as('local');

describe('data that is too large for the table', () => {
  it('causes a specific error for items, updates, keys and index keys', async () => {
    const table = createTableClient({ client: app.client, tableName: app.tableName });
    const key = { PK: 'USER#local', SK: 'X' };
    await expect(table.put({ ...key, text: LONG })).rejects.toThrow(ItemTooLargeError);
    await expect(table.put({ PK: LONG.slice(0, 2049), SK: 'X' })).rejects.toThrow(ItemTooLargeError);
    await expect(table.get({ PK: 'X', SK: LONG.slice(0, 1025) })).rejects.toThrow(ItemTooLargeError);
    await expect(table.batchPut([{ ...key, text: LONG }])).rejects.toThrow(ItemTooLargeError);
    await table.put(key);
    await expect(
      table.update(key, { text: 'SET #t = :t', names: { '#t': 'text' }, values: { ':t': LONG } }),
    ).rejects.toThrow(ItemTooLargeError);
    const wrong = Object.assign(new Error('Expression size has exceeded the maximum allowed size'), {
      name: 'ValidationException',
    });
    expect(translateError(wrong)).toBe(wrong);
  });

  it('does not prevent following a feed whose title and site have 400 KB', async () => {
    server.set('/feed', {
      body: rss([{ title: 'One', guid: '1' }], { title: LONG, site: `https://site.example/${LONG}` }),
    });
    const feed = await local().call('addFeed', { body: { url: server.url('/feed') } });
    await app.settle();
    expect(feed.title.length).toBeLessThan(200);
    expect(await testReader(app).titles()).toEqual(['One']);
    const { items } = await local().call('listFeeds');
    expect(items).toMatchObject([{ title: feed.title, unread_count: 1 }]);
    server.set('/feed', {
      body: rss([{ title: 'Two', guid: '2' }], {
        title: `New ${LONG}`,
        site: `https://site.example/new/${LONG}`,
      }),
    });
    app.advance(90);
    const { job_id } = await local().call('fetchFeeds');
    await app.settle();
    expect(await local().call('getJob', { params: { job_id } })).toMatchObject({ state: 'done' });
    expect((await testReader(app).titles()).toSorted()).toEqual(['One', 'Two']);
    expect(app.deadLetters).toEqual([]);
  });

  it('does not prevent the other articles of its fetch, and the fetch ends', async () => {
    const item = (n: number, link = `https://site.example/${n}`) => ({
      title: `Item ${n}`,
      guid: `${n}`,
      link,
    });
    server.set('/feed', { body: rss([item(0)]) });
    await local().call('addFeed', { body: { url: server.url('/feed') } });
    await app.settle();
    server.set('/feed', {
      body: rss([
        ...Array.from({ length: 29 }, (_, n) => item(n + 1)),
        item(30, `https://site.example/${LONG}`),
      ]),
    });
    app.advance(90);
    const { job_id } = await local().call('fetchFeeds');
    await app.settle();
    expect(await local().call('getJob', { params: { job_id } })).toMatchObject({ state: 'done', done: 1 });
    const all = new Set(await testReader(app).titles());
    expect(Array.from({ length: 30 }, (_, n) => all.has(`Item ${n}`))).toEqual(Array(30).fill(true));
    expect(app.deadLetters).toEqual([]);
  });
});

describe('an article that cannot be listed', () => {
  const articles = () => Array.from({ length: 30 }, (_, n) => seedArticle(app, n));
  const deadReasons = () =>
    app.deadLetters.map(({ body }) => {
      const { article_ids, failure } = JSON.parse(body) as {
        article_ids: string[];
        failure: { reason: string };
      };
      return { article_ids, reason: failure.reason };
    });

  it('because its row is too large becomes a dead letter with its reason, and the 29 others are listed', async () => {
    await local().call('addKeyword', keyword('climate'));
    await addReaders(app, ['local']);
    // Find the longest link with which the article still fits. The entry then does not fit: it has index keys too.
    let length = 409_600;
    const linked = () => ({ ...seedArticle(app, 3), link: `https://site.example/${'a'.repeat(length)}` });
    const isTooLong = async () => (await app.stores.articles.putMany([linked()])).length > 0;
    while (await isTooLong()) length -= 50;
    while (!(await isTooLong())) length += 1;
    length -= 1;
    await queueArticles(
      app,
      articles().map((one, n) => (n === 3 ? linked() : one)),
    );
    await app.settle();
    expect(await testReader(app).titles()).toHaveLength(29);
    expect(deadReasons()).toEqual([
      { article_ids: [seedArticle(app, 3).article_id], reason: expect.stringContaining('does not fit') },
    ]);
  });

  it('because it cannot be read becomes a dead letter with its reason, and the 29 others are listed', async () => {
    await addReaders(app, ['local']);
    await queueArticles(app, articles());
    const [, second] = articles();
    const table = createTableClient({ client: app.client, tableName: app.tableName });
    await table.update(
      { PK: `ARTICLE#${second!.article_id}`, SK: `FEED#${second!.feed_id}` },
      { text: 'SET #c = :c', names: { '#c': 'content' }, values: { ':c': new Uint8Array([1, 2, 3]) } },
    );
    await app.settle();
    expect(await testReader(app).titles()).toHaveLength(29);
    expect(deadReasons()).toEqual([
      { article_ids: [second!.article_id], reason: expect.stringContaining('cannot be read') },
    ]);
  });
});
