import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import {
  numberedItem as item,
  rss,
  startFeedServer,
  type FeedServer,
} from '../../harness/servers/feed-server.ts';
import { feedUnknown } from '../../../src/model/feed/followed-feed.ts';

const items = (count: number, from = 1) => Array.from({ length: count }, (_, index) => item(from + index));
const DAY = 24 * 60;

describe('what is told of the feeds together', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeEach(async () => {
    [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  });
  afterEach(() => Promise.all([app.close(), server.close()]));
  const reader = (user?: string) => testReader(app, user);
  const api = (user = 'local') => app.as(user);
  const follow = async (path: string, count: number, from: number) => {
    server.set(path, {
      body: rss(items(count, from), { title: path, site: `https://${path.slice(1)}.example/` }),
    });
    const { feed_id } = await reader().follow(server.url(path));
    await app.settle();
    return feed_id;
  };

  it('agrees with a count of the lists, and costs what its rows do', async () => {
    await reader().addKeyword('item', 2);
    const [a, b] = [await follow('/a', 12, 1), await follow('/b', 5, 101)];
    const rows = await reader().list();
    const read = [
      ...rows.filter(({ feed_id }) => feed_id === a).slice(0, 3),
      ...rows.filter(({ feed_id }) => feed_id === b).slice(0, 1),
    ];
    for (const { article_id } of read) await reader().setRead(article_id, true);
    app.takeUnits();
    const figures = await api().call('getFeedFigures');
    const units = app.takeUnits();
    expect(figures).toMatchObject({ read_count: 4, is_complete: true });
    const byFeed = new Map(figures.items.map((each) => [each.feed_id, each]));
    expect([byFeed.get(a)?.read_count, byFeed.get(b)?.read_count]).toEqual([3, 1]);
    expect([byFeed.get(a)?.came_count, byFeed.get(b)?.came_count]).toEqual([12, 5]);
    const hour = `${app.now().toISOString().slice(0, 13)}:00:00.000Z`;
    expect(figures.hours).toEqual([{ hour, read_count: 4 }]);
    // This deployment keeps articles for a day after they were read.
    expect(Date.parse(figures.since)).toBe(app.now().getTime() - DAY * 60_000);
    // Fresh articles have the place that the lists show.
    for (const feedId of [a, b]) {
      const places = rows.flatMap(({ feed_id, importance_rank }) =>
        feed_id === feedId ? (importance_rank ?? 0) : [],
      );
      const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
      expect(Math.abs((byFeed.get(feedId)?.mean_importance ?? -1) - mean)).toBeLessThanOrEqual(3);
    }
    expect(units.write).toBe(0);
    expect(units.read).toBeGreaterThan(0);
    // Seventeen rows, eventually consistent, the keywords and the profile.
    expect(units.read).toBeLessThanOrEqual(4);
    const { keyword_id } = await reader().addKeyword('article', 2);
    await app.settle();
    const { keywords } = await api().call('getFeedFigures');
    expect(keywords).toEqual([{ keyword_id, read_count: 4 }]);
  });

  it('has the days of its fetches, at no write beside the claim', async () => {
    const feedId = await follow('/f', 2, 1);
    const days = async () => (await api().call('getFeedFetches', { params: { feed_id: feedId } })).days;
    const last = async (count: number) => (await days()).slice(-count).map(({ outcome }) => outcome);
    const pass = async () => {
      app.advance(DAY);
      app.takeUnits();
      await app.dispatch();
      await app.settle();
      return app.takeUnits().write;
    };
    expect(await last(2)).toEqual(['none', 'new']);
    const unchanged = await pass();
    expect(await last(2)).toEqual(['new', 'unchanged']);
    server.set('/f', { body: 'down', status: 500 });
    await pass();
    expect(await last(3)).toEqual(['new', 'unchanged', 'failed']);
    server.set('/f', { body: rss(items(3)) });
    await pass();
    app.advance(2 * DAY);
    expect(await last(6)).toEqual(['new', 'unchanged', 'failed', 'new', 'none', 'none']);
    expect(await days()).toHaveLength(30);
    // The feed, and nothing for its day; its host has no turns in a test.
    expect(unchanged).toBe(1);
    await expect(api('other').call('getFeedFetches', { params: { feed_id: feedId } })).rejects.toThrow(
      feedUnknown(),
    );
  });

  it('marks several feeds read by one mark, which can be undone', async () => {
    const [a, b, c] = [await follow('/a', 2, 1), await follow('/b', 2, 101), await follow('/c', 2, 201)];
    const body = { before: app.now().toISOString(), feed_ids: [a, b, 'ffffffffffffffff'] };
    const { job_id } = await api().call('markRead', { body });
    const unread = async () => Promise.all([a, b, c].map((id) => reader().unread(id)));
    expect(await unread()).toEqual([0, 0, 2]);
    await api().call('cancelJob', { params: { job_id } });
    expect(await unread()).toEqual([2, 2, 2]);
  });
});

describe('an interval that one of several readers chose', () => {
  it('does not slow a feed down for those who left it on automatic', async () => {
    const [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
    server.set('/f', { body: rss(items(1)) });
    const { feed_id } = await testReader(app, 'first').follow(server.url('/f'));
    await testReader(app, 'second').follow(server.url('/f'));
    const choose = (user: string, fetch_interval_minutes: number | null) =>
      app.as(user).call('updateFeed', { params: { feed_id }, body: { fetch_interval_minutes } });
    const told = async (user: string) => {
      const { current_interval_minutes, interval_reason } = await testReader(app, user).feed(feed_id);
      return [current_interval_minutes, interval_reason];
    };
    await choose('first', DAY);
    expect(await told('first')).toEqual([60, 'usual']);
    await choose('second', DAY);
    expect(await told('first')).toEqual([DAY, 'chosen']);
    const { next_fetch_at } = await choose('second', 15);
    expect(Date.parse(next_fetch_at!) - app.now().getTime()).toBeLessThanOrEqual(15 * 60_000);
    expect(await told('first')).toEqual([15, 'another_reader']);
    await Promise.all([app.close(), server.close()]);
  });
});
