import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { rss, startFeedServer, type FeedServer, type RssItem } from '../../harness/servers/feed-server.ts';
import { keyword } from '../../harness/scoring-samples.ts';
import { testReader } from '../../harness/reader.ts';

let app: TestApp;
/** The site that published the article. `other` is a feed on another host that links to it. */
let site: FeedServer;
let other: FeedServer;
beforeEach(async () => {
  [app, site, other] = await Promise.all([
    startTestApp({ allowHosts: '127.0.0.1,127.0.0.2' }),
    startFeedServer('127.0.0.2'),
    startFeedServer(),
  ]);
  await app.as('local').call('addKeyword', keyword('election'));
  await app.settle();
  site.set('/feed', {
    body: rss([story('The election is decided', 'Votes of the election were counted.')], named('The site')),
  });
  other.set('/feed', { body: rss([story('Buy pills now', 'Pills for everyone.')], named('Another feed')) });
});
afterEach(() => Promise.all([app.close(), site.close(), other.close()]));

const named = (title: string) => ({ title, site: 'https://unused.example/' });
const story = (title: string, text: string): RssItem => ({
  title,
  text: `<p>${text}</p>`,
  link: site.url('/story'),
  guid: title,
  date: '2026-02-28T08:00:00.000Z',
});
const local = () => app.as('local');
const add = async (server: FeedServer): Promise<string> => {
  const { feed_id } = await testReader(app).follow(server.url('/feed'));
  await app.settle();
  app.advance(1);
  return feed_id;
};
const leave = async (feed_id: string) => {
  await testReader(app).leave(feed_id);
  await app.settle();
  app.advance(1);
};
const opened = async () => {
  const [row] = await testReader(app).list();
  return local().call('getArticle', { params: { article_id: row!.article_id } });
};
const unread = async () =>
  Object.fromEntries(
    (await local().call('listFeeds')).items.map(({ title, unread_count }) => [title, unread_count]),
  );

const own = {
  title: 'The election is decided',
  feed_title: 'The site',
  excerpt: 'Votes of the election were counted.',
};
const foreign = { title: 'Buy pills now', feed_title: 'Another feed', excerpt: 'Pills for everyone.' };

describe('the row of an article that two feeds carry', () => {
  it('belongs to the feed on the link’s host, even if another brought it first', async () => {
    await add(other);
    expect(await testReader(app).list()).toMatchObject([{ ...foreign, importance_score: 0 }]);
    await add(site);
    const rows = await testReader(app).list();
    expect(rows).toMatchObject([own]);
    expect(rows[0]!.importance_score).toBeGreaterThan(0);
    const article = await opened();
    expect(article.content).toContain('Votes of the election');
    const { items } = await local().call('getReasons', { params: { article_id: article.article_id } });
    expect(items.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(
      article.importance_score!,
    );
    expect(await unread()).toEqual({ 'The site': 1, 'Another feed': 0 });
  });

  it('stays with the feed on the link’s host, even if another carries and changes it later', async () => {
    await add(site);
    await add(other);
    expect(await testReader(app).list()).toMatchObject([own]);
    other.set('/feed', {
      body: rss([{ ...story('Buy more pills', 'More.'), guid: 'Buy pills now' }], named('Another feed')),
    });
    app.advance(90);
    await local().call('fetchFeeds');
    await app.settle();
    expect(await testReader(app).list()).toMatchObject([own]);
    expect((await opened()).content).toContain('Votes of the election');
  });

  it('keeps the reader’s marks when its own feed comes later', async () => {
    await add(other);
    const [row] = await testReader(app).list();
    const params = { article_id: row!.article_id };
    await local().call('setRead', { params, body: { is_read: true } });
    await local().call('setSaved', { params, body: { is_saved: true } });
    await add(site);
    expect(await testReader(app).list()).toMatchObject([
      { ...own, is_read: true, is_saved: true, created_at: row!.created_at },
    ]);
    expect(await unread()).toEqual({ 'The site': 0, 'Another feed': 0 });
  });

  it('counts as read if a mark on its previous feed covered it', async () => {
    const first = await add(other);
    await local().call('markFeedRead', { params: { feed_id: first } });
    await add(site);
    expect(await testReader(app).list()).toMatchObject([{ ...own, is_read: true }]);
    expect(await unread()).toEqual({ 'The site': 0, 'Another feed': 0 });
  });

  it('is rewritten from the next feed that carries it when its own is unfollowed, and scored by that text', async () => {
    const first = await add(site);
    await add(other);
    expect((await testReader(app).list())[0]!.importance_score).toBeGreaterThan(0);
    await leave(first);
    expect(await testReader(app).list()).toMatchObject([{ ...foreign, importance_score: 0 }]);
    expect((await opened()).content).toContain('Pills');
    expect(await unread()).toEqual({ 'Another feed': 1 });
  });

  it('prefers the feed on the link’s host to one that carried it earlier', async () => {
    const third = await startFeedServer();
    third.set('/feed', { body: rss([story('A third title', 'A third text.')], named('A third feed')) });
    const first = await add(third);
    await add(other);
    await add(site);
    expect(await testReader(app).list()).toMatchObject([own]);
    await leave(first);
    expect(await testReader(app).list()).toMatchObject([own]);
    await third.close();
  });
});
