import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer, type HttpServer } from '../http/http-server.ts';
import { EXPOSITION_TYPE } from './exposition.ts';
import { createMetricsPage } from './metrics-page.ts';

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
      log: { info: () => {}, warn: () => {}, error: () => {} },
      now: () => new Date('2026-01-31T08:00:00.000Z'),
    });
    const port = await server.listen(0, '127.0.0.1');
    return (headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`http://127.0.0.1:${port}/metrics?a=b`, { headers, method });
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
  ])('refuses a request from elsewhere if %s', async (_, set, proxies, headers, status) => {
    const get = await start(set, proxies);
    const answer = await get(headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    const { error } = (await answer.json()) as { error: { message: string; action: string } };
    expect(error.action).toContain('METRICS_TOKEN');
  });

  it.each([
    ['through a proxy', [], forwarded],
    ['through a trusted proxy', ['127.0.0.1'], forwarded],
  ])('answers another machine with the token, %s', async (_, proxies, headers) => {
    const get = await start(token, proxies);
    const answer = await get({ ...headers, ...bearer });
    expect([answer.status, await answer.text()]).toEqual([200, 'up 1\n']);
  });
});
