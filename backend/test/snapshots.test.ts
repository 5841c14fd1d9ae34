import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inThreadParser } from '../src/parser/document-parser.ts';
import { parseFeed } from '../src/refresh/parse/parse-feed.ts';
import type { ParseFeed } from '../src/refresh/parse/parsed-feed.ts';
import { createReparse } from '../src/refresh/reparse.ts';
import { toQueue } from '../src/lambda/queue-messages.ts';
import { startTestApp, type TestApp } from './app.ts';
import { rss, startFeedServer, type FeedServer } from './feed-server.ts';

const item = (n: number) => ({
  title: `Article ${n} &amp;amp; more`,
  link: `https://site.example/${n}`,
  guid: `guid-${n}`,
  text: `<p>The text of article ${n}.</p>`,
  date: new Date(Date.UTC(2026, 1, 20, 0, n)).toISOString(),
});
const document = (count: number) => rss(Array.from({ length: count }, (_, n) => item(n + 1)));

/** A parser as it was before it was mended: what `spoil` makes of every item. */
const oldParser =
  (spoil: (item: Awaited<ReturnType<ParseFeed>>['items'][number]) => object): ParseFeed =>
  async (bytes, type) => {
    const parsed = await parseFeed(bytes, type);
    return { ...parsed, items: parsed.items.map((one) => ({ ...one, ...spoil(one) })) };
  };

describe('the last document of a feed', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeEach(async () => {
    [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  });
  afterEach(() => Promise.all([app.close(), server.close()]));

  const add = async () => {
    const feed = await app.as('local').call('addFeed', { body: { url: server.url('/feed') } });
    await app.settle();
    return feed;
  };
  const refresh = async () => {
    app.advance(90);
    await app.dispatch();
    await app.settle();
  };
  const listed = async () =>
    (
      await app
        .as('local')
        .call('listArticles', { query: { sort: 'published_at', filter: 'all', limit: 200 } })
    ).items;
  const snapshotOf = async (feedId: string) => {
    const snapshot = await app.stores.snapshots.get(feedId);
    return snapshot === null ? null : { ...snapshot, body: Buffer.from(snapshot.body).toString() };
  };
  const reparse = async (feedId: string, parse: ParseFeed) => {
    const run = createReparse({
      ...app.stores,
      log: app.log,
      ...inThreadParser,
      parse,
      sendScore: async (messages) => {
        app.queues.score.push(
          ...messages.map((message, n) => ({ ...toQueue(message), id: `reparse-${n}`, receives: 0 })),
        );
      },
      now: app.now,
      articleRetentionDays: 7,
    });
    const result = await run(feedId);
    await app.settle();
    return result;
  };

  it('is kept with its etag, type, address and time, from the first on and then the last', async () => {
    server.set('/feed', { body: document(1) });
    const { feed_id } = await add();
    expect(await snapshotOf(feed_id)).toMatchObject({
      body: document(1),
      url: server.url('/feed'),
      content_type: 'application/rss+xml',
      taken_at: app.now().toISOString(),
      etag: expect.stringMatching(/^"[0-9a-f]{40}"$/),
    });
    server.set('/feed', { body: document(2) });
    await refresh();
    const taken_at = app.now().toISOString();
    expect(await snapshotOf(feed_id)).toMatchObject({ body: document(2), taken_at });
    // Neither what has not changed nor what is no feed takes its place.
    await refresh();
    server.set('/feed', { body: '<html>maintenance</html>', type: 'text/html' });
    await refresh();
    expect(await snapshotOf(feed_id)).toMatchObject({ body: document(2), taken_at });
  });

  it('is no condition of the feed: it goes on when there is no room for one', async () => {
    app.stores.blobs.put = () => Promise.reject(new Error('the disk is full'));
    server.set('/feed', { body: document(1) });
    const { feed_id } = await add();
    server.set('/feed', { body: document(2) });
    await refresh();
    expect(await listed()).toHaveLength(2);
    const feed = await app.as('local').call('getFeed', { params: { feed_id } });
    expect(feed).toMatchObject({ fetch_status: 'active', error_code: null });
  });

  it('is parsed again after the parser was mended: titles change in place and nothing comes twice', async () => {
    server.set('/feed', { body: document(3) });
    const { feed_id } = await add();
    // What stands is what an older parser left.
    const old = oldParser(({ title }) => ({ title: title.replaceAll('&', '&amp;') }));
    await reparse(feed_id, old);
    const before = await listed();
    expect(before.map(({ title }) => title)).toContain('Article 1 &amp; more');
    await app.as('local').call('setRead', {
      params: { article_id: before[0]!.article_id },
      body: { is_read: true },
    });

    const { changed, added, items } = await reparse(feed_id, parseFeed);
    expect(items).toBe(3);
    expect(added).toEqual([]);
    expect(changed.map(({ before: was, after, changed: fields }) => [was, after, fields])).toEqual(
      [1, 2, 3].map((n) => [`Article ${n} &amp; more`, `Article ${n} & more`, ['title']]),
    );
    const after = await listed();
    expect(after.map(({ title }) => title)).toEqual([3, 2, 1].map((n) => `Article ${n} & more`));
    expect(after.map(({ article_id, published_at }) => [article_id, published_at])).toEqual(
      before.map(({ article_id, published_at }) => [article_id, published_at]),
    );
    expect(after[0]).toMatchObject({ is_read: true });
    expect((await reparse(feed_id, parseFeed)).changed).toEqual([]);
  });

  it('mends what a refresh does not compare, such as an author', async () => {
    server.set('/feed', { body: document(1) });
    const { feed_id } = await add();
    const { changed } = await reparse(
      feed_id,
      oldParser(() => ({ author: 'Somebody' })),
    );
    expect(changed.map((one) => one.changed)).toEqual([['author']]);
    const [row] = await listed();
    const article = await app.as('local').call('getArticle', { params: { article_id: row!.article_id } });
    expect(article.author).toBe('Somebody');
  });

  it('brings what the older parser overlooked, and nothing that has expired', async () => {
    server.set('/feed', { body: document(3) });
    const { feed_id } = await add();
    const [first] = await listed();
    await app.stores.articles.deleteMany([{ article_id: first!.article_id, feed_id }]);
    await app.stores.entries.delete('local', first!.article_id);
    const { added, changed } = await reparse(feed_id, parseFeed);
    expect([added, changed]).toEqual([[], []]);
    expect(await listed()).toHaveLength(2);

    const overlooked = (await parseFeed(Buffer.from(document(4)), null)).items.slice(3);
    const mended: ParseFeed = async (bytes, type) => {
      const parsed = await parseFeed(bytes, type);
      return { ...parsed, items: [...parsed.items, ...overlooked] };
    };
    expect((await reparse(feed_id, mended)).added).toEqual(['Article 4 & more']);
    expect(await listed()).toHaveLength(3);
  });

  it('is missed in plain words', async () => {
    await expect(reparse('0123456789abcdef', parseFeed)).rejects.toThrow('no feed with the id');
    server.set('/feed', { body: document(1) });
    const { feed_id } = await add();
    await app.stores.blobs.delete(`snapshots/${feed_id}`);
    await expect(reparse(feed_id, parseFeed)).rejects.toThrow('has no snapshot');
  });
});
