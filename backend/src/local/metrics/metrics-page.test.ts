import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { loopbackHosts } from '../http/refusals.ts';
import { createHttpServer, type HttpServer } from '../http/http-server.ts';
import { EXPOSITION_TYPE, createMetricsPage } from './metrics-page.ts';

/** Sends a request with any Host header, which `fetch` does not. */
const send = async (port: number, { headers, method }: RequestOptions): Promise<Response> => {
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    path: '/metrics?a=b',
    headers,
    method,
    agent: false,
  });
  const answered = once(request.end(), 'response') as Promise<[IncomingMessage]>;
  const [answer] = await answered;
  const body = Buffer.concat(await answer.toArray());
  return new Response(method === 'HEAD' ? null : body, {
    status: answer.statusCode ?? 0,
    headers: answer.headers as Record<string, string>,
  });
};

const token = 'a-token-of-the-scraper';
const bearer = { authorization: `Bearer ${token}` };

describe('GET /metrics', () => {
  let server: HttpServer;
  afterEach(async () => {
    server.closeNow();
    await server.close();
  });

  const start = async (set: string | undefined, trustedProxies: string[] = []) => {
    server = createHttpServer({
      api: () => Promise.resolve({ statusCode: 200, body: '{}' }),
      metrics: createMetricsPage(set, () => Promise.resolve('up 1\n')),
      pages: () => Promise.resolve({ status: 200, headers: {}, body: Buffer.from('page') }),
      trustedProxies,
      allowedHosts: [...loopbackHosts, 'reader.example:80'],
      log: { info: () => {}, warn: () => {}, error: () => {} },
      now: () => new Date('2026-01-31T08:00:00.000Z'),
    });
    const port = await server.listen(0, '127.0.0.1');
    return (headers: Record<string, string> = {}, method = 'GET') => send(port, { headers, method });
  };

  it('answers this machine without a token, in the format that Prometheus reads', async () => {
    const get = await start(undefined);
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(EXPOSITION_TYPE);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe('up 1\n');
    const refused = await get({}, 'POST');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  const forwarded = { 'x-forwarded-for': '198.51.100.7' };
  it.each([
    ['no token is set', undefined, [], forwarded, 403],
    ['no token is set, but one is sent', undefined, [], { ...forwarded, ...bearer }, 403],
    ['the token is missing', token, [], forwarded, 401],
    ['the token is wrong', token, [], { ...forwarded, authorization: `Bearer ${token}x` }, 401],
    ['the scheme is wrong', token, [], { ...forwarded, authorization: `Basic ${token}` }, 401],
    ['a proxy says that the viewer is this machine', token, [], { 'x-forwarded-for': '127.0.0.1' }, 401],
    ['a proxy names the viewer in Forwarded', token, [], { forwarded: 'for=127.0.0.1' }, 401],
    ['a trusted proxy names another machine', token, ['127.0.0.1'], forwarded, 401],
    ['a trusted proxy names this machine', token, ['127.0.0.1'], { 'x-forwarded-for': '127.0.0.1' }, 401],
    ['a proxy says Via alone', token, [], { via: '1.1 proxy' }, 401],
    ['a proxy says X-Forwarded-Proto alone', token, [], { 'x-forwarded-proto': 'https' }, 401],
    ['a proxy hands on the host of the outside', token, [], { host: 'reader.example' }, 401],
    ['no token is set, and the host is of the outside', undefined, [], { host: 'reader.example' }, 403],
  ])('refuses a request from elsewhere if %s', async (_, set, proxies, headers, status) => {
    const get = await start(set, proxies);
    const answer = await get(headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    const { error } = (await answer.json()) as { error: { message: string; action: string } };
    expect(error.action).toContain('METRICS_TOKEN');
  });

  it.each(['x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'true-client-ip', 'cf-connecting-ip'])(
    'refuses a request from elsewhere if a proxy says %s alone',
    async (header) => {
      const get = await start(token);
      expect((await get({ [header]: '127.0.0.1' })).status).toBe(401);
    },
  );

  it.each([
    ['through a proxy', [], forwarded],
    ['through a trusted proxy', ['127.0.0.1'], forwarded],
  ])('answers another machine with the token, %s', async (_, proxies, headers) => {
    const get = await start(token, proxies);
    const answer = await get({ ...headers, ...bearer });
    expect([answer.status, await answer.text()]).toEqual([200, 'up 1\n']);
  });
});
