import { describe, expect, it } from 'vitest';
import { expectError, setUpApi } from '../../test/harness/api/api-client.ts';
import { sampleRequest, sampleResponses } from '../../test/harness/api/api-samples.ts';
import { functionUrlEvent, lambdaContext, viewerHost } from '../../test/harness/api/function-url-event.ts';
import { endpoints } from '../contract/index.ts';
import type { BrowserAnswer, Endpoint, EndpointName } from '../contract/index.ts';
import { methodsOf } from './requests.ts';

const names = Object.keys(endpoints) as EndpointName[];
const endpointOf = (name: EndpointName): Endpoint => endpoints[name];
const readerNames = names.filter((name) => endpointOf(name).access !== 'public');
/** The endpoints that are handled by a use case. */
const handledNames: EndpointName[] = names.filter((name) => name !== 'getHealth' && name !== 'getOpenApi');
const writeNames = names.filter((name) => endpointOf(name).method !== 'GET');

const expectedAnswer = (name: EndpointName): unknown => {
  if (name === 'getOpenApi') return expect.objectContaining({ openapi: '3.1.0' });
  if (endpointOf(name).response === undefined) return undefined;
  if (endpointOf(name).browserResponse !== true) return sampleResponses[name];
  // The cookies are sent as headers.
  const { cookies: _, ...rest } = sampleResponses[name] as BrowserAnswer;
  return rest;
};

describe('every endpoint', () => {
  it.each(names)('%s answers with the status and content of its contract', async (name) => {
    const { send, calls } = setUpApi();
    const answer = await send(sampleRequest(name));
    expect(answer.status).toBe(endpointOf(name).status);
    expect(answer.json).toEqual(expectedAnswer(name));
    const { access, limit } = endpointOf(name);
    // Nobody is asked for who they are where it neither matters nor counts.
    const reader = access === 'public' && limit === 'none' ? null : { user_id: 'local' };
    const expectedCalls = handledNames.includes(name) ? [{ name, request: { reader } }] : [];
    expect(calls).toMatchObject(expectedCalls);
  });

  it('exportOpml answers with a document to download', async () => {
    const { send } = setUpApi();
    const answer = await send(sampleRequest('exportOpml'));
    expect(answer.headers).toMatchObject({
      'content-type': 'text/x-opml; charset=utf-8',
      'content-disposition': 'attachment; filename="omomi.opml"',
    });
    expect(answer.text).toBe(sampleResponses.exportOpml);
  });

  const plainNames = names.filter(
    (name) =>
      endpointOf(name).imageResponse === undefined &&
      endpointOf(name).fileResponse === undefined &&
      endpointOf(name).documentResponse === undefined,
  );
  it.each(plainNames)('%s carries the security headers, also on errors', async (name) => {
    const { send } = setUpApi();
    const refused = await send({ ...sampleRequest(name), headers: { 'x-viewer-host': undefined } });
    const answered = await send(sampleRequest(name));
    expect(answered.headers['cache-control']).toBe(
      answered.headers['etag'] === undefined ? 'no-store' : 'private, no-cache',
    );
    expect(refused.headers['cache-control']).toBe('no-store');
    for (const { headers } of [answered, refused]) {
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'strict-transport-security': expect.stringContaining('max-age='),
        'referrer-policy': 'no-referrer',
        'permissions-policy': expect.stringContaining('camera=()'),
        'x-request-id': 'request-1',
      });
    }
  });

  it.each(names)('%s refuses a request without the host header that CloudFront adds', async (name) => {
    const { send, calls } = setUpApi();
    const answer = await send({ ...sampleRequest(name), headers: { 'x-viewer-host': undefined } });
    expectError(answer, 'HOST_REFUSED', name);
    expect(calls).toEqual([]);
  });

  it.each(writeNames)('%s refuses a foreign origin', async (name) => {
    const { send, calls } = setUpApi();
    const foreign: Record<string, string | undefined>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '' },
      { origin: `https://${viewerHost}.evil.example` },
      { origin: `https://${viewerHost}:444` },
      { origin: `ftp://${viewerHost}` },
      { origin: undefined, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      expectError(await send({ ...sampleRequest(name), headers }), 'ORIGIN_REFUSED', name);
    }
    expect(calls).toEqual([]);
  });

  it.each(writeNames)('%s accepts our own origin and clients without one', async (name) => {
    const { send } = setUpApi();
    const ours: Record<string, string | undefined>[] = [
      { origin: `https://${viewerHost}` },
      { origin: `http://${viewerHost}`, 'x-viewer-host': viewerHost.toUpperCase() },
      { origin: undefined, 'sec-fetch-site': undefined },
    ];
    for (const headers of ours) {
      const answer = await send({ ...sampleRequest(name), headers });
      expect(answer.status).toBe(endpointOf(name).status);
    }
  });

  it.each(readerNames)('%s refuses a request without sign-in', async (name) => {
    const { send, calls } = setUpApi({ authenticate: async () => null });
    const answer = await send(sampleRequest(name));
    expectError(answer, 'UNAUTHENTICATED', name);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expectError(await send({ ...sampleRequest(name), body: '{' }), 'UNAUTHENTICATED', name);
    expect(calls).toEqual([]);
  });

  it.each(names)('%s removes fields that its contract does not have', async (name) => {
    const answers = (_: EndpointName, sample: unknown) => {
      // A text document has no fields to strip.
      if (typeof sample === 'string') return sample;
      // An endpoint with an accepted response would send any object as its job.
      if (sample === undefined && endpointOf(name).acceptedResponse !== undefined) return undefined;
      if (typeof sample !== 'object' || sample === null) return { password_hash: 'not-for-readers' };
      const items: unknown = Reflect.get(sample, 'items');
      return {
        ...sample,
        password_hash: 'not-for-readers',
        ...(Array.isArray(items) ? { items: items.map((item) => ({ ...item, PK: 'not-for-readers' })) } : {}),
      };
    };
    const { send } = setUpApi({}, answers);
    const answer = await send(sampleRequest(name));
    expect(answer.status).toBe(endpointOf(name).status);
    expect(answer.text).not.toContain('not-for-readers');
    expect(answer.json).toEqual(expectedAnswer(name));
  });

  it.each(readerNames.filter((name) => endpointOf(name).response !== undefined))(
    '%s never sends an answer that violates its contract',
    async (name) => {
      const { send, lines } = setUpApi({}, () => ({ title: 'not-for-readers', job_id: 7 }));
      const answer = await send(sampleRequest(name));
      expectError(answer, 'INTERNAL', name);
      expect(answer.text).not.toContain('not-for-readers');
      expect(lines).toMatchObject([
        { level: 'error', fields: { error: expect.stringMatching(/ZodError|browserAnswer/) } },
      ]);
    },
  );

  it.each(readerNames)('%s hides the details of an unexpected error', async (name) => {
    const { send, lines } = setUpApi({}, () => {
      throw new TypeError('cannot read table-secret', { cause: new Error('cause-secret') });
    });
    const answer = await send(sampleRequest(name));
    expectError(answer, 'INTERNAL', name);
    expect(answer.json.error.details).toEqual({ request_id: 'request-1' });
    expect(answer.text).not.toMatch(/secret|TypeError|at /);
    const [line] = lines;
    expect(line?.fields.error).toContain('table-secret');
    expect(line?.fields.error).toContain('cause-secret');
    expect(line?.fields.error).toContain('create-api.test.ts');
  });

  it.each(names.filter((name) => endpointOf(name).access === 'public'))('%s is public', async (name) => {
    const { send } = setUpApi({ authenticate: async () => null });
    const answer = await send(sampleRequest(name));
    expect(answer.status).toBe(endpointOf(name).status);
  });

  it.each([...new Set(names.map((name) => sampleRequest(name).path.replace(/\?.*/, '')))])(
    '%s answers 405 with its methods for any other method',
    async (path) => {
      const { send, calls } = setUpApi();
      const served = methodsOf(path) as string[];
      expect(served.length).toBeGreaterThan(0);
      const others = [
        'GET',
        'POST',
        'PUT',
        'DELETE',
        'PATCH',
        'OPTIONS',
        'HEAD',
        'TRACE',
        'get',
        '__proto__',
      ];
      for (const method of others.filter((other) => !served.includes(other))) {
        const answer = await send({ method, path });
        expectError(answer, 'METHOD_NOT_ALLOWED');
        expect(answer.headers.allow).toBe(served.join(', '));
      }
      expect(calls).toEqual([]);
    },
  );
});

