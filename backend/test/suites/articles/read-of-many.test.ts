import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader, type TestReader } from '../../harness/reader.ts';
import { sampleArticleId } from '../../harness/samples/storage-samples.ts';
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

describe('marking several articles', () => {
  let count = 0;
  let reader: TestReader;
  beforeEach(async () => {
    count += 1;
    reader = testReader(app, `reader${count}`);
    for (const path of ['/a', '/b']) await reader.follow(server.url(path));
    await app.settle();
  });

  const mark = async (article_ids: string[], is_read: boolean) =>
    (await reader.api.call('setReadOfMany', { body: { article_ids, is_read } })).items;
  const unreadByFeed = async () => (await reader.feeds()).map(({ unread_count }) => unread_count);

  it('answers for each of them, counts each feed again, and does nothing when it is repeated', async () => {
    const ids = (await reader.list()).slice(2, 8).map(({ article_id }) => article_id);
    const unknown = sampleArticleId(77);
    await reader.setRead(ids[0]!, true);
    const asked = [...ids, unknown, ids[1]!];
    const outcomes = await mark(asked, true);
    expect(outcomes).toEqual(
      [...ids, unknown].map((article_id) => ({
        article_id,
        outcome: article_id === ids[0] ? 'unchanged' : article_id === unknown ? 'not_found' : 'marked',
      })),
    );
    expect((await unreadByFeed()).reduce((sum, unread) => sum + unread, 0)).toBe(6);
    const read = (await reader.list({ filter: 'read' })).map(({ article_id }) => article_id);
    expect(read.toSorted()).toEqual(ids.toSorted());

    expect(new Set((await mark(ids, true)).map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']));
    expect((await mark(ids, false)).every(({ outcome }) => outcome === 'marked')).toBe(true);
    expect(await unreadByFeed()).toEqual([6, 6]);
    expect(await reader.list({ filter: 'read' })).toEqual([]);
  });

  it('takes back articles that a mark on everything covers', async () => {
    const ids = (await reader.list()).slice(0, 3).map(({ article_id }) => article_id);
    await reader.api.call('markRead', { body: { before: app.now().toISOString() } });
    expect((await mark(ids, false)).every(({ outcome }) => outcome === 'marked')).toBe(true);
    expect((await reader.list({ filter: 'unread' })).map(({ article_id }) => article_id)).toEqual(ids);
  });

  it('leaves articles read that were saved from a feed that the reader has left', async () => {
    const [row] = await reader.list();
    await reader.setSaved(row!.article_id, true);
    await mark([row!.article_id], true);
    await reader.leave(row!.feed_id);
    expect(await mark([row!.article_id], false)).toEqual([
      { article_id: row!.article_id, outcome: 'unchanged' },
    ]);
  });

  it('does not touch the articles of another reader', async () => {
    const other = testReader(app, `other${count}`);
    const ids = (await reader.list()).map(({ article_id }) => article_id);
    const outcomes = await other.api.call('setReadOfMany', { body: { article_ids: ids, is_read: true } });
    expect(new Set(outcomes.items.map(({ outcome }) => outcome))).toEqual(new Set(['not_found']));
    expect(await unreadByFeed()).toEqual([6, 6]);
  });
});
