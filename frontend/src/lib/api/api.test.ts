import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { errorTable } from '@omomi/backend/contract';
import { articleFixture } from '../../../test/fixtures.ts';
import { ApiError } from './api-error.ts';
import { createCall } from './api.ts';

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

type Seen = {
  method: string | undefined;
  address: string | undefined;
  hash: unknown;
  type: unknown;
  body: Buffer;
};
type Answer = { status?: number; json?: unknown; text?: string };

/** Starts a server that gives the same answer to every request. Returns a client and the received requests. */
const answering = async ({ status = 200, json, text }: Answer) => {
  const seen: Seen[] = [];
  const call = await serve(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method, url: address, headers } = request;
      const hash = headers['x-amz-content-sha256'];
      seen.push({ method, address, hash, type: headers['content-type'], body: Buffer.concat(chunks) });
      response.writeHead(status).end(text ?? (json === undefined ? undefined : JSON.stringify(json)));
    }),
  );
  return { call, seen };
};

const refusal = (code: string) => ({
  error: { code, message: 'm', details: null, category: 'system', action: 'a' },
});
const sha256 = (body: Buffer): string => createHash('sha256').update(body).digest('hex');
const job = {
  job_id: 'job00000001',
  kind: 'import',
  state: 'queued',
  done: 0,
  total: null,
  result: null,
  created_at: '2026-03-01T12:00:00.000Z',
  feed_id: null,
  undo_until: null,
};

const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe('the API client', () => {
  it('puts the query and path parameters into the address and answers with the parsed response', async () => {
    const page = { items: [articleFixture(1)], next_cursor: 'next', has_more: true, ranked_of: null };
    const { call, seen } = await answering({ json: page });
    const query = { sort: 'published_at', filter: 'unread', limit: 7, cursor: 'a b/c' } as const;
    expect(await call('listArticles', { query })).toEqual(page);
    expect(seen[0]?.address).toBe('/api/articles?sort=published_at&filter=unread&limit=7&cursor=a+b%2Fc');
    await call('getArticle', { params: { article_id: articleFixture(1).article_id } }).catch(() => null);
    expect(seen[1]?.address).toBe(`/api/articles/${articleFixture(1).article_id}`);
  });

  it('sends the hash of every body, of an empty one too', async () => {
    const { call, seen } = await answering({ json: { ...job, kind: 'recalculate' } });
    await failure(call('addKeyword', { body: { text: '宇宙', weight: 2 } }));
    await call('recalculate', {});
    expect(seen.map(({ body }) => body.toString())).toEqual(['{"text":"宇宙","weight":2}', '']);
    for (const { body, hash } of seen) expect(hash).toBe(sha256(body));
  });

  it('sends a document byte for byte with its hash', async () => {
    const { call, seen } = await answering({ json: job });
    const documents = [new TextEncoder().encode('<opml>日本</opml>'), new Uint8Array([0x3c, 0x93, 0xfa, 0])];
    for (const body of documents) expect(await call('importOpml', { body })).toEqual(job);
    expect(seen.map(({ type }) => type)).toEqual(['application/octet-stream', 'application/octet-stream']);
    expect(seen.map(({ body }) => body)).toEqual(documents.map((body) => Buffer.from(body)));
    for (const { body, hash } of seen) expect(hash).toBe(sha256(body));
  });

  it('returns a document as text', async () => {
    const { call } = await answering({ text: '<opml/>' });
    expect(await call('exportOpml', {})).toBe('<opml/>');
  });

  it('returns undefined where the contract has no content', async () => {
    const { call, seen } = await answering({ status: 204 });
    expect(await call('deleteFeed', { params: { feed_id: '1'.repeat(16) } })).toBeUndefined();
    expect(seen[0]?.method).toBe('DELETE');
  });

  it('returns the job where the work goes on after the answer', async () => {
    const { call } = await answering({ status: 202, json: { ...job, kind: 'unsubscribe' } });
    const answer = await call('deleteFeed', { params: { feed_id: '1'.repeat(16) } });
    expect(answer).toMatchObject({ job_id: job.job_id, kind: 'unsubscribe' });
  });

  it('throws the error of the server with its code, status and category', async () => {
    const { status, category } = errorTable.FEED_NOT_FOUND;
    const { error } = refusal('FEED_NOT_FOUND');
    const { call } = await answering({ status, json: { error: { ...error, category } } });
    const thrown = await failure(call('addFeed', { body: { url: 'nofeed.example.com' } }));
    expect(thrown).toMatchObject({ code: 'FEED_NOT_FOUND', category: 'feed', status: 422 });
  });

  it('refuses an answer that the schema does not allow', async () => {
    const json = { items: [{ feed_id: 'no such id' }], next_cursor: null, has_more: false };
    const { call } = await answering({ json });
    expect(await failure(call('listFeeds', {}))).toMatchObject({ code: 'BAD_ANSWER', status: 200 });
  });

  it('reports an error without the error shape, as trouble of the server, and keeps a code that is new to it', async () => {
    const page = await answering({ status: 502, text: '<h1>Bad gateway</h1>' });
    expect(await failure(page.call('listFeeds', {}))).toMatchObject({ code: 'BAD_ANSWER', status: 502 });
    const full = await answering({ status: 429, json: { Type: 'User', message: 'Rate Exceeded.' } });
    expect(await failure(full.call('listFeeds', {}))).toMatchObject({ code: 'OVERLOADED', status: 429 });
    const newer = await answering({ status: 500, json: refusal('BRAND_NEW') });
    expect(await failure(newer.call('listFeeds', {}))).toMatchObject({ code: 'BRAND_NEW', status: 500 });
  });

  it('reports a server that cannot be reached as offline, and passes an abort on', async () => {
    const call = createCall((path, init) => fetch(`http://127.0.0.1:1${path}`, init));
    expect(await failure(call('listFeeds', {}))).toMatchObject({ code: 'OFFLINE', status: 0 });
    const given = AbortSignal.abort();
    const error: unknown = await call('listFeeds', { signal: given }).catch((reason: unknown) => reason);
    expect(error).not.toBeInstanceOf(ApiError);
  });
});
