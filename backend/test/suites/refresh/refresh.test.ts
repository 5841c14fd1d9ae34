import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import {
  numberedItem as item,
  rss,
  startFeedServer,
  type FeedServer,
} from '../../harness/servers/feed-server.ts';
import { testReader } from '../../harness/reader.ts';

const items = (count: number, from = 1) => Array.from({ length: count }, (_, index) => item(from + index));

describe('from a feed to the reader’s list', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeEach(async () => {
    [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  });
  afterEach(() => Promise.all([app.close(), server.close()]));
  const reader = (user?: string) => testReader(app, user);

  it('subscribes to a feed and lists its articles, scored, newest first', async () => {
    server.set('/feed', { body: rss(items(3)) });
    const feed = await reader().follow(server.url('/feed'));
    expect(feed).toMatchObject({ title: 'A feed', fetch_status: 'active', url: server.url('/feed') });
    await app.settle();
    const rows = await reader().list();
    expect(rows.map(({ title }) => title)).toEqual(['Article 3', 'Article 2', 'Article 1']);
    expect(rows[0]).toMatchObject({
      feed_title: 'A feed',
      is_read: false,
      importance_score: 0,
      excerpt: 'The text of article 3.',
    });
    expect((await app.as('local').call('listFeeds')).items[0]).toMatchObject({
      unread_count: 3,
      has_unread: true,
    });
  });

  it('asks for a feed by the same Accept when it subscribes and when it fetches again', async () => {
    const accepted: (string | undefined)[] = [];
    server.set('/feed', (request, response) => {
      accepted.push(request.headers.accept);
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rss(items(accepted.length)));
    });
    await reader().follow(server.url('/feed'));
    app.advance(90);
    await reader().fetchAll();
    expect(accepted).toHaveLength(2);
    expect(accepted[1]).toContain('application/atom+xml');
    expect(accepted[1]).toBe(accepted[0]);
  });

  it('costs one write and no parsing when nothing is new', async () => {
    server.set('/feed', { body: rss(items(5)) });
    await reader().follow(server.url('/feed'));
    await app.settle();
    app.advance(90);
    await app.dispatch();
    app.takeUnits();
    await app.settle();
    expect(app.takeUnits()).toEqual({ read: 0, write: 1 });
    expect(server.requests.get('/feed')).toEqual({ full: 1, not_modified: 1 });
    expect(await reader().list()).toHaveLength(5);
  });

  it('adds only new articles after the first document, of which it adds all', async () => {
    server.set('/feed', { body: rss(items(80)) });
    await reader().follow(server.url('/feed'));
    await app.settle();
    expect(await reader().list()).toHaveLength(80);
    server.set('/feed', { body: rss([...items(80), ...items(2, 81)]) });
    app.advance(90);
    const job = await reader().fetchAll();
    expect(job).toMatchObject({
      state: 'done',
      done: 1,
      total: 1,
      result: { new_articles: 2, updated_feeds: 1 },
    });
    const rows = await reader().list();
    expect(rows).toHaveLength(82);
    expect(rows[0]?.title).toBe('Article 82');
  });

  it('does not restore articles after an empty document', async () => {
    server.set('/feed', { body: rss(items(4)) });
    await reader().follow(server.url('/feed'));
    await app.settle();
    for (const body of [rss([]), rss(items(4))]) {
      server.set('/feed', { body });
      app.advance(90);
      await reader().fetchAll();
    }
    expect(await reader().list()).toHaveLength(4);
  });

  it('updates a changed article in place and keeps the reader’s marks', async () => {
    server.set('/feed', { body: rss(items(2)) });
    await reader().follow(server.url('/feed'));
    await app.settle();
    const [first] = await reader().list();
    await app
      .as('local')
      .call('setRead', { params: { article_id: first!.article_id }, body: { is_read: true } });
    server.set('/feed', {
      body: rss([item(1), { ...item(2), title: 'Article 2, corrected', text: 'Another text.' }]),
    });
    app.advance(90);
    await reader().fetchAll();
    const rows = await reader().list();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      title: 'Article 2, corrected',
      is_read: true,
      published_at: first!.published_at,
    });
    const article = await app.as('local').call('getArticle', { params: { article_id: first!.article_id } });
    expect(article.content).toContain('Another text.');
  });

  it('lists one article that two feeds carry once, in whichever order they arrive', async () => {
    server.set('/a', { body: rss([item(1)], { title: 'A', site: 'https://a.example/' }) });
    server.set('/b', {
      body: rss([{ ...item(1), guid: 'other' }, item(2)], { title: 'B', site: 'https://b.example/' }),
    });
    const a = await reader().follow(server.url('/a'));
    await app.settle();
    await reader().follow(server.url('/b'));
    await app.settle();
    expect((await reader().list()).map(({ title }) => title)).toEqual(['Article 2', 'Article 1']);
    await app.as('local').call('deleteFeed', { params: { feed_id: a.feed_id } });
    const rows = await reader().list();
    expect(rows.map(({ feed_title }) => feed_title)).toEqual(['B', 'B']);
    expect((await app.as('local').call('listFeeds')).items).toMatchObject([{ title: 'B', unread_count: 2 }]);
  });

  it('records why a feed fails, tries again within minutes, stops once it is gone, and resumes', async () => {
    server.set('/feed', { body: rss(items(1)) });
    const { feed_id } = await reader().follow(server.url('/feed'));
    await app.settle();
    server.set('/feed', { body: 'broken', status: 503 });
    app.advance(90);
    expect((await reader().fetchAll()).result).toMatchObject({ failed_feeds: 1 });
    const failing = await app.as('local').call('getFeed', { params: { feed_id } });
    expect(failing).toMatchObject({ fetch_status: 'active', error_code: 'server_error' });
    expect(Date.parse(failing.next_fetch_at!) - app.now().getTime()).toBe(5 * 60_000);
    server.set('/feed', { body: 'gone', status: 410 });
    app.advance(31);
    await reader().fetchAll();
    expect(await app.as('local').call('getFeed', { params: { feed_id } })).toMatchObject({
      fetch_status: 'stopped',
      error_code: 'gone',
      next_fetch_at: null,
    });
    server.set('/feed', { body: rss(items(2)) });
    app.advance(1);
    await app.as('local').call('resumeFeed', { params: { feed_id } });
    await app.settle();
    expect(await app.as('local').call('getFeed', { params: { feed_id } })).toMatchObject({
      fetch_status: 'active',
      error_code: null,
    });
    expect(await reader().list()).toHaveLength(2);
  });

  it.each([401, 403, 404])(
    'continues after an HTTP %i of two days, and stops at the tenth failure after three days',
    async (status) => {
      server.set('/feed', { body: rss(items(1)) });
      const { feed_id } = await reader().follow(server.url('/feed'));
      await app.settle();
      const pass = async (hours: number) => {
        for (let hour = 0; hour < hours; hour++) {
          app.advance(60);
          await app.dispatch();
          await app.settle();
        }
        return app.as('local').call('getFeed', { params: { feed_id } });
      };
      server.set('/feed', { body: '<title>Just a moment...</title>', status });
      expect(await pass(48)).toMatchObject({ fetch_status: 'active' });
      server.set('/feed', { body: rss(items(2)) });
      expect(await pass(13)).toMatchObject({ fetch_status: 'active', error_code: null });
      expect(await reader().list()).toHaveLength(2);

      server.set('/feed', { body: 'no', status });
      server.requests.clear();
      expect(await pass(120)).toMatchObject({ fetch_status: 'stopped', next_fetch_at: null });
      expect(server.requests.get('/feed')).toMatchObject({ full: 10 });
    },
  );

  it('gives a new subscriber of a known feed its articles at once, and shows no reader another’s marks', async () => {
    server.set('/feed', { body: rss(items(60)) });
    await reader('first').follow(server.url('/feed'));
    await app.settle();
    app.advance(60 * 24);
    await reader('second').follow(server.url('/feed'));
    await app.settle();
    expect(await reader('second').list()).toHaveLength(60);
    const [row] = await reader('second').list();
    await app
      .as('second')
      .call('setRead', { params: { article_id: row!.article_id }, body: { is_read: true } });
    const unread = (await reader('first').list()).filter(({ is_read }) => !is_read);
    expect(unread).toHaveLength(50);
  });

  it('leaves the schedule with its last reader and comes back with the next', async () => {
    server.set('/feed', { body: rss(items(1)) });
    const { feed_id } = await reader().follow(server.url('/feed'));
    await app.settle();
    await app.as('local').call('deleteFeed', { params: { feed_id } });
    app.advance(60 * 24);
    await app.dispatch();
    expect(app.queues.fetch).toHaveLength(0);
    await reader().follow(server.url('/feed'));
    await app.settle();
    expect(await reader().list()).toHaveLength(1);
    // After a day without a new article, the next fetch is due after a tenth of that time.
    app.advance(200);
    await app.dispatch();
    expect(app.queues.fetch).toHaveLength(1);
  });

  it('finds the feed that a page names', async () => {
    server.set('/', {
      body: '<html><head><link rel="alternate" type="application/rss+xml" href="/rss"></head></html>',
      type: 'text/html',
    });
    server.set('/rss', { body: rss(items(1)) });
    expect(await reader().follow(server.url('/'))).toMatchObject({ url: server.url('/rss') });
  });
});
