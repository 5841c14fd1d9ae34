import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { functionUrlEvent, lambdaContext } from '../../harness/api/function-url-event.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { numberedItem, rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { folderUnknown } from '../../../src/feeds/folders.ts';

describe('folders', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeEach(async () => {
    [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  });
  afterEach(() => Promise.all([app.close(), server.close()]));

  const reader = () => testReader(app);
  const local = () => app.as('local');
  let followed = 0;
  const follow = async (folder: string | null, count = 2) => {
    followed += 1;
    const path = `/${followed}`;
    const items = Array.from({ length: count }, (_, n) => numberedItem(100 * followed + n));
    server.set(path, { body: rss(items, { title: `Feed ${followed}`, site: 'http://127.0.0.1:1/' }) });
    const { feed_id } = await reader().follow(server.url(path), folder);
    await app.settle();
    return feed_id;
  };
  const folders = async () => (await local().call('listFolders')).items;
  const rename = (from: string, body: { name?: string; position?: number | null }) =>
    local().call('updateFolder', { params: { name: from }, body });

  it('are listed with their feeds and unread articles, in the reader’s order', async () => {
    await follow('News');
    await follow('News', 3);
    await follow('Art', 1);
    await follow(null);
    expect(await folders()).toEqual([
      { name: 'Art', position: null, feed_count: 1, unread_count: 1 },
      { name: 'News', position: null, feed_count: 2, unread_count: 5 },
    ]);
    expect(await rename('News', { position: 3 })).toMatchObject({ position: 3, is_merged: false });
    expect((await folders()).map(({ name }) => name)).toEqual(['News', 'Art']);
  });

  it('are renamed with all of their feeds, counts and lists', async () => {
    await follow('News');
    await follow('News', 3);
    await rename('News', { position: 3 });
    expect(await rename('News', { name: 'Daily / 日本' })).toEqual({
      name: 'Daily / 日本',
      position: 3,
      feed_count: 2,
      unread_count: 5,
      is_merged: false,
    });
    expect(await reader().titles({ folder: 'Daily / 日本' })).toHaveLength(5);
    expect(await reader().titles({ folder: 'News' })).toEqual([]);
    expect(await local().call('exportOpml')).toContain('text="Daily / 日本"');
    await expect(rename('News', { name: 'Again' })).rejects.toThrow(folderUnknown());
  });

  it('become one if the new name is taken, which is said', async () => {
    await follow('News');
    await follow('Art', 1);
    await rename('Art', { position: 5 });
    await rename('News', { position: 1 });
    expect(await rename('News', { name: 'Art' })).toEqual({
      name: 'Art',
      position: 5,
      feed_count: 2,
      unread_count: 3,
      is_merged: true,
    });
    expect((await folders()).map(({ name }) => name)).toEqual(['Art']);
  });

  it('are deleted without their feeds', async () => {
    const feedId = await follow('News');
    await rename('News', { position: 3 });
    await local().call('deleteFolder', { params: { name: 'News' } });
    expect(await folders()).toEqual([]);
    expect(await reader().feed(feedId)).toMatchObject({ folder: null, unread_count: 2 });
    expect(await reader().items('FOLDER#')).toEqual([]);
    await expect(local().call('deleteFolder', { params: { name: 'News' } })).rejects.toThrow(folderUnknown());
  });

  it('are found by their encoded name in the path, a slash and a percent sign included', async () => {
    await follow('50% / 日本');
    const send = (method: string, name: string, body?: unknown) =>
      app.api(
        functionUrlEvent({ method, path: `/api/folders/${encodeURIComponent(name)}`, body }),
        lambdaContext(),
      );
    const renamed = await send('PUT', '50% / 日本', { name: 'Half' });
    expect(renamed.statusCode).toBe(200);
    expect(JSON.parse(renamed.body ?? '')).toMatchObject({ name: 'Half', is_merged: false });
    expect((await send('PUT', 'Half', { name: ' ' })).statusCode).toBe(400);
    expect((await send('DELETE', 'Nobody')).statusCode).toBe(404);
    expect((await send('DELETE', 'Half')).statusCode).toBe(204);
    expect(await folders()).toEqual([]);
  });

  it('are found if a server in between has decoded the path', async () => {
    await follow('News / 日本');
    const path = '/api/folders/News / 日本';
    const event = functionUrlEvent({ method: 'PUT', path, body: { name: 'News' } });
    expect((await app.api(event, lambdaContext())).statusCode).toBe(200);
    expect((await folders()).map(({ name }) => name)).toEqual(['News']);
  });

  it('order their feeds by position, and the feeds without one by title', async () => {
    const [first, second, third] = [await follow('News'), await follow('News'), await follow('News')];
    const order = async () => (await reader().feeds()).map(({ feed_id }) => feed_id);
    expect(await order()).toEqual([first, second, third]);
    await local().call('updateFeed', { params: { feed_id: third }, body: { position: 7 } });
    expect(await order()).toEqual([third, first, second]);
  });
});
