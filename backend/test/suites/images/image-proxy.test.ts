import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PICTURE_MAX_BYTES, type OpenedArticle } from '../../../src/contract/index.ts';
import { functionUrlEvent, lambdaContext } from '../../harness/api/function-url-event.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { hostileSvgs, jpeg, photo, png } from '../../harness/servers/images.ts';

const DAY_MINUTES = 24 * 60;

let app: TestApp;
let server: FeedServer;
/** A server on loopback that is not exempt from the guard, as a service within a private network. */
let inner: FeedServer;
let article: OpenedArticle;

/** Paths of pictures, all of which the article has. */
const paths = [
  '/picture.png',
  '/photo.jpg?w=1200&h=800',
  '/missing.png',
  '/broken.png',
  '/page.png',
  '/vector.svg',
  '/large.png',
  '/exact.png',
  '/slow.png',
  '/moved.png',
  '/to-inside.png',
  '/to-metadata.png',
  '/circle.png',
  '/camera.png',
  '/animated.png',
  '/undecodable.jpg',
];

/** A picture that is wider than any text. */
const camera = photo({ width: 1600, height: 800 });

const call = () => app.as('local').call;

/** Serves the article, and takes the keys of its pictures. */
const open = async () => {
  const pictures = [
    ...paths.map((path) => server.url(path)),
    inner.url('/secret.png'),
    'http://[::1]:1/x.png',
  ];
  const text = `<p>Pictures.</p>${pictures.map((url) => `<img src="${url.replaceAll('&', '&amp;')}">`).join('')}`;
  server.set('/feed', {
    body: rss([{ title: 'Pictures', text, link: server.url('/article'), guid: 'pictures' }]),
  });
  await call()('addFeed', { body: { url: server.url('/feed') } });
  await app.settle();
  const { items } = await call()('listArticles', {
    query: { sort: 'published_at', filter: 'all', limit: 5 },
  });
  article = await call()('getArticle', { params: { article_id: items[0]!.article_id } });
};

const addressOf = (url: string, key = article.image_keys[url] ?? 'none') =>
  `/api/image?${new URLSearchParams({ url, key }).toString()}`;
/** Asks for a picture of at most a width. */
const loadAt = (path: string, width: number) => send(`${addressOf(server.url(path))}&width=${width}`);

const send = async (path: string, headers: Record<string, string | undefined> = {}) => {
  const answer = await app.api(functionUrlEvent({ path, headers }), lambdaContext());
  const isBytes = answer.isBase64Encoded === true;
  const bytes = Buffer.from(answer.body ?? '', isBytes ? 'base64' : 'utf8');
  return {
    status: answer.statusCode,
    headers: answer.headers ?? {},
    bytes,
    json: (): { error: { code: string; message: string; details: unknown } } =>
      JSON.parse(bytes.toString()) as never,
  };
};
const load = (path: string) => send(addressOf(server.url(path)));
const requestsOf = (path: string) => server.requests.get(path)?.full ?? 0;

beforeAll(async () => {
  [server, inner] = await Promise.all([startFeedServer(), startFeedServer('127.0.0.2')]);
  app = await startTestApp({ allowHosts: server.host });
  server.set('/picture.png', { body: png({ filler: 900, tint: 3 }), type: 'text/plain' });
  server.set('/photo.jpg?w=1200&h=800', { body: jpeg({ width: 4000, height: 3000 }), type: 'image/jpeg' });
  server.set('/camera.png', { body: camera, type: 'image/png' });
  server.set('/animated.png', {
    body: png({ width: 2000, filler: 40_000, chunks: ['acTL'] }),
    type: 'image/png',
  });
  const undecodable = Buffer.concat([jpeg({ width: 4000, height: 3000 }), Buffer.alloc(40_000)]);
  server.set('/undecodable.jpg', { body: undecodable, type: 'image/jpeg' });
  server.set('/broken.png', { body: png(), status: 500 });
  server.set('/page.png', { body: '<!doctype html><script>alert(1)</script>', type: 'image/png' });
  server.set('/vector.svg', { body: hostileSvgs['a script']!, type: 'image/svg+xml' });
  server.set('/large.png', { body: png({ filler: 5 * 1024 * 1024 }), type: 'image/png' });
  const room = PICTURE_MAX_BYTES - png({ filler: 0 }).length;
  server.set('/exact.png', { body: png({ filler: room }), type: 'image/png' });
  server.set('/moved.png', { body: '', status: 302, headers: { location: '/picture.png' } });
  server.set('/circle.png', { body: '', status: 302, headers: { location: '/circle.png' } });
  server.set('/to-inside.png', { body: '', status: 302, headers: { location: inner.url('/secret.png') } });
  const metadata = 'http://169.254.169.254/latest/meta-data/';
  server.set('/to-metadata.png', { body: '', status: 307, headers: { location: metadata } });
  inner.set('/secret.png', { body: png() });
  await open();
});
afterAll(() => Promise.all([app.close(), server.close(), inner.close()]));
beforeEach(() => {
  inner.requests.clear();
});

