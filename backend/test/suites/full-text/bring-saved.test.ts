import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { broughtArticles } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { numberedItem, rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

let app: TestApp;
let server: FeedServer;
beforeAll(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  server.set('/a', { body: rss([numberedItem(1), numberedItem(2)]) });
});
afterAll(() => Promise.all([app.close(), server.close()]));

const bring = (items: object[], name: string) =>
  testReader(app, name).api.call('bringSaved', { body: broughtArticles.parse({ items }) });
const saved = (name: string) => testReader(app, name).list({ filter: 'saved' });

const old = {
  url: 'https://old.example/ice?utm_source=rss',
  title: 'Ice &amp; snow',
  content: '<p>The harbour froze.</p><script>alert(1)</script><img src="/ice.png" onerror="alert(2)">',
  author: 'Ann',
  published_at: '2019-02-01T10:00:00Z',
  saved_at: '2020-03-01T08:00:00Z',
  tags: ['To do', '気候'],
};

describe('bringing saved articles from another reader', () => {
  it('keeps each with its text, time and labels, scored, for this reader alone; again it adds nothing', async () => {
    await testReader(app, 'one').addKeyword('harbour', 2);
    expect(await bring([old, { url: 'no address at all' }, { ...old, tags: [] }], 'one')).toEqual({
      added: 1,
      known: 1,
      left_out: 1,
    });
    const [row] = await saved('one');
    expect(await saved('one')).toHaveLength(1);
    expect(row).toMatchObject({
      title: 'Ice & snow',
      feed_title: 'old.example',
      published_at: '2019-02-01T10:00:00.000Z',
      saved_at: '2020-03-01T08:00:00.000Z',
      own_tags: ['To do', '気候'],
      is_read: true,
      is_saved: true,
      expires_at: null,
    });
    expect(row!.importance_score).toBeGreaterThan(0.1);
    const { content, author } = await testReader(app, 'one').open(row!.article_id);
    expect(content).toContain('The harbour froze.');
    expect(content).toContain('https://old.example/ice.png');
    expect(content).not.toMatch(/script|onerror/);
    expect(author).toBe('Ann');
    expect(await saved('two')).toEqual([]);
    expect(await bring([old], 'one')).toEqual({ added: 0, known: 1, left_out: 0 });
    expect(await saved('one')).toEqual([row]);
  });

  it('saves and tags an article that the reader has, which stays under its feed and as read or unread as it is', async () => {
    const reader = testReader(app, 'two');
    const { feed_id } = await reader.follow(server.url('/a'));
    await app.settle();
    const [first, second] = await reader.list({ feed_id });
    await reader.setTags(first!.article_id, ['Mine']);
    const taken = await bring(
      [
        { ...old, url: first!.link! },
        { ...old, url: second!.link!, is_saved: false },
      ],
      'two',
    );
    expect(taken).toEqual({ added: 2, known: 0, left_out: 0 });
    const rows = await reader.list({ feed_id });
    expect(rows.map(({ is_saved, own_tags, is_read }) => ({ is_saved, own_tags, is_read }))).toEqual([
      { is_saved: true, own_tags: ['Mine', 'To do', '気候'], is_read: false },
      { is_saved: false, own_tags: ['To do', '気候'], is_read: false },
    ]);
    expect(rows.every(({ expires_at }) => expires_at === null)).toBe(true);
  });

  it('keeps one that was labelled alone as a tagged one, and leaves labels out that find no room', async () => {
    const long = Array.from({ length: 12 }, (_, n) => `label ${String(n).padStart(18, '0')}`);
    const labelled = { url: 'https://old.example/labelled', is_saved: false, tags: long };
    expect(await bring([labelled], 'three')).toEqual({ added: 1, known: 0, left_out: 0 });
    const [row] = await testReader(app, 'three').list({ tag: long[0]! });
    expect(row).toMatchObject({ is_saved: false, expires_at: null, own_tags: long.slice(0, 5) });
    // Without title, text and date it has its address and the present time.
    expect(row).toMatchObject({ title: 'https://old.example/labelled', is_date_estimated: true });
    expect(await bring([labelled], 'three')).toEqual({ added: 0, known: 1, left_out: 0 });
  });
});
