import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { functionUrlEvent, lambdaContext } from '../../harness/api/function-url-event.ts';
import { testReader } from '../../harness/reader.ts';

let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const items = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    title: `${name} ${at}`,
    link: `https://site.example/${name}/${at}`,
    guid: `${name}-${at}`,
    text: '<p>A text.</p>',
    date: new Date(Date.UTC(2026, 1, 28, 0, at)).toISOString(),
  }));
const local = () => app.as('local');
const reader = () => testReader(app);
const add = async (name: string, count: number): Promise<string> => {
  server.set(`/${name}`, { body: rss(items(name, count)) });
  const { feed_id } = await reader().follow(server.url(`/${name}`));
  await app.settle();
  return feed_id;
};
const bring = async (...named: [string, number][]) => {
  for (const [name, count] of named) server.set(`/${name}`, { body: rss(items(name, count)) });
  await reader().fetchAll();
};
const updated = async (since?: string) =>
  (await local().call('listUpdatedFeeds', { query: since === undefined ? {} : { since } })).items.map(
    ({ feed_id }) => feed_id,
  );
const readAll = async (feed_id: string) => {
  for (const { article_id } of await reader().list({ feed_id })) await reader().setRead(article_id, true);
};
const now = () => app.now().toISOString();

describe('updated feeds', () => {
  it('are those with new articles after a time, the latest first', async () => {
    const start = now();
    app.advance(1);
    const a = await add('a', 1);
    const added = now();
    app.advance(60);
    const b = await add('b', 1);
    const empty = await add('empty', 0);
    expect(await updated(start)).toEqual([b, a]);
    expect(await updated(added)).toEqual([b]);
    expect(await updated(now())).toEqual([]);
    app.advance(60);
    const before = now();
    app.advance(1);
    await bring(['a', 2]);
    expect(await updated(before)).toEqual([a]);
    expect(await updated(start)).toEqual([a, b]);
    expect(await updated()).not.toContain(empty);
    expect((await app.as('other').call('listUpdatedFeeds')).items).toEqual([]);
  });

  it('are, without a time, those with new articles since they were last read', async () => {
    const a = await add('a', 2);
    const b = await add('b', 1);
    expect(new Set(await updated())).toEqual(new Set([a, b]));
    app.advance(1);
    await readAll(a);
    expect(await updated()).toEqual([b]);
    await local().call('markRead', { body: { before: now() } });
    expect(await updated()).toEqual([]);
    app.advance(90);
    await bring(['b', 3]);
    expect(await updated()).toEqual([b]);
  });

  it('are found under their path, which is not a feed id, and an invalid time is refused', async () => {
    const a = await add('a', 1);
    const get = async (path: string) => {
      const { statusCode, body } = await app.api(functionUrlEvent({ method: 'GET', path }), lambdaContext());
      return { status: statusCode, body: JSON.parse(body ?? '') };
    };
    expect(await get('/api/feeds/updated?since=2026-01-01T00:00:00.000Z')).toMatchObject({
      status: 200,
      body: { items: [{ feed_id: a }], next_cursor: null, has_more: false },
    });
    expect(await get('/api/feeds/updated?since=yesterday')).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_FAILED', details: [{ path: 'since' }] } },
    });
  });
});

describe('a feed', () => {
  it('states if it has unread articles, the date of its newest one and when it was last read', async () => {
    const a = await add('a', 2);
    const first = '2026-02-28T00:01:00.000Z';
    expect(await reader().feed(a)).toMatchObject({
      unread_count: 2,
      has_unread: true,
      feed_last_updated: first,
      last_read_at: null,
    });
    app.advance(90);
    await bring();
    expect(await reader().feed(a)).toMatchObject({
      unread_count: 2,
      feed_last_updated: first,
      last_read_at: null,
    });
    app.advance(5);
    await readAll(a);
    const read = now();
    expect(await reader().feed(a)).toMatchObject({ unread_count: 0, has_unread: false, last_read_at: read });
    app.advance(5);
    const [one] = await reader().list({ feed_id: a });
    const params = { article_id: one!.article_id };
    await local().call('setRead', { params, body: { is_read: false } });
    expect(await reader().feed(a)).toMatchObject({ unread_count: 1, has_unread: true, last_read_at: read });
    app.advance(90);
    await bring(['a', 4]);
    const second = '2026-02-28T00:03:00.000Z';
    expect(await reader().feed(a)).toMatchObject({
      unread_count: 3,
      has_unread: true,
      feed_last_updated: second,
    });
    app.advance(5);
    const marked = now();
    await local().call('markFeedRead', { params: { feed_id: a } });
    expect(await reader().feed(a)).toMatchObject({
      unread_count: 0,
      has_unread: false,
      last_read_at: marked,
    });
    app.advance(11);
    await app.settle();
    expect(await reader().feed(a)).toMatchObject({
      unread_count: 0,
      has_unread: false,
      feed_last_updated: second,
      last_read_at: marked,
    });
    const [listed] = (await local().call('listFeeds')).items;
    expect(listed).toEqual(await reader().feed(a));
  });
});
