import { describe, expect, it } from 'vitest';
import { expectError, setUpApi } from '../../test/harness/api/api-client.ts';
import { sampleRequest } from '../../test/harness/api/api-samples.ts';
import { viewerHost } from '../../test/harness/api/function-url-event.ts';

const friend = 'https://app.example';
const preflight = (origin: string, path = '/api/feeds') => ({
  method: 'OPTIONS',
  path,
  headers: {
    origin,
    'sec-fetch-site': 'cross-site',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  },
});

describe('pages of other origins', () => {
  it('may call nothing unless their origin is allowed', async () => {
    for (const options of [{}, { corsAllowedOrigin: 'https://another.example' }]) {
      const { send } = setUpApi(options);
      expectError(await send(preflight(friend)), 'METHOD_NOT_ALLOWED');
      const answer = await send({ ...sampleRequest('listFeeds'), headers: { origin: friend } });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('may send a preflight request and call with a token if their origin is allowed', async () => {
    const { send } = setUpApi({ corsAllowedOrigin: friend });
    const asked = await send(preflight(friend));
    expect(asked.status).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': friend,
      'access-control-allow-methods': expect.stringContaining('DELETE'),
      'access-control-allow-headers': expect.stringContaining('authorization'),
      'x-content-type-options': 'nosniff',
      vary: 'Origin',
    });
    const headers = { origin: friend, 'sec-fetch-site': 'cross-site', 'x-viewer-authorization': 'Bearer t' };
    const written = await send({ ...sampleRequest('addKeyword'), headers });
    expect(written.status).toBe(201);
    expect(written.headers).toMatchObject({
      'access-control-allow-origin': friend,
      'access-control-expose-headers': expect.stringContaining('retry-after'),
    });
    expect(JSON.stringify([asked.headers, written.headers])).not.toContain('allow-credentials');
  });

  it('may read the reason for a refusal', async () => {
    const { send } = setUpApi({ corsAllowedOrigin: friend, authenticate: async () => null });
    const answer = await send({ ...sampleRequest('listFeeds'), headers: { origin: friend } });
    expectError(answer, 'UNAUTHENTICATED');
    expect(answer.headers['access-control-allow-origin']).toBe(friend);
  });

  it('may not write with a cookie, even from the allowed origin', async () => {
    const { send, calls } = setUpApi({ corsAllowedOrigin: friend });
    const headers = { origin: friend, 'sec-fetch-site': 'cross-site' };
    expectError(await send({ ...sampleRequest('addKeyword'), headers }), 'ORIGIN_REFUSED');
    expect(calls).toEqual([]);
  });

  it.each([
    'https://app.example.evil.example',
    'http://app.example',
    'https://app.example:8443',
    'null',
    `https://${viewerHost}`,
  ])('may call nothing from an origin that only resembles the allowed one: %s', async (origin) => {
    const { send } = setUpApi({ corsAllowedOrigin: friend });
    const { headers } = await send({ ...sampleRequest('listFeeds'), headers: { origin } });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers['vary']).toBe('Origin, Accept-Encoding');
  });
});

describe('writes', () => {
  it('with a bearer token are accepted from any origin, by the token alone', async () => {
    const { send } = setUpApi();
    const anywhere: Record<string, string | undefined>[] = [
      { origin: undefined, 'sec-fetch-site': undefined },
      { origin: 'https://evil.example' },
      { origin: 'chrome-extension://abc', 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of anywhere) {
      const bearer = { ...headers, 'x-viewer-authorization': 'Bearer t0ken' };
      expect((await send({ ...sampleRequest('addKeyword'), headers: bearer })).status).toBe(201);
      const basic = {
        ...headers,
        'x-viewer-authorization': 'Basic dDpw',
        origin: headers['origin'] ?? 'null',
      };
      expectError(await send({ ...sampleRequest('addKeyword'), headers: basic }), 'ORIGIN_REFUSED');
    }
  });

  it('with a session cookie and without an origin are refused', async () => {
    const { send } = setUpApi();
    const parts = { ...sampleRequest('addKeyword'), cookies: ['__Host-omomi=x'] };
    const headers = { origin: undefined, 'sec-fetch-site': undefined };
    expectError(await send({ ...parts, headers }), 'ORIGIN_REFUSED');
    expect((await send({ ...parts, headers: { ...headers, origin: `https://${viewerHost}` } })).status).toBe(
      201,
    );
  });
});
