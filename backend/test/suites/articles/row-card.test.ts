import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const call = () => app.as('local').call;
const serve = (html: string) =>
  server.set('/feed', {
    body: rss([
      {
        title: 'A headline of about the length that headlines usually have, which is two lines at most',
        text: html,
        link: server.url('/2026/02/28/world/europe/a-headline-of-usual-length.html?from=feed'),
        guid: 'story',
        date: '2026-02-28T08:00:00.000Z',
      },
    ]),
  });
const follow = async (html: string) => {
  serve(html);
  const { feed_id } = await call()('addFeed', { body: { url: server.url('/feed') } });
  await app.settle();
  return feed_id;
};
const row = async () =>
  (await call()('listArticles', { query: { sort: 'published_at', filter: 'all', limit: 5 } })).items[0]!;

const sentence = 'The council of the city voted on Tuesday to close the bridge until spring. ';

describe('a row of a list', () => {
  it('has the beginning of the text, about 300 bytes, cut after a word', async () => {
    await follow(`<p>${sentence.repeat(20)}</p>`);
    const { excerpt } = await row();
    expect(Buffer.byteLength(excerpt)).toBeGreaterThan(270);
    expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(300);
    const [kept] = excerpt.split('…');
    expect(`${sentence.repeat(20)}`.startsWith(`${kept} `)).toBe(true);
  });

  it('has the first picture of the article too, in the list, in the article and in what search finds', async () => {
    await follow(
      `<img src="/pixel.gif" width="1" height="1"><p><img src="/lead.jpg?w=1200&amp;h=800">${sentence.repeat(20)}</p>`,
    );
    const image_url = server.url('/lead.jpg?w=1200&h=800');
    const listed = await row();
    expect(listed.image_url).toBe(image_url);
    expect(Buffer.byteLength(listed.excerpt)).toBeGreaterThan(200);
    const { article_id } = listed;
    expect(await call()('getArticle', { params: { article_id } })).toMatchObject({ image_url });
    expect(
      (await call()('searchArticles', { query: { q: 'council', order: 'time', limit: 5, tz: 'UTC' } })).items,
    ).toMatchObject([{ image_url }]);
    const marked = await call()('setRead', { params: { article_id }, body: { is_read: true } });
    expect(marked).toMatchObject({ image_url, excerpt: listed.excerpt });
  });

  it('has no picture if the article has none, or if its address is long', async () => {
    const feed_id = await follow(`<p>${sentence}</p>`);
    expect((await row()).image_url).toBeNull();
    serve(`<img src="/${'long/'.repeat(80)}lead.jpg"><p>Another text. ${sentence}</p>`);
    app.advance(90);
    await call()('fetchFeeds', { body: { feed_id } });
    await app.settle();
    expect(await row()).toMatchObject({ image_url: null, excerpt: `Another text. ${sentence.trim()}` });
  });

  it('follows the picture when the publisher changes it with the text', async () => {
    const feed_id = await follow(`<img src="https://img.example/1.jpg"><p>One. ${sentence}</p>`);
    serve(`<img src="https://img.example/2.jpg"><p>Two. ${sentence}</p>`);
    app.advance(90);
    await call()('fetchFeeds', { body: { feed_id } });
    await app.settle();
    expect(await row()).toMatchObject({ image_url: 'https://img.example/2.jpg' });
  });
});
