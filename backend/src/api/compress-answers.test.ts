import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectError, setUpApi } from '../../test/harness/api/api-client.ts';
import {
  localReader,
  sampleHandlers,
  sampleRequest,
  sampleResponses,
} from '../../test/harness/api/api-samples.ts';
import { functionUrlEvent, lambdaContext } from '../../test/harness/api/function-url-event.ts';
import { runs } from '../../test/harness/property-runs.ts';
import type { Feed } from '../contract/index.ts';

const [feed] = sampleResponses.listFeeds.items as [Feed];
const feeds = (
  count: number,
  items: Feed[] = Array.from({ length: count }, (_, at) => ({ ...feed, title: `Feed ${at}` })),
) => ({
  items,
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

describe('a page that is frozen with its items', () => {
  const change = fc.record({
    reader: fc.nat(1),
    at: fc.nat(119),
    title: fc.string({ unit: fc.constantFrom('a', '"', 'é') }),
    kind: fc.constantFrom('changed', 'removed', 'taken from the other reader', 'the same'),
    coding: fc.constantFrom('br', 'gzip', undefined),
  });
  const decoded = { br: brotliDecompressSync, gzip: gunzipSync };

  it('is sent to each reader as it is now, in each coding, without what its contract does not have', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
        const shown = (title: string) => Object.freeze({ ...feed, title, secret: 'hidden' });
        // Both readers' answers have the same length, so that only their texts differ.
        const pages = [0, 1].map((reader) =>
          Object.freeze(
            feeds(
              0,
              Array.from({ length: 120 }, (_, at) => shown(`Feed ${reader} ${at}`)),
            ),
          ),
        );
        const { handlers } = sampleHandlers();
        const listFeeds = async ({ reader }: { reader: { user_id: string } }) => {
          const page = pages[Number(reader.user_id)];
          return page ?? feeds(0);
        };
        const { api } = setUpApi({
          handlers: { ...handlers, listFeeds },
          authenticate: async ({ headers }) => localReader(headers['x-reader']),
        });
        for (const { reader, at, title, kind, coding } of changes) {
          const items = [...(pages[reader]?.items ?? [])];
          if (kind === 'changed') items[at] = shown(title);
          if (kind === 'removed') items.splice(at, 1);
          if (kind === 'taken from the other reader')
            items[at] = pages[1 - reader]?.items[at] ?? shown(title);
          if (kind !== 'the same') pages[reader] = Object.freeze(feeds(0, items));
          for (const each of [reader, 1 - reader, reader]) {
            const headers = { 'x-reader': String(each), 'accept-encoding': coding };
            const answer = await api(functionUrlEvent({ path: '/api/feeds', headers }), lambdaContext());
            const bytes = Buffer.from(answer.body ?? '', answer.isBase64Encoded === true ? 'base64' : 'utf8');
            const text = coding === undefined ? bytes : decoded[coding](bytes);
            expect(JSON.parse(text.toString())).toEqual(
              feeds(0, pages[each]?.items.map(({ title: now }) => ({ ...feed, title: now })) ?? []),
            );
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('is an internal error if one of its items does not fit the contract', async () => {
    const wrong = Object.freeze({ ...feed, title: 7 as unknown as string });
    const { send } = setUpApi({}, () => Object.freeze(feeds(0, [Object.freeze(feed), wrong])));
    const answer = await send(sampleRequest('listFeeds'));
    expect(answer.status).toBe(500);
    expectError(answer, 'INTERNAL');
  });
});