describe('paths', () => {
  it.each([
    '/',
    '/api',
    '/api/nothing',
    '/api/feeds/0123456789abcdef/nothing',
    '/API/feeds',
    '//api/feeds',
    '/.env',
  ])('has no endpoint at %s', async (path) => {
    const { send, calls } = setUpApi();
    for (const method of ['GET', 'POST', 'PATCH']) expectError(await send({ method, path }), 'NOT_FOUND');
    expect(calls).toEqual([]);
  });

  it('reads the params from the path', async () => {
    const { send, calls } = setUpApi();
    await send(sampleRequest('getArticle'));
    expect(calls).toMatchObject([{ request: { params: { article_id: '1234567890123456789' } } }]);
  });
});

describe('internal errors', () => {
  it('in authentication give an INTERNAL error without details', async () => {
    const { send, calls } = setUpApi({
      authenticate: async () => {
        throw new Error('table-secret');
      },
    });
    const answer = await send(sampleRequest('listFeeds'));
    expectError(answer, 'INTERNAL');
    expect(answer.text).not.toContain('table-secret');
    expect(calls).toEqual([]);
  });

  it('answers and logs a use case that hangs before Lambda stops the function', async () => {
    const { api, lines } = setUpApi({}, () => new Promise(() => {}));
    const context = { ...lambdaContext(), getRemainingTimeInMillis: () => 210 };
    const { statusCode, body } = await api(functionUrlEvent(sampleRequest('listFeeds')), context);
    expect(statusCode).toBe(503);
    expect(JSON.parse(body ?? '')).toMatchObject({ error: { code: 'BUSY' } });
    expect(lines).toMatchObject([{ level: 'error', fields: { route: 'GET /api/feeds', status: 503 } }]);
  });
});
