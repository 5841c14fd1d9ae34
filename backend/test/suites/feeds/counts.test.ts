import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { numberedItem, rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

let app: TestApp;
let server: FeedServer;
beforeAll(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  for (const [path, from] of [
    ['/a', 1],
    ['/b', 20],
  ] as const)
    server.set(path, { body: rss(Array.from({ length: 6 }, (_, at) => numberedItem(from + at))) });
});
afterAll(() => Promise.all([app.close(), server.close()]));

describe('unread counts', () => {
  it('are what the list has, also after the clock was a day ahead', async () => {
    const reader = testReader(app, 'late');
    const { feed_id } = await reader.follow(server.url('/a'));
    await app.settle();
    const [first, second] = await reader.list();
    app.advance(24 * 60);
    await reader.setRead(first!.article_id, true);
    expect(await reader.unread(feed_id)).toBe(5);
    app.advance(-24 * 60);
    await reader.setRead(first!.article_id, false);
    await reader.setRead(second!.article_id, true);
    await reader.setRead(second!.article_id, false);
    expect(await reader.list({ filter: 'unread' })).toHaveLength(6);
    expect(await reader.unread(feed_id)).toBe(6);
  });

  it('are made again by the next look, without a mark, once a clock that was eight days ahead is right', async () => {
    const reader = testReader(app, 'early');
    const { feed_id } = await reader.follow(server.url('/a'));
    await app.settle();
    app.advance(8 * 24 * 60);
    expect(await reader.unread(feed_id)).toBe(0);
    app.advance(-8 * 24 * 60);
    expect(await reader.list({ filter: 'unread' })).toHaveLength(6);
    expect(await reader.unread(feed_id)).toBe(6);
  });

  it('name the feeds that have unread articles, as the list of feeds does, and change with each mark', async () => {
    const reader = testReader(app);
    const counts = () => reader.api.call('getCounts');
    expect(await counts()).toEqual({ unread_count: 0, feeds: [] });
    const [a, b] = [await reader.follow(server.url('/a')), await reader.follow(server.url('/b'))];
    await app.settle();
    const byId = (feeds: { feed_id: string; unread_count: number }[]) =>
      feeds
        .map(({ feed_id, unread_count }) => ({ feed_id, unread_count }))
        .toSorted((one, other) => one.feed_id.localeCompare(other.feed_id));
    expect(await counts()).toEqual({ unread_count: 12, feeds: byId(await reader.feeds()) });

    const ofA = await reader.list({ feed_id: a.feed_id });
    await reader.api.call('setReadOfMany', {
      body: { article_ids: ofA.map(({ article_id }) => article_id), is_read: true },
    });
    expect(await counts()).toEqual({ unread_count: 6, feeds: [{ feed_id: b.feed_id, unread_count: 6 }] });
    await reader.api.call('markRead', { body: { before: app.now().toISOString() } });
    expect(await counts()).toEqual({ unread_count: 0, feeds: [] });
  });
});
