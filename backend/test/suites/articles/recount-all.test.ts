import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recountAll, recountReader } from '../../../src/articles/reading/unread.ts';
import { entryToItem } from '../../../src/storage/entries/entry-item.ts';
import { createEntryStore } from '../../../src/storage/entries/entry-store.ts';
import type { Item, TableClient } from '../../../src/storage/table/table.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { Crash, crashAt } from '../../harness/engines/crashing-table.ts';
import { numberedItem, rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { sampleArticleId, sampleEntry, sampleFeedId } from '../../harness/samples/storage-samples.ts';

let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const recountOf = ({ stores, now, log }: TestApp) =>
  recountAll({ ...stores, log }, (userId) => recountReader({ ...stores, now }, userId));

describe('counting all unread articles again', () => {
  const countsOf = async (user: string) =>
    Object.fromEntries(
      (await app.stores.subscriptions.list(user)).map(({ feed_id, unread_count }) => [feed_id, unread_count]),
    );
  const truth = async (user: string) => {
    const counts: Record<string, number> = {};
    const { watermarks } = await app.stores.watermarks.get(user);
    for (const { feed_id } of await app.stores.subscriptions.list(user))
      counts[feed_id] = (
        await app.stores.entries.countUnread(user, feed_id, app.now().toISOString(), watermarks)
      ).count;
    return counts;
  };

  it('corrects the counts of every reader after a process was killed while marking, and then finds nothing to do', async () => {
    const users = ['ann', 'local'];
    for (const [path, from] of [
      ['/a', 1],
      ['/b', 20],
    ] as const)
      server.set(path, { body: rss(Array.from({ length: 12 }, (_, at) => numberedItem(from + at))) });
    for (const user of users) {
      await app.stores.readers.enlist(user, app.now().toISOString());
      for (const path of ['/a', '/b'])
        await app.as(user).call('addFeed', { body: { url: server.url(path) } });
    }
    await app.settle();
    const before = await truth('ann');

    for (const user of users) {
      const { items } = await app
        .as(user)
        .call('listArticles', { query: { sort: 'published_at', filter: 'unread', limit: 200 } });
      // Crash after some entries are marked read, but before any feed is counted again.
      const killed = crashAt(4, true);
      const dying = await startTestApp({ over: app, wrapTable: killed.wrap });
      const marked = items.filter((_, at) => at % 4 === 0).map(({ article_id }) => article_id);
      await expect(dying.as(user).call('markRead', { body: { article_ids: marked } })).rejects.toThrow(Crash);
      await dying.close();
      expect(killed.hasCrashed()).toBe(true);
      expect(await countsOf(user)).not.toEqual(await truth(user));
    }
    // Add a mark on a whole feed; the articles that it covers count as read.
    const [feed] = Object.keys(before);
    await app.as('ann').call('markFeedRead', { params: { feed_id: feed! } });

    app.advance(1);
    expect(await recountOf(app)).toMatchObject({ readers: 2, feeds: 4 });
    for (const user of users) expect(await countsOf(user)).toEqual(await truth(user));
    expect((await countsOf('ann'))[feed!]).toBe(0);
    app.takeUnits();
    expect(await recountOf(app)).toMatchObject({ readers: 2, feeds: 4, corrected: 0 });
    expect(app.takeUnits().write).toBe(0);
  });

  it('keeps a count that was made after its own began', async () => {
    server.set('/a', { body: rss([numberedItem(1), numberedItem(2)]) });
    const { feed_id } = await app.as('local').call('addFeed', { body: { url: server.url('/a') } });
    await app.settle();
    const ctx = {
      ...app.stores,
      entries: {
        ...app.stores.entries,
        countAllUnread: async (...args: Parameters<typeof app.stores.entries.countAllUnread>) => {
          const counted = await app.stores.entries.countAllUnread(...args);
          app.advance(1);
          const [row] = await app.stores.entries.scan('local', null, 1);
          await app
            .as('local')
            .call('setRead', { params: { article_id: row!.article_id }, body: { is_read: true } });
          return new Map([...counted].map(([id, feed]) => [id, { ...feed, count: feed.count + 5 }]));
        },
      },
      now: app.now,
    };
    expect(await recountReader(ctx, 'local')).toEqual({ feeds: 1, corrected: 0 });
    expect((await app.stores.subscriptions.get('local', feed_id))!.unread_count).toBe(1);
  });

  it('corrects a count that a mark sets to zero, if as many came after the mark as were counted before it', async () => {
    server.set('/a', { body: rss([numberedItem(1)]) });
    const { feed_id } = await app.as('local').call('addFeed', { body: { url: server.url('/a') } });
    await app.settle();
    await app.as('local').call('markFeedRead', { params: { feed_id } });
    const { unread_count, recount_at } = (await app.stores.subscriptions.get('local', feed_id))!;
    expect(unread_count).toBe(1);
    const at = app.now().toISOString();
    // A delivery was cut off before it counted.
    await app.stores.entries.create(
      sampleEntry({ feed_ids: [feed_id], created_at: at, expires_at: recount_at, unread_after: 1 }),
    );
    expect(await recountReader(app.ctx, 'local')).toEqual({ feeds: 1, corrected: 1 });
    const { items } = await app.as('local').call('listFeeds');
    expect(items).toMatchObject([{ feed_id, unread_count: 1 }]);
  });
});

describe('100,000 unread', () => {
  it('are counted in pages of 1,000 with little work for each', async () => {
    const page = Array.from({ length: 1000 }, (_, n): Item =>
      entryToItem(
        sampleEntry({ article_id: sampleArticleId(n), feed_ids: [sampleFeedId(n % 40)], is_read: false }),
        1,
      ),
    );
    let pages = 0;
    const table = {
      queryPage: async ({ limit = 0 }: { limit?: number }) => {
        expect(limit).toBeLessThanOrEqual(1000);
        pages += 1;
        return { items: page, last: pages < 100 ? { PK: 'more' } : undefined };
      },
    } as unknown as TableClient;
    const before = process.cpuUsage();
    const counts = await createEntryStore(table).countAllUnread('local', '2026-01-01T00:00:00.000Z');
    const { user } = process.cpuUsage(before);
    expect(pages).toBe(100);
    expect([...counts.values()].reduce((sum, { count }) => sum + count, 0)).toBe(100_000);
    // This is processor time rather than elapsed time, and the limit is far above the measured value.
    expect(user / 1000).toBeLessThan(5000);
    if (process.env['REPORT'] !== undefined) console.log(`100,000 rows: ${user / 1000} ms`);
  });
});
