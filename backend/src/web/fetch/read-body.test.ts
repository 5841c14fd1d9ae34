import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { answering, createClients, textOf } from '../../../test/harness/web/guarded-clients.ts';
import { startLoopbackServer } from '../../../test/harness/web/loopback-server.ts';

const { client, closeAll } = createClients();

afterEach(closeAll);

describe('the size limit', () => {
  it('ends an endless body', async () => {
    let sent = 0;
    await using server = await startLoopbackServer((_request, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x61))) sent += 65_536;
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    });
    await expect(client(server.host)({ url: server.origin })).rejects.toMatchObject({ fault: 'too_large' });
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('refuses a body whose declared length is too large, and accepts one that just fits', async () => {
    await using server = await startLoopbackServer((request, response) => {
      response.end(Buffer.alloc(request.url === '/fits' ? 1000 : 1001));
    });
    const fetch = client(server.host);
    await expect(fetch({ url: server.origin, maxBytes: 1000 })).rejects.toMatchObject({ fault: 'too_large' });
    expect((await fetch({ url: `${server.origin}/fits`, maxBytes: 1000 })).body).toHaveLength(1000);
  });

  const zeros = Buffer.alloc(256 * 1024 * 1024);
  const bombs = {
    gzip: gzipSync(zeros, { level: 1 }),
    zstd: zstdCompressSync(zeros),
    br: brotliCompressSync(zeros, { params: { 0: 0, 1: 1 } }),
    deflate: deflateSync(zeros, { level: 1 }),
  };

  it.each(Object.entries(bombs))('stops a %s bomb of 256 MB in little memory', async (encoding, bomb) => {
    await using server = await startLoopbackServer(answering({ 'content-encoding': encoding }, bomb));
    const fetch = client(server.host);
    const before = process.memoryUsage().rss;
    await expect(fetch({ url: server.origin })).rejects.toMatchObject({ fault: 'too_large' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('stops a bomb inside a bomb', async () => {
    const bomb = gzipSync(bombs.gzip);
    await using server = await startLoopbackServer(answering({ 'content-encoding': 'gzip, gzip' }, bomb));
    await expect(client(server.host)({ url: server.origin })).rejects.toMatchObject({ fault: 'too_large' });
  });

  it('limits the memory of zstd to the window size allowed on the web', async () => {
    const wide = zstdCompressSync(zeros, { params: { [constants.ZSTD_c_windowLog]: 27 } });
    await using server = await startLoopbackServer(answering({ 'content-encoding': 'zstd' }, wide));
    await expect(client(server.host)({ url: server.origin })).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it('refuses a body that is compressed three times', async () => {
    const body = gzipSync(gzipSync(gzipSync('<rss/>')));
    await using server = await startLoopbackServer(
      answering({ 'content-encoding': 'gzip, gzip, gzip' }, body),
    );
    await expect(client(server.host)({ url: server.origin })).rejects.toMatchObject({
      fault: 'unreachable',
      message: 'The answer is compressed too many times.',
    });
  });

  it('applies to the headers too', async () => {
    await using server = await startLoopbackServer(answering({ 'x-long': 'a'.repeat(40_000) }, ''));
    await expect(client(server.host)({ url: server.origin })).rejects.toMatchObject({ fault: 'too_large' });
  });
});

describe('compression', () => {
  const plain = '<rss>重み</rss>'.repeat(50);

  it.each([
    ['gzip', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['GZIP', gzipSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['zstd', zstdCompressSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['deflate, gzip', gzipSync(deflateSync(plain))],
    ['gzip', Buffer.from(plain)],
    ['identity', Buffer.from(plain)],
    ['utf-8', Buffer.from(plain)],
  ])('reads %s', async (encoding, body) => {
    await using server = await startLoopbackServer(answering({ 'content-encoding': encoding }, body));
    const answer = await client(server.host)({ url: server.origin });
    expect(textOf(answer.body)).toBe(plain);
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it('keeps the received part of a truncated gzip stream', async () => {
    const whole = Array.from({ length: 500 }, (_unused, index) => `<item>${index * 7919}</item>`).join('');
    const cut = gzipSync(whole).subarray(0, 1500);
    await using server = await startLoopbackServer(answering({ 'content-encoding': 'gzip' }, cut));
    const answer = await client(server.host)({ url: server.origin });
    expect(whole.startsWith(textOf(answer.body))).toBe(true);
    expect(answer.body.length).toBeGreaterThan(500);
  });

  it.each(['br', 'zstd', 'deflate'])('reports broken %s data', async (encoding) => {
    const noise = Buffer.from('ff00ff00ff00ff00ff00ff00', 'hex');
    await using server = await startLoopbackServer(answering({ 'content-encoding': encoding }, noise));
    await expect(client(server.host)({ url: server.origin })).rejects.toMatchObject({
      fault: 'unreachable',
      message: expect.stringContaining('compression is broken'),
    });
  });

  it('accepts an empty 304 that names a content coding', async () => {
    await using server = await startLoopbackServer((_request, response) => {
      response.writeHead(304, { 'content-encoding': 'gzip' }).end();
    });
    expect(await client(server.host)({ url: server.origin })).toMatchObject({
      status: 304,
      body: new Uint8Array(0),
    });
  });
});

describe('a body that says it is gzip and is not', () => {
  it('is read as the text that it is', async () => {
    const text = '<p>Straße 東京\u001B$B</p>';
    await using server = await startLoopbackServer(
      answering({ 'content-encoding': 'gzip' }, Buffer.from(text)),
    );
    const { body } = await client(server.host)({ url: server.origin });
    expect(Buffer.from(body).toString()).toBe(text);
  });

  it.each([
    ['no text', Buffer.from([0x47, 0x00, 0x01, 0x9c, 0x47, 0x12])],
    ['damaged', Buffer.concat([gzipSync('text').subarray(0, 10), Buffer.alloc(40, 0xee)])],
  ])('is refused if it is %s', async (_, body) => {
    await using server = await startLoopbackServer(answering({ 'content-encoding': 'gzip' }, body));
    await expect(client(server.host)({ url: server.origin })).rejects.toMatchObject({ fault: 'unreachable' });
  });
});
