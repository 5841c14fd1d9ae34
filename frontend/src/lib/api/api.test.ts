import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Seen, createFakeApi } from '../../../test/fake-api.ts';
import { fullWorld } from '../../../test/fake-data.ts';
import { createStore } from '../../../test/fake-store.ts';
import { ApiError } from './api-error.ts';
import { createCall } from './api.ts';

const now = () => new Date('2026-03-01T12:00:00.000Z');
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const serve = async (server: ReturnType<typeof createServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return createCall((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init));
};

const fake = async () => {
  const seen: Seen[] = [];
  const store = createStore(fullWorld(now()), now);
  return { call: await serve(createFakeApi(store, seen)), seen, store };
};

const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe('the API client', () => {
  it('lists with a query and gets by a path parameter', async () => {
    const { call } = await fake();
    const page = await call('listArticles', { query: { sort: 'published_at', filter: 'unread', limit: 7 } });
    expect(page.items).toHaveLength(7);
    expect(page.has_more).toBe(true);
    const [first] = page.items;
    const article = await call('getArticle', { params: { article_id: first!.article_id } });
    expect(article.content).toContain('<p>');
  });

  it('walks all pages by their cursors without skipping or repeating', async () => {
    const { call, store } = await fake();
    const ids: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { items: { article_id: string }[]; next_cursor: string | null } = await call(
        'listArticles',
        { query: { limit: 9, ...(cursor === '' ? {} : { cursor }) } },
      );
      ids.push(...page.items.map((row) => row.article_id));
      cursor = page.next_cursor;
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(store.articles.size);
  });

  it('sends the hash of every body, of an empty one too', async () => {
    const { call, seen } = await fake();
    await call('addKeyword', { body: { text: '宇宙', weight: 2 } });
    await call('recalculate', {});
    expect(seen.map(({ body }) => body)).toEqual(['{"text":"宇宙","weight":2}', '']);
    for (const { body, hash } of seen) expect(hash).toBe(createHash('sha256').update(body).digest('hex'));
  });

  it('sends a document byte for byte with its hash, and answers with one as text', async () => {
    const types: (string | undefined)[] = [];
    const bodies: Buffer[] = [];
    const call = await serve(
      createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const body = Buffer.concat(chunks);
          types.push(request.headers['content-type']);
          bodies.push(body);
          const isSigned =
            request.headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex');
          response.writeHead(request.method === 'GET' || isSigned ? 200 : 403);
          response.end(request.method === 'GET' ? '<opml/>' : JSON.stringify(importJob));
        });
      }),
    );
    const importJob = {
      job_id: 'job00000001',
      kind: 'import',
      state: 'queued',
      done: 0,
      total: null,
      result: null,
      created_at: now().toISOString(),
      feed_id: null,
      undo_until: null,
    };
    const documents = [new TextEncoder().encode('<opml>日本</opml>'), new Uint8Array([0x3c, 0x93, 0xfa, 0])];
    for (const body of documents) expect(await call('importOpml', { body })).toEqual(importJob);
    expect(types).toEqual(['text/xml', 'application/octet-stream']);
    expect(bodies).toEqual(documents.map((body) => Buffer.from(body)));
    expect(await call('exportOpml', {})).toBe('<opml/>');
  });

  it('answers with undefined where the contract has no content', async () => {
    const { call, store } = await fake();
    const [feedId] = [...store.feeds.keys()];
    expect(await call('deleteFeed', { params: { feed_id: feedId! } })).toBeUndefined();
  });

  it('throws the error of the server with its code and category', async () => {
    const { call } = await fake();
    const error = await failure(call('addFeed', { body: { url: 'nofeed.example.com' } }));
    expect(error).toMatchObject({ code: 'FEED_NOT_FOUND', category: 'feed', status: 422 });
    const wrong = await failure(call('addKeyword', { body: { text: 'x', weight: 11 } }));
    expect(wrong).toMatchObject({ code: 'VALIDATION_FAILED', status: 400 });
  });

  it('keeps what no schema admits away from the application', async () => {
    const call = await serve(
      createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"items": [{"feed_id": "no such id"}], "next_cursor": null, "has_more": false}');
      }),
    );
    expect(await failure(call('listFeeds', {}))).toMatchObject({ code: 'BAD_ANSWER', status: 200 });
  });

  it('treats an error without the error shape, and a code it does not know, as the server’s trouble', async () => {
    const page = await serve(
      createServer((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>')),
    );
    expect(await failure(page('listFeeds', {}))).toMatchObject({ code: 'BAD_ANSWER', status: 502 });
    const body = { code: 'BRAND_NEW', message: 'm', details: null, category: 'system', action: 'a' };
    const newer = await serve(
      createServer((_, response) => response.writeHead(500).end(JSON.stringify({ error: body }))),
    );
    expect(await failure(newer('listFeeds', {}))).toMatchObject({ code: 'INTERNAL', status: 500 });
  });

  it('says offline when nothing listens, and leaves an abort an abort', async () => {
    const call = createCall((path, init) => fetch(`http://127.0.0.1:1${path}`, init));
    expect(await failure(call('listFeeds', {}))).toMatchObject({ code: 'OFFLINE', status: 0 });
    const given = AbortSignal.abort();
    const error: unknown = await call('listFeeds', { signal: given }).catch((reason: unknown) => reason);
    expect(error).not.toBeInstanceOf(ApiError);
  });
});
