import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleRow, Job } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { Crash, crashAt } from '../../harness/engines/crashing-table.ts';
import {
  numberedItem as item,
  rss,
  startFeedServer,
  type FeedServer,
} from '../../harness/servers/feed-server.ts';
import { testReader } from '../../harness/reader.ts';

const items = (count: number, from = 1) => Array.from({ length: count }, (_, index) => item(from + index));
const HOUR = 60;

describe('marking all read', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeEach(async () => {
    [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  });
  afterEach(() => Promise.all([app.close(), server.close()]));

  const local = () => app.as('local');
  const unreadCounts = async (): Promise<number[]> =>
    (await local().call('listFeeds')).items.map(({ unread_count }) => unread_count);
  const markAll = (body: { before?: string; feed_id?: string; folder?: string } = {}): Promise<Job> =>
    local().call('markRead', { body: { before: app.now().toISOString(), ...body } });
  const undo = (job_id: string) => local().call('cancelJob', { params: { job_id } });
  const setRead = (row: ArticleRow | undefined, is_read: boolean) =>
    testReader(app).setRead(row?.article_id ?? '', is_read);
  const follow = async (path: string, count: number, folder: string | null = null, from = 1) => {
    server.set(path, { body: rss(items(count, from), { title: path, site: `https://x${path}.example/` }) });
    const feed = await testReader(app).follow(server.url(path), folder);
    await app.settle();
    return feed;
  };
  const fetchAgain = async (path: string, count: number, from = 1) => {
    server.set(path, { body: rss(items(count, from), { title: path, site: `https://x${path}.example/` }) });
    app.advance(2 * HOUR);
    await app.dispatch();
    await app.settle();
  };

  it('takes effect at once in lists and counts, and is settled after ten minutes', async () => {
    await follow('/f', 5);
    const job = await markAll();
    expect(job).toMatchObject({ kind: 'mark-read', state: 'queued', total: 5 });
    expect(Date.parse(job.undo_until ?? '') - app.now().getTime()).toBe(600_000);
    const seen = async () => ({
      unread: await testReader(app).list({ filter: 'unread' }),
      read: (await testReader(app).list({ filter: 'read' })).map(({ title, is_read }) => [title, is_read]),
      all: (await testReader(app).list()).map(({ title, is_read }) => [title, is_read]),
      byImportance: (await testReader(app).list({ filter: 'read', sort: 'importance_score' })).length,
      counts: await unreadCounts(),
    });
    const before = await seen();
    expect(before.unread).toEqual([]);
    expect(before.read).toHaveLength(5);
    expect(before.all).toEqual(before.read);
    expect(before.byImportance).toBe(5);
    expect(before.counts).toEqual([0]);
    const entries = await app.stores.entries.scan('local', null, 100);
    expect(entries.every(({ is_read }) => !is_read)).toBe(true);

    app.advance(10);
    await app.settle();
    expect(await seen()).toEqual(before);
    const settled = await app.stores.entries.scan('local', null, 100);
    expect(settled.map(({ is_read }) => is_read)).toEqual(Array.from({ length: 5 }, () => true));
    expect(await app.stores.watermarks.get('local')).toEqual({ seq: 1, watermarks: [] });
    const done = await local().call('getJob', { params: { job_id: job.job_id } });
    expect(done).toMatchObject({ state: 'done', done: 5, result: { marked_articles: 5 } });
    // `read_at` is the time at which the reader marked the articles, not the time at which the mark was settled.
    const [row] = settled;
    expect(row?.read_at).toBe(job.created_at);
  });

  it('can be undone completely within ten minutes, except for articles read one by one', async () => {
    await follow('/f', 4);
    const [first] = await testReader(app).list();
    await setRead(first, true);
    const job = await markAll();
    expect(await testReader(app).list({ filter: 'unread' })).toEqual([]);
    expect((await undo(job.job_id)).state).toBe('cancelled');
    expect(await testReader(app).list({ filter: 'unread' })).toHaveLength(3);
    expect(await unreadCounts()).toEqual([3]);
    app.advance(11);
    await app.settle();
    expect(await testReader(app).list({ filter: 'unread' })).toHaveLength(3);
    expect(await unreadCounts()).toEqual([3]);
    const { watermarks } = await app.stores.watermarks.get('local');
    expect(watermarks.map(({ undone_at }) => undone_at === null)).toEqual([false]);
  });

  it('cannot be undone once settling has begun', async () => {
    await follow('/f', 2);
    const job = await markAll();
    app.advance(10);
    await app.settle();
    expect((await undo(job.job_id)).state).toBe('done');
    expect(await testReader(app).list({ filter: 'unread' })).toEqual([]);
  });

  it('leaves articles unread that are marked unread later, before and after it is settled', async () => {
    await follow('/f', 3);
    await markAll();
    const [, second] = await testReader(app).list();
    await setRead(second, false);
    const expectOne = async () => {
      expect((await testReader(app).list({ filter: 'unread' })).map(({ article_id }) => article_id)).toEqual([
        second?.article_id,
      ]);
      expect(await unreadCounts()).toEqual([1]);
    };
    await expectOne();
    app.advance(10);
    await app.settle();
    await expectOne();
    // All these changes have the same clock time, so the later one must win.
    await markAll();
    expect(await testReader(app).list({ filter: 'unread' })).toEqual([]);
    await setRead(second, false);
    await expectOne();
    await markAll();
    expect(await testReader(app).list({ filter: 'unread' })).toEqual([]);
    expect(await unreadCounts()).toEqual([0]);
  });

  it('does not cover articles that arrive later, even at the same clock time', async () => {
    await follow('/f', 2);
    server.set('/g', { body: rss(items(3, 50), { title: 'G', site: 'https://g.example/' }) });
    await local().call('addFeed', { body: { url: server.url('/g') } });
    // The second feed is fetched, but its articles are not yet in any list when the reader marks all as read.
    await markAll({ before: new Date(app.now().getTime() + 3_600_000).toISOString() });
    await app.settle();
    expect(await testReader(app).list({ filter: 'unread' })).toHaveLength(3);
    await fetchAgain('/f', 4);
    expect(await testReader(app).list({ filter: 'unread' })).toHaveLength(5);
    expect((await unreadCounts()).toSorted((a, b) => a - b)).toEqual([2, 3]);
  });

  it('is limited to its feed, folder and time', async () => {
    const a = await follow('/a', 2, 'tech');
    await follow('/b', 3, 'tech', 20);
    await follow('/c', 4, null, 40);
    await local().call('markFeedRead', { params: { feed_id: a.feed_id } });
    expect(await testReader(app).list({ filter: 'unread', feed_id: a.feed_id })).toEqual([]);
    expect(await testReader(app).list({ filter: 'unread' })).toHaveLength(7);
    await markAll({ folder: 'tech' });
    expect(await testReader(app).list({ filter: 'unread', folder: 'tech' })).toEqual([]);
    expect(await testReader(app).list({ filter: 'unread' })).toHaveLength(4);
    const between = app.now().toISOString();
    app.advance(30);
    await fetchAgain('/c', 6, 40);
    await markAll({ before: between });
    expect(await testReader(app).list({ filter: 'unread' })).toHaveLength(2);
    expect((await unreadCounts()).toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
    expect((await markAll({ folder: 'nothing' })).total).toBe(0);
    app.advance(15);
    await app.settle();
    expect(await testReader(app).list({ filter: 'unread' })).toHaveLength(2);
    expect((await unreadCounts()).toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
  });

  it('costs one write however many entries it covers', async () => {
    await follow('/f', 50);
    app.takeUnits();
    await markAll();
    const { write: many } = app.takeUnits();
    app.advance(10);
    await app.settle();
    app.takeUnits();
    await markAll();
    expect(app.takeUnits().write).toBe(many);
  });

  it('stays with an article that moves to another feed', async () => {
    server.set('/a', { body: rss([item(1)], { title: 'A', site: 'https://a.example/' }) });
    server.set('/b', { body: rss([{ ...item(1), guid: 'b' }], { title: 'B', site: 'https://b.example/' }) });
    const a = await local().call('addFeed', { body: { url: server.url('/a') } });
    await app.settle();
    await local().call('addFeed', { body: { url: server.url('/b') } });
    await app.settle();
    await local().call('markFeedRead', { params: { feed_id: a.feed_id } });
    await local().call('deleteFeed', { params: { feed_id: a.feed_id } });
    expect(await testReader(app).list({ filter: 'unread' })).toEqual([]);
    expect(await testReader(app).list({ filter: 'read' })).toHaveLength(1);
    expect(await unreadCounts()).toEqual([0]);
  });

  it('updates the count when counted articles expire', async () => {
    await follow('/f', 3);
    expect(await unreadCounts()).toEqual([3]);
    app.advance(7 * 24 * HOUR);
    expect(await testReader(app).list({ filter: 'unread' })).toEqual([]);
    expect(await unreadCounts()).toEqual([0]);
  });

  it('is undone by the cleanup if the undoing call crashed', async () => {
    await follow('/f', 2);
    const job = await markAll();
    await setRead((await testReader(app).list())[0], true);
    // Imitate a caller that dies right after it cancelled the job.
    await app.stores.jobs.update('local', job.job_id, { state: 'cancelled' });
    expect(await testReader(app).list({ filter: 'unread' })).toEqual([]);
    await local().call('cleanupArticles');
    await app.settle();
    expect(await testReader(app).list({ filter: 'unread' })).toHaveLength(1);
    expect(await unreadCounts()).toEqual([1]);
    app.advance(2 * HOUR);
    await local().call('cleanupArticles');
    await app.settle();
    expect((await app.stores.watermarks.get('local')).watermarks).toEqual([]);
  });

  it('keeps articles read that were opened under it when it is undone', async () => {
    await follow('/f', 3);
    const job = await markAll();
    const [first] = await testReader(app).list();
    expect((await setRead(first, true)).is_read).toBe(true);
    await undo(job.job_id);
    expect((await testReader(app).list({ filter: 'read' })).map(({ article_id }) => article_id)).toEqual([
      first?.article_id,
    ]);
    expect(await unreadCounts()).toEqual([2]);
  });

  it('does not cover an article that moves into its feed later', async () => {
    server.set('/b', { body: rss([item(1)], { title: 'B', site: 'https://b.example/' }) });
    server.set('/c', { body: rss([{ ...item(1), guid: 'c' }], { title: 'C', site: 'https://c.example/' }) });
    const b = await local().call('addFeed', { body: { url: server.url('/b') } });
    await app.settle();
    const c = await local().call('addFeed', { body: { url: server.url('/c') } });
    await app.settle();
    await local().call('markFeedRead', { params: { feed_id: c.feed_id } });
    expect(await testReader(app).list({ filter: 'unread' })).toHaveLength(1);
    await local().call('deleteFeed', { params: { feed_id: b.feed_id } });
    expect(await testReader(app).list({ filter: 'unread' })).toHaveLength(1);
    app.advance(11);
    await app.settle();
    expect(await testReader(app).list({ filter: 'unread' })).toHaveLength(1);
    expect(await unreadCounts()).toEqual([1]);
  });

  it('leaves no article behind if both of its feeds are unfollowed at once', async () => {
    server.set('/b', { body: rss([item(1)], { title: 'B', site: 'https://b.example/' }) });
    server.set('/c', { body: rss([{ ...item(1), guid: 'c' }], { title: 'C', site: 'https://c.example/' }) });
    const feeds = [];
    for (const path of ['/b', '/c']) {
      feeds.push(await local().call('addFeed', { body: { url: server.url(path) } }));
      await app.settle();
    }
    await Promise.all(feeds.map(({ feed_id }) => local().call('deleteFeed', { params: { feed_id } })));
    expect(await testReader(app).list()).toEqual([]);
  });

  it('updates the count after an unread saved article is unsaved and expires', async () => {
    await follow('/f', 1);
    const [row] = await testReader(app).list();
    const setSaved = (is_saved: boolean) =>
      local().call('setSaved', { params: { article_id: row?.article_id ?? '' }, body: { is_saved } });
    await setSaved(true);
    app.advance(8 * 24 * HOUR);
    expect(await unreadCounts()).toEqual([1]);
    await setSaved(false);
    app.advance(2 * HOUR);
    expect(await testReader(app).list({ filter: 'unread' })).toEqual([]);
    expect(await unreadCounts()).toEqual([0]);
  });

  it('is not kept in a count that was stored after it was undone', async () => {
    const { feed_id } = await follow('/f', 2);
    const counted_at = app.now().toISOString();
    const job = await markAll();
    await undo(job.job_id);
    const { count_version } = (await app.stores.subscriptions.get('local', feed_id))!;
    const late = { unread_count: 0, counted_at, counted_seq: 1, recount_at: null, count_version };
    await app.stores.subscriptions.setCount('local', feed_id, late);
    expect(await unreadCounts()).toEqual([2]);
  });

  it('keeps the time at which the feed was read after it is settled, even if counted meanwhile', async () => {
    const { feed_id } = await follow('/f', 2);
    const job = await markAll();
    const counted_at = app.now().toISOString();
    const { count_version } = (await app.stores.subscriptions.get('local', feed_id))!;
    const meanwhile = { unread_count: 0, counted_at, counted_seq: 1, recount_at: null, count_version };
    await app.stores.subscriptions.setCount('local', feed_id, meanwhile);
    app.advance(10);
    await app.settle();
    const { last_read_at } = await local().call('getFeed', { params: { feed_id } });
    expect(last_read_at).toBe(job.created_at);
  });

  it('is settled by the cleanup if its job failed permanently', async () => {
    await follow('/f', 2);
    const job = await markAll();
    await app.stores.jobs.update('local', job.job_id, { state: 'failed' });
    app.advance(15);
    await app.settle();
    expect((await app.stores.watermarks.get('local')).watermarks).toHaveLength(1);
    await local().call('cleanupArticles');
    await app.settle();
    expect((await app.stores.watermarks.get('local')).watermarks).toEqual([]);
    expect(await testReader(app).list({ filter: 'read' })).toHaveLength(2);
  });

  it('settles the oldest of very many early, and repeats a count that was running', async () => {
    const { feed_id } = await follow('/f', 2);
    const first = await markAll({ feed_id });
    // Imitate a count made before the mark existed but stored after it, with a later time.
    const { count_version } = (await app.stores.subscriptions.get('local', feed_id))!;
    await app.stores.subscriptions.setCount('local', feed_id, {
      unread_count: 2,
      counted_at: new Date(app.now().getTime() + 60).toISOString(),
      counted_seq: 0,
      recount_at: null,
      count_version,
    });
    expect(await unreadCounts()).toEqual([0]);
    for (let more = 0; more < 40; more += 1) await markAll({ feed_id });
    await app.settle();
    expect((await local().call('getJob', { params: { job_id: first.job_id } })).state).toBe('done');
    expect(await testReader(app).list({ filter: 'unread' })).toEqual([]);
  });

  it('does not read more of the read list for a mark on a small feed', async () => {
    const small = await follow('/small', 2);
    await follow('/large', 50, null, 100);
    await local().call('markFeedRead', { params: { feed_id: small.feed_id } });
    app.takeUnits();
    const list = { user_id: 'local', sort: 'published_at', filter: 'read', feed_ids: null } as const;
    const { watermarks } = await app.stores.watermarks.get('local');
    const page = { limit: 50, after: null, now: app.now().toISOString(), watermarks };
    // Two or three queries of a few rows each; a query that finds nothing is billed one unit too.
    expect((await app.stores.entries.list({ ...list, ...page })).rows).toHaveLength(2);
    expect(app.takeUnits().read).toBeLessThanOrEqual(3);
    const byImportance = { ...list, ...page, sort: 'importance_score' } as const;
    expect((await app.stores.entries.list(byImportance)).rows).toHaveLength(2);
    expect(app.takeUnits().read).toBeLessThanOrEqual(3);
  });

  it('pages through the unread articles behind it without reading all that it covers', async () => {
    await follow('/old', 50, null, 100);
    await markAll();
    await follow('/new', 7, null, 1);
    app.takeUnits();
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await local().call('listArticles', {
        query: {
          sort: 'published_at',
          filter: 'unread',
          limit: 3,
          ...(cursor === undefined ? {} : { cursor }),
        },
      });
      ids.push(...page.items.map(({ article_id }) => article_id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(ids).size).toBe(7);
  });

  it(
    'has the same result after a crash of marking, settling or undoing at any point',
    { tags: ['long'] },
    async () => {
      await follow('/f', 3);
      const plain = async (isUndone: boolean, write: number, isAfter: boolean): Promise<boolean> => {
        const crash = crashAt(write, isAfter);
        const broken = await startTestApp({
          over: app,
          wrapTable: crash.wrap,
          start: app.now().toISOString(),
        });
        const again = async <T>(run: () => Promise<T>): Promise<T> =>
          run().catch((error: unknown) => {
            if (!(error instanceof Crash)) throw error;
            return run();
          });
        const reader = broken.as('local');
        const job = await again(() =>
          reader.call('markRead', { body: { before: broken.now().toISOString() } }),
        );
        if (isUndone) await again(() => reader.call('cancelJob', { params: { job_id: job.job_id } }));
        broken.advance(10);
        await broken.settle();
        app.advance(10);
        const unread = await broken.as('local').call('listArticles', {
          query: { sort: 'published_at', filter: 'unread', limit: 50 },
        });
        const { items: feeds } = await reader.call('listFeeds');
        expect(unread.items.length).toBe(feeds[0]?.unread_count);
        expect(isUndone ? [] : unread.items).toEqual([]);
        await broken.close();
        for (const row of await testReader(app).list()) await setRead(row, false);
        expect(await unreadCounts()).toEqual([3]);
        return crash.hasCrashed();
      };
      for (const isUndone of [false, true]) {
        for (let write = 1; ; write += 1) {
          const reached = [await plain(isUndone, write, false), await plain(isUndone, write, true)];
          if (!reached.includes(true)) break;
        }
      }
    },
  );
});
