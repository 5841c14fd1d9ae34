import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { feedUnknown } from '../../../src/model/feed/followed-feed.ts';
import { invalidCursor } from '../../../src/lib/json-cursor.ts';

const DAY = 24 * 60;
const post = (n: number) => ({
  title: `Post ${n}`,
  link: `https://blog.example/${n}`,
  guid: `post-${n}`,
  text: `<p onclick="steal()">Text of ${n}.</p><script>steal()</script>`,
  date: new Date(Date.UTC(2025, n, 1)).toISOString(),
});
const posts = (count: number) => Array.from({ length: count }, (_, n) => post(n));

describe('the history of a feed', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeEach(async () => {
    [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  });
  afterEach(() => Promise.all([app.close(), server.close()]));

  const history = (
    feed_id: string,
    query: { limit: number; cursor?: string } = { limit: 20 },
    user = 'local',
  ) => app.as(user).call('getFeedHistory', { params: { feed_id }, query });
  const follow = async (items: ReturnType<typeof posts>) => {
    server.set('/blog', { body: rss(items, { title: 'Quiet blog', site: 'https://blog.example/' }) });
    const { feed_id } = await testReader(app).follow(server.url('/blog'));
    await app.settle();
    return feed_id;
  };

  it('is empty while its document is damaged, and comes back with the next one', async () => {
    const feedId = await follow(posts(3));
    app.advance(8 * DAY);
    await app.cleanup();
    await app.stores.blobs.put(`snapshots/${feedId}`, Buffer.from('{"url":"https://blog.exa'));
    expect(await history(feedId)).toEqual({ items: [], next_cursor: null, has_more: false, taken_at: null });
    server.set('/blog', { body: rss(posts(4), { title: 'Quiet blog', site: 'https://blog.example/' }) });
    await testReader(app).fetchAll();
    expect((await history(feedId)).items.map(({ title }) => title)).toEqual(['Post 2', 'Post 1', 'Post 0']);
  });

  it('of a quiet blog is what its document carries, once the articles have left the lists', async () => {
    const feedId = await follow(posts(3));
    expect((await history(feedId)).items).toEqual([]);
    app.advance(8 * DAY);
    await app.cleanup();
    expect(await testReader(app).list({ feed_id: feedId })).toEqual([]);
    const before = (await app.dump()).length;
    const { items, taken_at, has_more } = await history(feedId);
    expect(items.map(({ title }) => title)).toEqual(['Post 2', 'Post 1', 'Post 0']);
    expect(items[0]).toMatchObject({
      link: 'https://blog.example/2',
      content: '<p>Text of 2.</p>',
      published_at: '2025-03-01T00:00:00.000Z',
      is_date_estimated: false,
    });
    expect(taken_at).not.toBeNull();
    expect(has_more).toBe(false);
    expect((await app.dump()).length).toBe(before);
  });

  it('leaves out what is in the reader’s lists, and shows it when the reader no longer has it', async () => {
    const feedId = await follow(posts(4));
    const [newest] = await testReader(app).list({ feed_id: feedId });
    await testReader(app).setSaved(newest!.article_id, true);
    app.advance(8 * DAY);
    expect((await history(feedId)).items.map(({ title }) => title)).toEqual(['Post 2', 'Post 1', 'Post 0']);
  });

  it('begins with what is not in the lists, however much of the document is', async () => {
    const feedId = await follow(posts(1));
    server.set('/blog', { body: rss(posts(60), { title: 'Quiet blog', site: 'https://blog.example/' }) });
    app.advance(90);
    await testReader(app).fetchAll();
    const listed = await testReader(app).titles({ feed_id: feedId });
    expect(listed).toHaveLength(51);
    const { items } = await history(feedId, { limit: 5 });
    expect(items).toHaveLength(5);
    expect(items.every(({ title }) => !listed.includes(title))).toBe(true);
  });

  it('comes in pages of one document, each item once', async () => {
    const feedId = await follow(posts(9));
    app.advance(8 * DAY);
    const titles: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof history>> = await history(feedId, {
        limit: 4,
        ...(cursor === null ? {} : { cursor }),
      });
      titles.push(...page.items.map(({ title }) => title));
      cursor = page.next_cursor;
      expect(page.has_more).toBe(cursor !== null);
    } while (cursor !== null);
    await expect(history(feedId, { limit: 4, cursor: 'nonsense' })).rejects.toThrow(invalidCursor());
    expect(titles).toEqual(
      posts(9)
        .map(({ title }) => title)
        .toReversed(),
    );
  });

  it('ends a page before it is too large for an answer', async () => {
    const text = `<p>${'word '.repeat(180_000)}</p>`;
    const feedId = await follow(posts(4).map((item) => ({ ...item, text })));
    app.advance(8 * DAY);
    const first = await history(feedId);
    expect(first.items).toHaveLength(2);
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(2_600_000);
    const second = await history(feedId, { limit: 20, cursor: first.next_cursor! });
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(
      posts(4)
        .map(({ title }) => title)
        .toReversed(),
    );
    expect(second.has_more).toBe(false);
  });

  it('is empty if no document is stored, and unknown to others', async () => {
    const feedId = await follow(posts(2));
    app.advance(8 * DAY);
    await expect(history(feedId, { limit: 20 }, 'other')).rejects.toThrow(feedUnknown());
    for (const key of await app.stores.blobs.list('snapshots/')) await app.stores.blobs.delete(key);
    expect(await history(feedId)).toEqual({ items: [], next_cursor: null, has_more: false, taken_at: null });
  });
});
