import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract/index.ts';
import { setUpApi } from '../../harness/api/api-client.ts';
import { localReader, sampleHandlers } from '../../harness/api/api-samples.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { startEmbedded } from '../../harness/engines/embedded-engine.ts';
import { runs } from '../../harness/property-runs.ts';
import { testReader } from '../../harness/reader.ts';
import { numberedItem, rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

let app: TestApp;
/** A second process over the same table, which keeps nothing. */
let other: TestApp;
let server: FeedServer;
beforeAll(async () => {
  [app, server] = await Promise.all([startTestApp({ startEngine: startEmbedded }), startFeedServer()]);
  other = await startTestApp({ over: app, isOneOfSeveral: true });
  for (const [at, path] of ['/a', '/b', '/c', '/d'].entries())
    server.set(path, { body: rss(Array.from({ length: 4 }, (_, n) => numberedItem(10 * at + n))) });
});
afterAll(async () => {
  await other.close();
  await Promise.all([app.close(), server.close()]);
});

const { send } = setUpApi({
  handlers: {
    ...sampleHandlers().handlers,
    listFeeds: ({ reader }) => app.as(reader.user_id).call('listFeeds'),
  },
  authenticate: async ({ headers }) => localReader(headers['x-reader'] ?? ''),
});
const sentTo = async (user: string): Promise<unknown> =>
  (await send({ path: '/api/feeds', headers: { 'x-reader': user } })).json;

const step = fc.record({
  kind: fc.constantFrom(
    'read',
    'unread',
    'mark feed',
    'undo',
    'rename',
    'feed title',
    'leave',
    'later',
    'move',
    'new article',
  ),
  feed: fc.nat(2),
  byOther: fc.boolean(),
  byNeighbour: fc.boolean(),
  number: fc.nat(99),
});

describe('answers that a process keeps', () => {
  it('are those of a process that reads everything from the table, whoever wrote it', async () => {
    let readers = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        readers += 1;
        const users = [`reader${readers}`, `neighbour${readers}`] as const;
        const [ids = []] = await Promise.all(
          users.map((user) =>
            Promise.all(
              ['/a', '/b', '/c'].map(
                async (path) => (await testReader(app, user).follow(server.url(path))).feed_id,
              ),
            ),
          ),
        );
        await app.settle();
        let job = '';
        for (const { kind, feed, byOther, byNeighbour, number } of steps) {
          const feed_id = ids[feed] ?? '';
          const user = users[byNeighbour ? 1 : 0];
          const reader = testReader(app, user);
          const writer = byOther ? other : app;
          const { call } = writer.as(user);
          const rows = await reader.list({ filter: kind === 'unread' ? 'read' : 'unread' });
          const { article_id = '' } = rows[number % Math.max(1, rows.length)] ?? {};
          if ((kind === 'read' || kind === 'unread') && article_id !== '')
            await call('setRead', { params: { article_id }, body: { is_read: kind === 'read' } });
          if (kind === 'mark feed')
            job = await call('markRead', {
              body: { before: app.now().toISOString(), feed_ids: [feed_id] },
            }).then(({ job_id }) => job_id);
          if (kind === 'undo' && job !== '')
            await call('cancelJob', { params: { job_id: job } }).catch(() => {});
          if (kind === 'rename')
            await writer.stores.subscriptions.update(user, feed_id, { title: `mine ${number}` });
          if (kind === 'move')
            await writer.stores.subscriptions.setFolder(user, feed_id, null, `folder ${number % 3}`);
          if (kind === 'feed title') await writer.stores.feeds.update(feed_id, { title: `theirs ${number}` });
          if (kind === 'new article') {
            const path = ['/a', '/b', '/c'][feed] ?? '';
            const items = Array.from({ length: 4 }, (_, n) => numberedItem(10 * feed + n));
            server.set(path, { body: rss([numberedItem(1000 + readers * 20 + number), ...items]) });
            await reader.fetchAll();
          }
          if (kind === 'leave') await call('deleteFeed', { params: { feed_id } }).catch(() => {});
          if (kind === 'later') for (const one of [app, other]) one.advance(number);
          for (const name of ['getCounts', 'listFeeds', 'listUpdatedFeeds'] as const) {
            const known = await app.as(user).call(name);
            expect(known).toEqual(await other.as(user).call(name));
            // The same once more, which may be an answer that was kept.
            expect(await app.as(user).call(name)).toEqual(known);
          }
          for (const each of users)
            expect(await sentTo(each)).toEqual(
              endpoints.listFeeds.response.parse(await other.as(each).call('listFeeds')),
            );
          const query = { filter: 'all', sort: 'published_at', limit: 50 } as const;
          expect(await app.as(user).call('listArticles', { query })).toEqual(
            await other.as(user).call('listArticles', { query }),
          );
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('are made anew when a counted article expires, though nothing is written', async () => {
    const reader = testReader(app, 'expiring');
    await reader.follow(server.url('/d'));
    await app.settle();
    const counts = () => reader.api.call('getCounts');
    expect(await counts()).toMatchObject({ unread_count: 4 });
    expect(await counts()).toBe(await counts());
    app.advance(8 * 24 * 60);
    expect(await counts()).toEqual({ unread_count: 0, feeds: [] });
  });
});
