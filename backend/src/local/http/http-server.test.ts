import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorBody } from '../../contract/index.ts';
import { ClientGoneError } from '../../lib/errors.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { maxBodyBytes } from './request-body.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { runs } from '../../../test/harness/property-runs.ts';

type Reply = { status: number; headers: IncomingMessage['headers']; text: string };

describe('http server', () => {
  let server: HttpServer;
  let port = 0;
  let events: APIGatewayProxyEventV2[] = [];
  let errors: unknown[] = [];
  let signals: AbortSignal[] = [];
  let isHeld = false;
  let result: APIGatewayProxyStructuredResultV2 | Error = { statusCode: 204 };

  beforeEach(async () => {
    events = [];
    errors = [];
    signals = [];
    isHeld = false;
    result = { statusCode: 200, body: '{}' };
    server = createHttpServer({
      api: (event, _context, gone) => {
        events.push(event);
        signals.push(gone!);
        if (isHeld) return new Promise(() => {});
        return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
      },
      pages: ({ path }) =>
        Promise.resolve({ status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(path) }),
      log: { info: () => {}, warn: () => {}, error: (_, fields) => errors.push(fields) },
      now: () => new Date('2026-01-31T08:00:00.000Z'),
    });
    port = await server.listen(0, '127.0.0.1');
  });
  afterEach(async () => {
    server.closeNow();
    await server.close();
  });

  const send = (path: string, options: RequestOptions = {}, body?: Buffer | string): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port, path, agent: false, ...options }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
        response.once('error', reject);
      });
      request.once('error', reject);
      request.end(body);
    });

  const sendRaw = async (text: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('error', () => {});
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.end(text);
    await once(socket, 'close');
    return answer;
  };

  const codeOf = (text: string) => errorBody.parse(JSON.parse(text)).error.code;

  it('tells the API that the client has gone, and nothing of the kind after an answer', async () => {
    await send('/api/health');
    isHeld = true;
    const left = connect(port, '127.0.0.1');
    left.write(`GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    while (signals.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(signals[1]!.aborted).toBe(false);
    left.destroy();
    await once(signals[1]!, 'abort');
    expect(signals[1]!.reason).toBeInstanceOf(ClientGoneError);
    expect(signals[0]!.aborted).toBe(false);
  });

  it('turns a request into the event that CloudFront and a function URL make', async () => {
    await send('/api/articles?sort=published_at&feed=a%20b&feed=c', {
      headers: {
        cookie: 'session=1; theme=dark',
        authorization: 'Bearer abc',
        'x-viewer-address': '6.6.6.6',
        'x-viewer-host': 'evil.example',
        'x-viewer-authorization': 'Bearer forged',
        'user-agent': 'test',
        accept: 'application/json',
      },
    });
    expect(events[0]).toMatchObject({
      version: '2.0',
      rawPath: '/api/articles',
      rawQueryString: 'sort=published_at&feed=a%20b&feed=c',
      queryStringParameters: { sort: 'published_at', feed: 'a b,c' },
      cookies: ['session=1', 'theme=dark'],
      isBase64Encoded: false,
      requestContext: {
        http: { method: 'GET', path: '/api/articles', sourceIp: '127.0.0.1', userAgent: 'test' },
        timeEpoch: Date.parse('2026-01-31T08:00:00.000Z'),
      },
    });
    expect(events[0]!.headers).toEqual({
      accept: 'application/json',
      host: 'omomi.lambda-url.local.on.aws',
      'user-agent': 'test',
      'x-forwarded-for': '127.0.0.1',
      'x-viewer-address': '127.0.0.1',
      'x-viewer-authorization': 'Bearer abc',
      'x-viewer-host': `127.0.0.1:${port}`,
    });
    expect(events[0]).not.toHaveProperty('body');
  });

  it('removes headers that only CloudFront may set, even if it has no value for them', async () => {
    await send('/api/health', { headers: { 'X-Viewer-Authorization': 'Bearer forged' } });
    expect(events[0]!.headers).not.toHaveProperty('x-viewer-authorization');
  });

  it.each([
    ['application/json; charset=utf-8', Buffer.from('{"é":1}'), '{"é":1}', false],
    ['text/xml', Buffer.from('<opml/>'), '<opml/>', false],
    ['text/xml', Buffer.from([0x3c, 0xff]), 'PP8=', true],
    ['application/octet-stream', Buffer.from('abc'), 'YWJj', true],
  ])('passes on a body of %s', async (type, sent, body, isBase64Encoded) => {
    await send('/api/x', { method: 'POST', headers: { 'content-type': type } }, sent);
    expect(events[0]).toMatchObject({ body, isBase64Encoded, requestContext: { http: { method: 'POST' } } });
  });

  it('sends the status, headers, cookies and body that the handler returns', async () => {
    result = {
      statusCode: 201,
      headers: { 'Content-Type': 'image/png', 'X-Count': 3 },
      cookies: ['a=1; HttpOnly', 'b=2'],
      body: Buffer.from([1, 2, 3]).toString('base64'),
      isBase64Encoded: true,
    };
    const reply = await send('/api/icon');
    expect(reply).toMatchObject({
      status: 201,
      text: '\x01\x02\x03',
      headers: { 'content-type': 'image/png', 'x-count': '3', 'set-cookie': ['a=1; HttpOnly', 'b=2'] },
    });
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });

  it('answers 500 without details if the handler fails or its result is invalid', async () => {
    result = new Error('secret detail');
    const failed = await send('/api/x');
    expect([failed.status, codeOf(failed.text)]).toEqual([500, 'INTERNAL']);
    expect(failed.text).not.toContain('secret');
    expect(errors).toHaveLength(1);
    result = { statusCode: 200, headers: { 'x-bad': 'line\nbreak' }, body: '' };
    expect((await send('/api/x')).status).toBe(500);
    result = { statusCode: 200, body: 'ok' };
    expect((await send('/api/x')).text).toBe('ok');
  });

  it('sends the security headers with every answer', async () => {
    for (const path of ['/', '/api/x']) {
      const { headers } = await send(path);
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' https: data:; " +
          "font-src 'self'; " +
          'media-src https: blob:; frame-src https://www.youtube-nocookie.com https://player.vimeo.com; ' +
          "connect-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'strict-transport-security': expect.stringContaining('max-age=31536000'),
        'referrer-policy': 'no-referrer',
        'permissions-policy': expect.any(String),
      });
    }
  });

  it('keeps the window that opened a page at the one address alone that a bookmark opens', async () => {
    const policyAt = async (path: string) => (await send(path)).headers['cross-origin-opener-policy'];
    expect(await policyAt('/save?url=https%3A%2F%2Fa.example')).toBe('unsafe-none');
    for (const path of ['/', '/save/', '/saved', '/subscribe', '/settings/apps', '/api/save'])
      expect(await policyAt(path)).toBe('same-origin');
    const others = async (path: string) => {
      const {
        'cross-origin-opener-policy': _,
        date: __,
        'content-length': ___,
        ...rest
      } = (await send(path)).headers;
      return rest;
    };
    expect(await others('/save')).toEqual(await others('/'));
  });

  it('keeps the connection open for further requests', async () => {
    const { headers } = await send('/', { headers: { connection: 'keep-alive' } });
    expect(headers.connection).toBe('keep-alive');
  });

  it('refuses other hosts for the page and the API, and accepts its own names', async () => {
    for (const path of ['/', '/api/health', '/assets/x.js']) {
      for (const host of [
        'evil.example',
        `evil.example:${port}`,
        '127.0.0.1',
        '127.0.0.1:1',
        `127.0.0.1.evil:${port}`,
        `localhost.:${port}`,
      ]) {
        const reply = await send(path, { headers: { host } });
        expect([host, reply.status, codeOf(reply.text)]).toEqual([host, 403, 'HOST_REFUSED']);
      }
      for (const host of [`127.0.0.1:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])
        expect((await send(path, { headers: { host } })).status).toBe(200);
    }
    expect(events).toHaveLength(3);
  });

  it('accepts a body up to the limit and refuses a larger one, with or without Content-Length', async () => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    expect((await send('/api/x', post, Buffer.alloc(maxBodyBytes, 0x20))).status).toBe(200);
    expect(events[0]!.body).toHaveLength(maxBodyBytes);
    const big = Buffer.alloc(maxBodyBytes + 1, 0x20);
    const announced = await send('/api/x', post, big);
    const chunked = { ...post, headers: { ...post.headers, 'transfer-encoding': 'chunked' } };
    const unannounced = await send('/api/x', chunked, big);
    const expected = {
      ...post,
      headers: { ...post.headers, expect: '100-continue', 'content-length': big.length },
    };
    const continued = await send('/api/x', expected, big);
    for (const reply of [announced, unannounced, continued])
      expect([reply.status, codeOf(reply.text)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(events).toHaveLength(1);
    expect((await send('/api/x')).status).toBe(200);
  });

  it.each([
    ['nonsense', 'hello\r\n\r\n', 400],
    ['a missing host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: PORT\r\nHost: evil.example\r\n\r\n', 403],
    ['too long headers', `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'two lengths',
      'POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    ['a proxy request', 'GET http://evil.example/ HTTP/1.1\r\nHost: PORT\r\nConnection: close\r\n\r\n', 400],
    ['a request for the server', 'OPTIONS * HTTP/1.1\r\nHost: PORT\r\nConnection: close\r\n\r\n', 400],
  ])('answers %s and continues to serve', async (_name, text, status) => {
    const answer = await sendRaw(text.replace('PORT', `127.0.0.1:${port}`));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await send('/')).status).toBe(200);
  });

  it('continues to serve after any bytes', async () => {
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.constantFrom(
        'GET / HTTP/1.1\r\n',
        'Host: 127.0.0.1\r\n',
        'Content-Length: 5\r\n',
        '\r\n\r\n',
        'Transfer-Encoding: chunked\r\n',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        await sendRaw(pieces.join(''));
        expect((await send('/')).status).toBe(200);
      }),
      { numRuns: runs(100) },
    );
  });

  it('sends its refusal to a client that reads only after sending the whole body', async () => {
    const bytes = 24 * 1024 * 1024;
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    let isReset = false;
    socket.on('error', () => (isReset = true));
    socket.write(`POST /api/x HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${bytes}\r\n\r\n`);
    const chunk = Buffer.alloc(1024 * 1024);
    for (let sent = 0; sent < bytes && !isReset; sent += chunk.length)
      await new Promise((resolve) => socket.write(chunk, resolve));
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.resume();
    await once(socket, 'close');
    expect([isReset, answer.slice(0, 12)]).toEqual([false, 'HTTP/1.1 413']);
  });

  it('continues to serve after clients disconnect during a request or an answer', async () => {
    result = { statusCode: 200, body: 'x'.repeat(5_000_000) };
    for (const rest of ['Content-Length: 100\r\n\r\nabc', 'Content-Length: 9999999\r\n\r\nabc', '\r\n']) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`POST /api/x HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${rest}`);
      await once(socket, 'connect');
      if (rest !== 'Content-Length: 100\r\n\r\nabc') await once(socket, 'data');
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    result = { statusCode: 200, body: 'ok' };
    expect((await send('/api/x')).text).toBe('ok');
    expect(errors).toEqual([]);
  });

  it('completes running requests before it closes', async () => {
    let finish = () => {};
    result = { statusCode: 200, body: 'late' };
    const slow = createHttpServer({
      api: () => new Promise((resolve) => (finish = () => resolve({ statusCode: 200, body: 'late' }))),
      pages: () => Promise.reject(new Error('unused')),
      log: { info: () => {}, warn: () => {}, error: () => {} },
      now: () => new Date(),
    });
    const slowPort = await slow.listen(0, '127.0.0.1');
    const pending = send('/api/x', { port: slowPort });
    await expect.poll(() => String(finish)).toContain('resolve');
    const closed = slow.close();
    await expect(send('/api/x', { port: slowPort })).rejects.toThrow(/ECONNREFUSED/);
    finish();
    expect((await pending).text).toBe('late');
    await closed;
  });

  it('names the port that is in use', async () => {
    const second = createHttpServer({
      api: () => Promise.resolve({}),
      pages: () => Promise.reject(new Error('unused')),
      log: { info: () => {}, warn: () => {}, error: () => {} },
      now: () => new Date(),
    });
    await expect(second.listen(port, '127.0.0.1')).rejects.toThrow(/EADDRINUSE/);
  });
});
