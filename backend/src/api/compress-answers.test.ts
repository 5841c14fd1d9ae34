import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { setUpApi } from '../../test/harness/api/api-client.ts';
import { sampleRequest, sampleResponses } from '../../test/harness/api/api-samples.ts';
import { functionUrlEvent, lambdaContext } from '../../test/harness/api/function-url-event.ts';
import type { Feed } from '../contract/index.ts';

const [feed] = sampleResponses.listFeeds.items as [Feed];
const feeds = (count: number) => ({
  items: Array.from({ length: count }, (_, at) => ({ ...feed, title: `Feed ${at}` })),
  next_cursor: null,
  has_more: false,
});

/** Sends a request to an API with so many feeds. Returns the answer as the function URL gets it. */
const ask = (
  headers: Record<string, string | undefined>,
  {
    count = 200,
    name = 'listFeeds',
  }: { count?: number; name?: 'listFeeds' | 'exportOpml' | 'addFeed' | 'getFeedByAddress' } = {},
) => {
  const { api } = setUpApi({}, (endpoint, sample) => {
    if (endpoint === 'listFeeds') return feeds(count);
    if (endpoint === 'exportOpml') return '<opml/>'.repeat(1000);
    if (endpoint === 'getFeedByAddress')
      return { text: '<feed/>'.repeat(1000), content_type: 'application/atom+xml' };
    return endpoint === 'addFeed' ? { ...feed, title: 'x'.repeat(5000) } : sample;
  });
  return api(functionUrlEvent({ ...sampleRequest(name), headers }), lambdaContext());
};

describe('the compression of answers', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'br'],
    ['gzip;q=1, *;q=0', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
  ])('uses for Accept-Encoding "%s" the coding %s', async (accepted, coding) => {
    const { statusCode, headers, body = '', isBase64Encoded } = await ask({ 'accept-encoding': accepted });
    expect([statusCode, isBase64Encoded]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-encoding': coding,
      'content-type': 'application/json',
      vary: 'Accept-Encoding',
    });
    const bytes = Buffer.from(body, 'base64');
    const plain = coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
    expect(JSON.parse(plain.toString())).toEqual(feeds(200));
    expect(bytes.length).toBeLessThan(plain.length / 10);
  });

  it.each([undefined, '', 'identity', 'br;q=0, gzip;q=0', 'zstd'])(
    'is not used for Accept-Encoding %j, but Vary names Accept-Encoding',
    async (accepted) => {
      const { headers, body = '' } = await ask({ 'accept-encoding': accepted });
      expect(headers?.['content-encoding']).toBeUndefined();
      expect(headers?.['vary']).toBe('Accept-Encoding');
      expect(JSON.parse(body)).toEqual(feeds(200));
    },
  );

  it('is used for a document to download', async () => {
    const { headers, body = '' } = await ask({ 'accept-encoding': 'br' }, { name: 'exportOpml' });
    expect(headers?.['content-encoding']).toBe('br');
    expect(brotliDecompressSync(Buffer.from(body, 'base64')).toString()).toBe('<opml/>'.repeat(1000));
  });

  it('is used for Today as a feed', async () => {
    const { headers, body = '' } = await ask({ 'accept-encoding': 'gzip' }, { name: 'getFeedByAddress' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe('<feed/>'.repeat(1000));
  });

  it('is not used for less than 1 KB, nor for an image', async () => {
    const small = await ask({ 'accept-encoding': 'br' }, { count: 1 });
    expect(small.headers?.['content-encoding']).toBeUndefined();
    const { send } = setUpApi();
    const icon = await send({ ...sampleRequest('getFeedIcon'), headers: { 'accept-encoding': 'br' } });
    expect(icon.headers['content-encoding']).toBeUndefined();
    expect(icon.headers['vary']).toBeUndefined();
  });

  it('is not used for answers to writes, which may contain a secret and the client’s text', async () => {
    const { statusCode, headers } = await ask({ 'accept-encoding': 'br' }, { name: 'addFeed' });
    expect(statusCode).toBe(201);
    expect(headers?.['content-encoding']).toBeUndefined();
  });

  it('is not used for requests from other sites with the reader’s cookie', async () => {
    const crossSite = { 'accept-encoding': 'br', 'sec-fetch-site': 'cross-site' };
    expect((await ask(crossSite)).headers?.['content-encoding']).toBeUndefined();
    const withToken = await ask({ ...crossSite, 'x-viewer-authorization': 'Bearer a-token' });
    expect(withToken.headers?.['content-encoding']).toBe('br');
  });

  it('keeps the other names in Vary', async () => {
    const { send } = setUpApi({ corsAllowedOrigin: 'https://other.example' });
    const { headers } = await send(sampleRequest('listFeeds'));
    expect(headers['vary']).toBe('Origin, Accept-Encoding');
  });
});

describe('an answer that is revalidated', () => {
  it('has the same weak ETag for every coding, and only the browser may cache it', async () => {
    const plain = await ask({});
    const coded = await ask({ 'accept-encoding': 'gzip' });
    expect(plain.headers?.['etag']).toMatch(/^W\/"[0-9a-f]{20,}"$/);
    expect(coded.headers?.['etag']).toBe(plain.headers?.['etag']);
    expect(plain.headers?.['cache-control']).toBe('private, no-cache');
  });

  it('is 304 without a body for the current ETag, and complete for any other', async () => {
    const { headers } = await ask({});
    const tag = String(headers?.['etag']);
    for (const given of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
      const again = await ask({ 'if-none-match': given, 'accept-encoding': 'br' });
      expect(again).toMatchObject({ statusCode: 304, headers: { etag: tag, vary: 'Accept-Encoding' } });
      expect(again.body).toBeUndefined();
      expect(again.headers?.['content-encoding']).toBeUndefined();
    }
    const changed = await ask({ 'if-none-match': tag }, { count: 199 });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers?.['etag']).not.toBe(tag);
  });

  it('includes lists, feeds and articles, but not sessions, tokens, health and writes', async () => {
    const { send } = setUpApi();
    const requests = [
      sampleRequest('listFeeds'),
      sampleRequest('getFeed'),
      sampleRequest('listArticles'),
      sampleRequest('getArticle'),
      sampleRequest('listKeywords'),
      sampleRequest('listJobs'),
    ];
    for (const request of requests) expect((await send(request)).headers['etag']).toMatch(/^W\//);
    const others = [
      'listSessions',
      'listTokens',
      'exportAccount',
      'listReaders',
      'getHealth',
      'addFeed',
    ] as const;
    for (const name of others) {
      const { headers } = await send(sampleRequest(name));
      expect([headers['etag'], headers['cache-control']]).toEqual([undefined, 'no-store']);
    }
  });

  it('is removed from the browser’s cache when the reader signs out', async () => {
    const { headers } = await setUpApi().send(sampleRequest('logout'));
    expect(headers['clear-site-data']).toBe('"cache"');
  });
});