describe('a picture of an article', () => {
  it('comes by the address that the article has a key for, over http too', async () => {
    const answer = await load('/picture.png');
    expect(answer.status).toBe(200);
    expect(answer.bytes).toEqual(Buffer.from(png({ filler: 900, tint: 3 })));
    expect((await load('/photo.jpg?w=1200&h=800')).headers['content-type']).toBe('image/jpeg');
  });

  it('has the type of its bytes, runs nothing, and is cached by everybody', async () => {
    const { headers } = await load('/picture.png');
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=2592000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain('sandbox');
    for (const name of ['set-cookie', 'vary', 'x-ratelimit-limit']) expect(headers).not.toHaveProperty(name);
  });

  it('is not sent again to a browser that has it', async () => {
    const path = addressOf(server.url('/picture.png'));
    const { headers } = await send(path);
    const again = await send(path, { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers['cache-control']).toBe(headers['cache-control']);
  });

  it('is shown in a page, and needs no session', async () => {
    const headers = { 'sec-fetch-dest': 'image', cookie: undefined, authorization: undefined };
    expect((await send(addressOf(server.url('/picture.png')), headers)).status).toBe(200);
    const asScript = await send(addressOf(server.url('/picture.png')), { 'sec-fetch-dest': 'script' });
    expect(asScript.status).toBe(403);
  });

  it('may be as large as 4 MB, and fits an answer of a Lambda function', async () => {
    const answer = await load('/exact.png');
    expect([answer.status, answer.bytes.length]).toEqual([200, PICTURE_MAX_BYTES]);
    const LAMBDA_BYTES = 6_291_556;
    expect(Math.ceil((PICTURE_MAX_BYTES * 4) / 3)).toBeLessThan(LAMBDA_BYTES - 16_384);
  });

  it('is asked for as the service, with no header of the reader', async () => {
    let seen: Record<string, unknown> = {};
    server.set('/picture.png', (request, response) => {
      seen = request.headers;
      response.end(png({ filler: 900, tint: 3 }));
    });
    const headers = { referer: 'https://reader.example/a', 'accept-language': 'ja', cookie: 'a=b' };
    await send(addressOf(server.url('/picture.png')), headers);
    expect(seen['user-agent']).toContain('Omomi');
    for (const name of ['referer', 'cookie', 'accept-language', 'x-forwarded-for', 'x-viewer-address'])
      expect(seen).not.toHaveProperty(name);
  });

  it('keeps its address for a month, which still works for another, and then the article has a new one', async () => {
    const before = addressOf(server.url('/picture.png'));
    expect((await send(before)).status).toBe(200);
    app.advance(65 * DAY_MINUTES);
    expect((await send(before)).status).toBe(403);
    app.advance(-65 * DAY_MINUTES);
    expect((await send(before)).status).toBe(200);
  });
});

describe('a picture that is asked for in a width', () => {
  it.each([640, 1280])('comes as WebP of %i pixels, with its own tag, if it is wider', async (width) => {
    const { status, headers, bytes } = await loadAt('/camera.png', width);
    expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
    expect(bytes.readUInt16LE(26) & 0x3fff).toBe(width);
    expect(bytes.length).toBeLessThan(camera.length / 10);
    expect(headers['etag']).not.toBe((await load('/camera.png')).headers['etag']);
    expect(headers['cache-control']).toBe('public, max-age=2592000, immutable');
  });

  it('comes as it is without a width', async () => {
    expect((await load('/camera.png')).bytes.equals(camera)).toBe(true);
  });

  it.each(['/picture.png', '/animated.png', '/undecodable.jpg', '/photo.jpg?w=1200&h=800'])(
    'comes as it is if it is small, animated or cannot be decoded: %s',
    async (path) => {
      const answer = await loadAt(path, 640);
      expect(answer.status).toBe(200);
      expect(answer.bytes.equals((await load(path)).bytes)).toBe(true);
    },
  );

  it('is refused in any other width, which would make further copies in the caches', async () => {
    for (const width of ['0', '100', '641', '640.0', '99999', ''])
      expect((await send(`${addressOf(server.url('/camera.png'))}&width=${width}`)).status).toBe(400);
  });
});

describe('the image proxy is no open proxy', () => {
  const url = () => server.url('/picture.png');
  /** Returns the status and the code of the answer, and how often the publisher was asked for it. */
  const askFor = async (path: string) => {
    const before = requestsOf('/picture.png');
    const answer = await send(path);
    return [answer.status, answer.json().error.code, requestsOf('/picture.png') - before];
  };

  it('without a key', async () => {
    expect(await askFor(`/api/image?url=${encodeURIComponent(url())}`)).toEqual([
      400,
      'VALIDATION_FAILED',
      0,
    ]);
    expect(await askFor(addressOf(url(), ''))).toEqual([400, 'VALIDATION_FAILED', 0]);
    expect(await askFor('/api/image')).toEqual([400, 'VALIDATION_FAILED', 0]);
  });

  it('with a changed key, the key of another address, and a changed address', async () => {
    const key = article.image_keys[url()]!;
    const changed = key.replace(/\.(.)/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`);
    expect(await askFor(addressOf(url(), changed))).toEqual([403, 'FORBIDDEN', 0]);
    expect(await askFor(addressOf(url(), article.image_keys[server.url('/missing.png')]))).toEqual([
      403,
      'FORBIDDEN',
      0,
    ]);
    expect(await askFor(addressOf(`${url()}?more=1`, key))).toEqual([403, 'FORBIDDEN', 0]);
    expect(await askFor(addressOf(url().replace('http:', 'https:'), key))).toEqual([403, 'FORBIDDEN', 0]);
  });

  it('with the key of another deployment', async () => {
    const other = await startTestApp({ allowHosts: server.host });
    try {
      const foreign = await other.api(functionUrlEvent({ path: addressOf(url()) }), lambdaContext());
      expect(foreign.statusCode).toBe(403);
    } finally {
      await other.close();
    }
  });

  it('with further parameters, which would make further copies in the caches', async () => {
    expect(await askFor(`${addressOf(url())}&again=1`)).toEqual([400, 'VALIDATION_FAILED', 0]);
    expect(await askFor(`${addressOf(url())}&url=${encodeURIComponent('http://a.example/')}`)).toEqual([
      400,
      'VALIDATION_FAILED',
      0,
    ]);
  });
});

describe('what is no picture', () => {
  const expectUnavailable = async (path: string, reason: string) => {
    const answer = await load(path);
    expect(answer.status).toBe(404);
    expect(answer.json().error).toMatchObject({ code: 'IMAGE_UNAVAILABLE', details: { reason } });
    expect(answer.headers['cache-control']).toBe('public, max-age=600');
    return answer.json().error.message;
  };

  it.each([
    ['/missing.png', 'http_status'],
    ['/broken.png', 'http_status'],
    ['/page.png', 'not_a_picture'],
    ['/vector.svg', 'not_a_picture'],
    ['/circle.png', 'unreachable'],
  ])('%s is refused, and not asked for again at once: %s', async (path, reason) => {
    expect(await expectUnavailable(path, reason)).not.toContain('<script>');
  });

  it('is refused beyond 4 MB', async () => {
    expect(await expectUnavailable('/large.png', 'too_large')).toContain('4 MB');
  });

  it(
    'is given up after some seconds if the server is slow',
    { timeout: 30_000, tags: ['long'] },
    async () => {
      const held: ServerResponse[] = [];
      server.set('/slow.png', (_request, response) => {
        response.writeHead(200, { 'content-type': 'image/png' });
        response.write(Buffer.from(png()).subarray(0, 10));
        held.push(response);
      });
      expect(await expectUnavailable('/slow.png', 'unreachable')).toContain('5 seconds');
      for (const response of held) response.destroy();
    },
  );

  it('is never asked for at a private address, also after a redirect', async () => {
    await expectUnavailable('/to-inside.png', 'address_refused');
    await expectUnavailable('/to-metadata.png', 'address_refused');
    for (const url of [inner.url('/secret.png'), 'http://[::1]:1/x.png']) {
      const answer = await send(addressOf(url));
      expect(answer.json().error).toMatchObject({
        code: 'IMAGE_UNAVAILABLE',
        details: { reason: 'address_refused' },
      });
    }
    expect(inner.requests.size).toBe(0);
  });

  it('may have moved to another address', async () => {
    expect((await load('/moved.png')).status).toBe(200);
  });
});

describe('rows and articles', () => {
  it('have the key of their picture, and stored rows are as they were', async () => {
    const { items } = await call()('listArticles', {
      query: { sort: 'published_at', filter: 'all', limit: 5 },
    });
    const [row] = items;
    expect(row?.image_url).toBe(server.url('/picture.png'));
    expect(row?.image_key).toBe(article.image_keys[server.url('/picture.png')]);
    expect((await send(addressOf(row!.image_url!, row!.image_key!))).status).toBe(200);
    const stored = JSON.stringify(await app.dump());
    expect(stored).not.toContain(row!.image_key!.split('.')[1]);
    expect(stored).not.toContain('image_key');
  });

  it('of the history of a feed have keys too', async () => {
    const { feed_id } = article;
    const other = app.as('other');
    await other.call('addFeed', { body: { url: server.url('/feed') } });
    const { items } = await other.call('getFeedHistory', { params: { feed_id }, query: { limit: 5 } });
    for (const item of items) expect(item.image_keys).toMatchObject(article.image_keys);
  });
});
