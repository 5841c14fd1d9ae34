import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../src/contract/index.ts';
import { createHttpServer, type HttpServer } from '../../../src/local/http/http-server.ts';
import { functionUrlEvent, lambdaContext } from '../../harness/api/function-url-event.ts';
import { silentLog, startTestApp, type TestApp } from '../../harness/app.ts';

const MILLION = 1_000_000;

/** Query syntax at its worst: nesting, fields, quotes, minus signs, and texts that never end. */
const repeated: [string, string][] = [
  ['parentheses', '('],
  ['fields', 'title:'],
  ['minus signs', '-'],
  ['phrases', '"a"'],
  ['groups', '(a OR b) '],
  ['letters', 'a'],
];
const of = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

type Reply = { status: number; text: string };

describe('a query of a million characters', () => {
  let app: TestApp;
  let server: HttpServer;
  let port = 0;
  beforeAll(async () => {
    app = await startTestApp();
    server = createHttpServer({
      api: app.api,
      pages: () => Promise.resolve({ status: 200, headers: {}, body: Buffer.from('page') }),
      log: silentLog,
      now: app.now,
    });
    port = await server.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    server.closeNow();
    await Promise.all([server.close(), app.close()]);
  });

  const send = (
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
  ): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const options = {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        headers: { ...type, ...headers },
      };
      const request = httpRequest(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.once('error', reject);
      });
      request.once('error', reject);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  const search = (q: string): Promise<Reply> => send('GET', `/api/search?q=${encodeURIComponent(q)}`);
  const errorIn = (text: string) => errorBody.parse(JSON.parse(text)).error;
  const tooLong = { code: 'INVALID_QUERY', details: { position: 500, reason: 'too_long' } };

  it.each(repeated)(
    'of %s is refused over HTTP with the place from which it is too long',
    async (_, piece) => {
      const { status, text } = await search(of(piece, MILLION));
      expect(status).toBe(400);
      expect(errorIn(text)).toMatchObject(tooLong);
      expect(errorIn(text).message).toContain('at most 500 characters; this one has 1000000');
      expect(text.length).toBeLessThan(1000);
    },
  );

  it.each(repeated)('of %s is refused by the function of a deployment', async (_, piece) => {
    const path = `/api/search?q=${encodeURIComponent(of(piece, MILLION))}`;
    const { statusCode, body = '' } = await app.api(functionUrlEvent({ path }), lambdaContext());
    expect(statusCode).toBe(400);
    expect(errorIn(body)).toMatchObject(tooLong);
  });

  it('is refused when it is saved, when a saved search is changed, and when what it finds is marked read', async () => {
    const saved = await send('POST', '/api/searches', { body: { name: 'Short', q: 'short' } });
    const { search_id: id } = JSON.parse(saved.text) as { search_id: string };
    for (const [, piece] of repeated) {
      const q = of(piece, MILLION);
      const replies = [
        await send('POST', '/api/searches', { body: { name: 'Long', q } }),
        await send('PUT', `/api/searches/${id}`, { body: { q } }),
        await send('POST', '/api/search/mark-read', { body: { q, as_of: app.now().toISOString() } }),
      ];
      // A body has at most 1 MB, and JSON writes a quotation mark as two characters.
      const isTooLarge = JSON.stringify(q).length > 1024 * 1024;
      for (const { status, text } of replies) {
        expect(status).toBe(isTooLarge ? 413 : 400);
        expect(errorIn(text).code).toBe(isTooLarge ? 'PAYLOAD_TOO_LARGE' : 'INVALID_QUERY');
      }
    }
    const { text } = await send('GET', '/api/searches');
    expect(JSON.parse(text)).toMatchObject({ items: [{ name: 'Short', q: 'short' }] });
  });

  it('takes time in proportion to its length, with any parameters', async () => {
    const cost = async (path: string): Promise<number> => {
      const times: number[] = [];
      for (let run = 0; run < 2; run += 1) {
        const before = process.cpuUsage();
        expect((await send('GET', path)).status).toBe(400);
        const { user, system } = process.cpuUsage(before);
        times.push((user + system) / 1000);
      }
      return Math.min(...times);
    };
    const parameters = (count: number): string =>
      Array.from({ length: count }, (_, at) => `p${at}=1`).join('&');
    const paths: ((share: number) => string)[] = [
      (share) => `/api/search?q=${'('.repeat(MILLION / share)}`,
      (share) => `/api/search?${parameters(100_000 / share)}`,
      (share) => `/api/search?${'q=a&'.repeat(250_000 / share)}`,
    ];
    for (const path of paths) {
      const [short, long] = [await cost(path(4)), await cost(path(1))];
      // Four times the length would take sixteen times as long if it were quadratic.
      expect(long).toBeLessThan(8 * short + 50);
    }
  });

  it('is refused in the same form where the address is longer than the server reads', async () => {
    const { status, text } = await search('('.repeat(5 * MILLION));
    expect(status).toBe(431);
    const { code, message, action } = errorIn(text);
    expect(code).toBe('VALIDATION_FAILED');
    expect(message).toContain('longer than 4 MB');
    expect(action).toContain('query');
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.write(`GET /api/search?q=${'('.repeat(5 * MILLION)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1.1 431 /);
  });

  it.each<[string, string, Record<string, string>]>([
    ['a header', '/api/search?q=a', { 'x-long': 'y'.repeat(20_000) }],
    ['a cookie', '/api/search?q=a', { cookie: 'y'.repeat(20_000) }],
    ['a path', `/${'y'.repeat(20_000)}`, {}],
  ])('does not make room for %s that is too long', async (_name, path, headers) => {
    const { status, text } = await send('GET', path, { headers });
    expect(status).toBe(431);
    expect(errorIn(text).message).toContain('16 KB');
  });
});
