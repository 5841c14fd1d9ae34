import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const local = () => app.as('local');
const serve = (html: string) =>
  server.set('/feed', {
    body: rss([
      {
        title: 'A story',
        text: html,
        link: server.url('/story'),
        guid: 'story',
        date: '2026-02-28T08:00:00.000Z',
      },
    ]),
  });
const follow = async (html: string) => {
  serve(html);
  const { feed_id } = await local().call('addFeed', { body: { url: server.url('/feed') } });
  await app.settle();
  return feed_id;
};
const row = async () =>
  (await local().call('listArticles', { query: { sort: 'published_at', filter: 'all', limit: 5 } }))
    .items[0]!;

describe('the minutes of reading', () => {
  it('are in the list, in the opened article and in the answer to a mark, counted without markup', async () => {
    await follow(
      `<p class="${'attribute '.repeat(300)}">${'<b>word</b> '.repeat(600)}${'漢字'.repeat(250)}</p>`,
    );
    const { article_id, reading_minutes } = await row();
    expect(reading_minutes).toBe(4);
    const params = { article_id };
    expect(await local().call('getArticle', { params })).toMatchObject({ reading_minutes: 4 });
    expect(await local().call('setRead', { params, body: { is_read: true } })).toMatchObject({
      reading_minutes: 4,
    });
    expect(await local().call('setSaved', { params, body: { is_saved: true } })).toMatchObject({
      reading_minutes: 4,
    });
    expect(await row()).toMatchObject({ reading_minutes: 4 });
  });

  it('are null for an article without text', async () => {
    await follow('<img src="https://site.example/picture.png">');
    expect((await row()).reading_minutes).toBeNull();
  });

  it('follow the text when the publisher changes it under the same title', async () => {
    const feedId = await follow('<p>Short.</p>');
    expect((await row()).reading_minutes).toBe(1);
    serve(`<p>${'word '.repeat(600)}</p>`);
    app.advance(90);
    await local().call('fetchFeeds', { body: { feed_id: feedId } });
    await app.settle();
    expect((await row()).reading_minutes).toBe(3);
  });
});
