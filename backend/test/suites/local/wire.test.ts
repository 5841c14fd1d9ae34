import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer, type HttpServer } from '../../../src/local/http/http-server.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

type Reply = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

let app: TestApp;
let feeds: FeedServer;
let server: HttpServer;
let port = 0;
beforeAll(async () => {
  [app, feeds] = await Promise.all([startTestApp(), startFeedServer()]);
  const items = Array.from({ length: 50 }, (_, at) => ({
    title: `The council of the city votes on the bridge, day ${at}`,
    text: `<p><img src="https://img.example/${at}.jpg">${`What was said of number ${at} on the day. `.repeat(30)}</p>`,
    link: `https://paper.example/2026/02/28/the-council-of-the-city-${at}.html`,
    guid: `story-${at}`,
    date: new Date(Date.UTC(2026, 1, 28) - at * 60_000).toISOString(),
  }));
  feeds.set('/feed', { body: rss(items) });
  await testReader(app).follow(feeds.url('/feed'));
  await app.settle();
  server = createHttpServer({
    api: app.api,
    pages: () => Promise.resolve({ status: 404, headers: {}, body: Buffer.from('') }),
    log: app.log,
    now: app.now,
  });
  port = await server.listen(0, '127.0.0.1');
});
afterAll(async () => {
  server.closeNow();
  await server.close();
  await Promise.all([app.close(), feeds.close()]);
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> =>
  new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .once('error', reject)
      .end();
  });

const list = '/api/articles?sort=published_at&filter=all&limit=50';

describe('an answer over HTTP', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])(
    'is a list of 50 in the coding %s, at most a quarter of its size, with the same ETag',
    async (coding, decode) => {
      const plain = await ask(list);
      const coded = await ask(list, { 'accept-encoding': coding });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(coded.headers).toMatchObject({
        'content-encoding': coding,
        vary: 'Accept-Encoding',
        etag: plain.headers['etag'],
        'content-length': String(coded.body.length),
      });
      expect(decode(coded.body)).toEqual(plain.body);
      expect(coded.body.length).toBeLessThan(plain.body.length / 4);
    },
  );

  it('is 304 without a body to whoever has it, and 405 without a body to HEAD', async () => {
    const { headers } = await ask(list, { 'accept-encoding': 'br' });
    const again = await ask(list, { 'accept-encoding': 'gzip', 'if-none-match': String(headers['etag']) });
    expect(again).toMatchObject({ status: 304, headers: { etag: headers['etag'], vary: 'Accept-Encoding' } });
    expect(again.body).toHaveLength(0);
    const head = await ask(list, { 'accept-encoding': 'br' }, 'HEAD');
    expect([head.status, head.headers['allow'], head.body.length]).toEqual([405, 'GET', 0]);
  });

  it('is small for the unread counts, and 304 until they change', async () => {
    const first = await ask('/api/counts');
    const tag = { 'if-none-match': String(first.headers['etag']) };
    expect(first.body.length).toBeLessThan(200);
    expect(first.headers['etag']).toMatch(/^W\//);
    expect((await ask('/api/counts', tag)).status).toBe(304);
    const [article] = await testReader(app).list();
    await testReader(app).setRead(article!.article_id, true);
    const changed = await ask('/api/counts', tag);
    expect(changed.status).toBe(200);
    expect(JSON.parse(changed.body.toString())).toMatchObject({ unread_count: 49 });
    expect(changed.headers['etag']).not.toBe(first.headers['etag']);
  });
});
