import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiHandler } from './app.ts';
import { createHttpServer, type HttpServer, type HttpServerOptions } from './http-server.ts';

describe('the name that a proxy gives', () => {
  let server: HttpServer | null = null;
  const warnings: string[] = [];
  afterEach(async () => {
    warnings.length = 0;
    server?.closeNow();
    await server?.close();
  });

  /** Answers with the name that reached the API, whatever the viewer sent. */
  const api: ApiHandler = (event) =>
    Promise.resolve({ statusCode: 200, body: JSON.stringify(event.headers['x-viewer-user'] ?? null) });

  const ask = async (options: Partial<HttpServerOptions>, headers: string[]): Promise<unknown> => {
    const warn = (text: string, facts = {}) => warnings.push(`${text}: ${JSON.stringify(facts)}`);
    const log = { info: () => {}, warn, error: () => {} };
    const pages = () => Promise.reject(new Error('unused'));
    server = createHttpServer({ api, pages, log, now: () => new Date(), ...options });
    const port = await server.listen(0, '127.0.0.1');
    const all = ['host', `127.0.0.1:${port}`, ...headers];
    return new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '/api/me', headers: all as never }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(JSON.parse(text)));
      })
        .on('error', reject)
        .end();
    });
  };

  const trusted = { trustedProxies: ['127.0.0.1'], proxyHeader: 'remote-user' };

  it.each<[string, Partial<HttpServerOptions>, string[], unknown]>([
    ['comes from a trusted proxy', trusted, ['Remote-User', 'anna'], 'anna'],
    ['is read as UTF-8', trusted, ['Remote-User', Buffer.from('anna é').toString('latin1')], 'anna é'],
    [
      'is not believed from elsewhere',
      { ...trusted, trustedProxies: ['10.0.0.2'] },
      ['Remote-User', 'anna'],
      null,
    ],
    ['is not believed without the setting', { trustedProxies: ['127.0.0.1'] }, ['Remote-User', 'anna'], null],
    ['is nobody’s if there are two', trusted, ['Remote-User', 'anna', 'remote-user', 'mallory'], null],
    ['is nobody’s if it is absent', trusted, [], null],
    ['is nobody’s if it is empty', trusted, ['Remote-User', ' '], null],
    ['is not taken from the name that the server uses inside', trusted, ['X-Viewer-User', 'mallory'], null],
    [
      'is not changed by the name that the server uses inside',
      trusted,
      ['X-Viewer-User', 'mallory', 'Remote-User', 'anna'],
      'anna',
    ],
  ])('%s', async (_, options, headers, expected) => {
    expect(await ask(options, headers)).toBe(expected);
  });

  it.each<[string, Partial<HttpServerOptions>, string[], string[]]>([
    [
      'from elsewhere, with that address',
      { ...trusted, trustedProxies: ['10.0.0.2'] },
      ['Remote-User', 'anna'],
      ['not in TRUSTED_PROXY","address":"127.0.0.1"'],
    ],
    ['that came twice', trusted, ['Remote-User', 'anna', 'Remote-User', 'mallory'], ['it came twice']],
    ['in Latin-1', trusted, ['Remote-User', 'J\xfcrgen'], ['no UTF-8']],
    ['that counts, or is absent, not at all', trusted, [], []],
  ])('is told in the log where it is dropped: one %s', async (_, options, headers, expected) => {
    await ask(options, headers);
    expect(warnings).toEqual(expected.map((part) => expect.stringContaining(part)));
    expect(warnings.join('')).not.toMatch(/anna|mallory|rgen/u);
  });
});
