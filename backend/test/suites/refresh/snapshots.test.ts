import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inThreadParser } from '../../harness/in-thread-parser.ts';
import { parseFeed } from '../../../src/parser/parse-feed.ts';
import type { ParseFeed } from '../../../src/parser/fields/parsed-feed.ts';
import { reparse } from '../../../src/refresh/reparse.ts';
import { sendBy } from '../../../src/queues/outgoing.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { testReader } from '../../harness/reader.ts';

const item = (n: number) => ({
  title: `Article ${n} &amp;amp; more`,
  link: `https://site.example/${n}`,
  guid: `guid-${n}`,
  text: `<p>The text of article ${n}.</p>`,
  date: new Date(Date.UTC(2026, 1, 20, 0, n)).toISOString(),
});
const document = (count: number) => rss(Array.from({ length: count }, (_, n) => item(n + 1)));

/** Creates a parser with a fault that was later mended: `spoil` changes fields of each item. */
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
    const feed = await testReader(app).follow(server.url('/feed'));
    await app.settle();
    return feed;
  };
  const refresh = async () => {
    app.advance(90);
    await app.dispatch();
    await app.settle();
  };
  const snapshotOf = async (feedId: string) => {
    const snapshot = await app.stores.snapshots.get(feedId);
    return snapshot === null ? null : { ...snapshot, body: Buffer.from(snapshot.body).toString() };
  };
  const reparseBy = async (feedId: string, parse: ParseFeed) => {
    const ctx = {
      ...app.stores,
      log: app.log,
      now: app.now,
      parser: { ...inThreadParser, parseFeed: parse },
      settings: { ARTICLE_RETENTION_DAYS: 7, FETCH_ALLOW_HOSTS: '', HATEBU: 'off' as const },
      sendScore: sendBy(async (messages) => {
        app.queues.score.push(
          ...messages.map((message, n) => ({ ...message, id: `reparse-${n}`, receives: 0 })),
        );
      }),
      sendFetch: async () => {},
    };
    const result = await reparse(ctx, feedId);
    await app.settle();
    return result;
  };

  it('is stored with its type, address and time, and replaced by each new one', async () => {
    server.set('/feed', { body: document(1) });
    const { feed_id } = await add();
    expect(await snapshotOf(feed_id)).toMatchObject({
      body: document(1),
      url: server.url('/feed'),
      content_type: 'application/rss+xml',
      taken_at: app.now().toISOString(),
    });
    server.set('/feed', { body: document(2) });
    await refresh();
    const taken_at = app.now().toISOString();
    expect(await snapshotOf(feed_id)).toMatchObject({ body: document(2), taken_at });
    // A snapshot is not replaced by an unchanged document, nor by one that is not a feed.
    await refresh();
    server.set('/feed', { body: '<html>maintenance</html>', type: 'text/html' });
    await refresh();
    expect(await snapshotOf(feed_id)).toMatchObject({ body: document(2), taken_at });
  });

  it('is optional: the feed works even if it cannot be stored', async () => {
    app.stores.blobs.put = () => Promise.reject(new Error('the disk is full'));
    server.set('/feed', { body: document(1) });
    const { feed_id } = await add();
    server.set('/feed', { body: document(2) });
    await refresh();
    expect(await testReader(app).list()).toHaveLength(2);
    const feed = await app.as('local').call('getFeed', { params: { feed_id } });
    expect(feed).toMatchObject({ fetch_status: 'active', error_code: null });
  });

  it('can be parsed again after the parser was corrected: titles change in place and nothing comes twice', async () => {
    server.set('/feed', { body: document(3) });
    const { feed_id } = await add();
    // Store the articles as an older parser would have left them.
    const old = oldParser(({ title }) => ({ title: title.replaceAll('&', '&amp;') }));
    await reparseBy(feed_id, old);
    const before = await testReader(app).list();
    expect(before.map(({ title }) => title)).toContain('Article 1 &amp; more');
    await app.as('local').call('setRead', {
      params: { article_id: before[0]!.article_id },
      body: { is_read: true },
    });

    const { changed, added, items } = await reparseBy(feed_id, parseFeed);
    expect(items).toBe(3);
    expect(added).toEqual([]);
    expect(changed.map(({ before: was, after, changed: fields }) => [was, after, fields])).toEqual(
      [1, 2, 3].map((n) => [`Article ${n} &amp; more`, `Article ${n} & more`, ['title']]),
    );
    const after = await testReader(app).list();
    expect(after.map(({ title }) => title)).toEqual([3, 2, 1].map((n) => `Article ${n} & more`));
    expect(after.map(({ article_id, published_at }) => [article_id, published_at])).toEqual(
      before.map(({ article_id, published_at }) => [article_id, published_at]),
    );
    expect(after[0]).toMatchObject({ is_read: true });
    expect((await reparseBy(feed_id, parseFeed)).changed).toEqual([]);
  });

  it('corrects fields that a refresh does not compare, such as the author', async () => {
    server.set('/feed', { body: document(1) });
    const { feed_id } = await add();
    const { changed } = await reparseBy(
      feed_id,
      oldParser(() => ({ author: 'Somebody' })),
    );
    expect(changed.map((one) => one.changed)).toEqual([['author']]);
    const [row] = await testReader(app).list();
    const article = await app.as('local').call('getArticle', { params: { article_id: row!.article_id } });
    expect(article.author).toBe('Somebody');
  });

  it('adds items that the older parser missed, and none that has expired', async () => {
    server.set('/feed', { body: document(3) });
    const { feed_id } = await add();
    const [first] = await testReader(app).list();
    await app.stores.articles.deleteMany([{ article_id: first!.article_id, feed_id }]);
    await app.stores.entries.delete('local', first!.article_id);
    const { added, changed } = await reparseBy(feed_id, parseFeed);
    expect([added, changed]).toEqual([[], []]);
    expect(await testReader(app).list()).toHaveLength(2);

    const overlooked = (await parseFeed(Buffer.from(document(4)), null)).items.slice(3);
    const mended: ParseFeed = async (bytes, type) => {
      const parsed = await parseFeed(bytes, type);
      return { ...parsed, items: [...parsed.items, ...overlooked] };
    };
    expect((await reparseBy(feed_id, mended)).added).toEqual(['Article 4 & more']);
    expect(await testReader(app).list()).toHaveLength(3);
  });

  it('is reported in plain words if it is missing', async () => {
    await expect(reparseBy('0123456789abcdef', parseFeed)).rejects.toThrow('no feed with the id');
    server.set('/feed', { body: document(1) });
    const { feed_id } = await add();
    await app.stores.blobs.delete(`snapshots/${feed_id}`);
    await expect(reparseBy(feed_id, parseFeed)).rejects.toThrow('has no snapshot');
  });
});
