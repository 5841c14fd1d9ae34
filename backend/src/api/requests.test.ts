import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectError, setUpApi } from '../../test/harness/api/api-client.ts';
import { sampleRequest } from '../../test/harness/api/api-samples.ts';
import { endpoints, errorBody } from '../contract/index.ts';
import type { Endpoint, EndpointName } from '../contract/index.ts';
import { runs } from '../../test/harness/property-runs.ts';
import { anyCharacter } from '../../test/harness/samples/any-character.ts';
import { anyPath, anyQuery } from '../../test/harness/samples/any-url.ts';

const names = Object.keys(endpoints) as EndpointName[];
const endpointOf = (name: EndpointName): Endpoint => endpoints[name];
const bodyNames = names.filter((name) => endpointOf(name).body !== undefined);
const rawNames = names.filter((name) => endpointOf(name).rawBody !== undefined);
// Any text can be the name of a folder, so its endpoints know only from the reader's folders what exists.
const paramNames = names.filter(
  (name) => endpointOf(name).params !== undefined && !endpointOf(name).path.endsWith('{name}'),
);

describe('every endpoint', () => {
  it.each(rawNames)('%s accepts a document of any encoding unchanged, up to its limit', async (name) => {
    const { send, calls } = setUpApi();
    const { maxBytes } = endpointOf(name).rawBody!;
    const bodies = [Buffer.alloc(maxBytes, 0xe9), '<é/>', Buffer.from([0xff, 0x00]), ''];
    for (const body of bodies) expect((await send({ ...sampleRequest(name), body })).status).toBe(202);
    const received = calls.map(({ request }) => Buffer.from(request.body as Uint8Array));
    expect(received).toHaveLength(bodies.length);
    // Comparing megabytes by `toEqual` takes a second.
    for (const [at, body] of bodies.entries())
      expect(received[at]!.equals(Buffer.from(body as string))).toBe(true);
    const tooLarge = await send({ ...sampleRequest(name), body: Buffer.alloc(maxBytes + 1) });
    expectError(tooLarge, 'PAYLOAD_TOO_LARGE', name);
    expect(tooLarge.json.error.message).toContain('4 MB');
  });

  const tooLarge = (bytes: number) => [
    'x'.repeat(bytes + 1),
    Buffer.alloc(bytes + 1, ' '),
    'é'.repeat(bytes / 2 + 1),
  ];
  const jsonNames = names.filter((name) => endpointOf(name).rawBody === undefined);
  it.each(jsonNames)('%s refuses more than 1 MB, or than it names', async (name) => {
    const { send, calls } = setUpApi();
    for (const body of tooLarge(endpointOf(name).maxBodyBytes ?? 2 ** 20)) {
      expectError(await send({ ...sampleRequest(name), body }), 'PAYLOAD_TOO_LARGE', name);
    }
    expect(calls).toEqual([]);
  });

  it.each(bodyNames)('%s refuses a body that is not JSON', async (name) => {
    const { send, calls } = setUpApi();
    const bodies = [
      'url=https://blog.example/',
      '{"url":',
      '[1,]',
      '[',
      Buffer.from([0x22, 0xff, 0xfe, 0x22]),
      '[{"x":'.repeat(10_000) + '1' + '}]'.repeat(10_000),
      '"\\ud800"',
    ];
    for (const body of bodies) {
      expectError(await send({ ...sampleRequest(name), body }), 'INVALID_JSON', name);
    }
    expect(calls).toEqual([]);
  });

  it.each(bodyNames)('%s names the invalid field of a body', async (name) => {
    const { send, calls } = setUpApi();
    const sample = sampleRequest(name);
    for (const body of [[], null, 7, 'null', { ...(sample.body as object), surprise: 1 }]) {
      const answer = await send({ ...sample, body: typeof body === 'string' ? body : JSON.stringify(body) });
      expectError(answer, 'VALIDATION_FAILED', name);
      expect(answer.json.error.details).toEqual(
        expect.arrayContaining([{ path: expect.any(String), message: expect.any(String) }]),
      );
    }
    expect(calls).toEqual([]);
  });

  it.each(bodyNames)('%s reads a body in base64', async (name) => {
    const { send } = setUpApi();
    const sample = sampleRequest(name);
    const answer = await send({ ...sample, body: Buffer.from(JSON.stringify(sample.body)) });
    expect(answer.status).toBe(endpointOf(name).status);
  });

  const bodyless = jsonNames.filter((name) => !bodyNames.includes(name));
  it.each(bodyless)('%s never reads a body', async (name) => {
    const { send, calls } = setUpApi();
    expect((await send({ ...sampleRequest(name), body: '{' })).status).toBe(endpointOf(name).status);
    for (const call of calls) expect(call.request.body).toBeUndefined();
  });

  it.each(paramNames)('%s answers not found for ids that cannot exist', async (name) => {
    const { send, calls } = setUpApi();
    for (const id of ['x', '0', '%00', '..%2f', 'f'.repeat(41), '__proto__', "'--"]) {
      const path = endpointOf(name).path.replace(/\{\w+\}/, id);
      expectError(await send({ ...sampleRequest(name), path }), 'NOT_FOUND', name);
    }
    expect(calls).toEqual([]);
  });
});

describe('query', () => {
  it('has its defaults', async () => {
    const { send, calls } = setUpApi();
    await send({ path: '/api/articles' });
    expect(calls[0]?.request.query).toEqual({ sort: 'published_at', filter: 'all', limit: 50 });
  });

  it('is decoded', async () => {
    const { send, calls } = setUpApi();
    await send({ path: '/api/articles?sort=importance_score&limit=200&folder=%E3%83%8B%E3%83%A5+1%262' });
    expect(calls[0]?.request.query).toMatchObject({
      sort: 'importance_score',
      limit: 200,
      folder: 'ニュ 1&2',
    });
  });

  it.each([
    ['sort=random', 'sort'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=', 'limit'],
    ['limit=ten', 'limit'],
    ['feed_id=x', 'feed_id'],
    ['unknown=1', 'unknown'],
    ['limit=1&limit=2', 'limit'],
    ['sort=published_at&sort=published_at', 'sort'],
  ])('%s is refused with the name of the parameter', async (query, path) => {
    const { send, calls } = setUpApi();
    const answer = await send({ path: `/api/articles?${query}` });
    expectError(answer, 'VALIDATION_FAILED', 'listArticles');
    expect(answer.json.error.details).toMatchObject([{ path }]);
    expect(answer.json.error.message).toContain(path);
    expect(calls).toEqual([]);
  });
});

describe('body', () => {
  it.each(['', '  \n', undefined, new Uint8Array()])('%j is read as {}', async (body) => {
    const { send, calls } = setUpApi();
    await send({ ...sampleRequest('updateFeed'), body });
    expect(calls[0]?.request.body).toEqual({});
  });

  it('may have exactly 1 MB', async () => {
    const { send, calls } = setUpApi();
    const text = '{"title":"a"}';
    await send({ ...sampleRequest('updateFeed'), body: text.padEnd(1024 * 1024, ' ') });
    expect(calls).toHaveLength(1);
    const answer = await send({ ...sampleRequest('updateFeed'), body: text.padEnd(1024 * 1024 + 1, ' ') });
    expectError(answer, 'PAYLOAD_TOO_LARGE', 'updateFeed');
    expect(answer.json.error.details).toEqual({ max_bytes: 1024 ** 2 });
  });

  it('is measured as bytes, not as base64', async () => {
    const { send, calls } = setUpApi();
    await send({ ...sampleRequest('updateFeed'), body: Buffer.from('{}'.padEnd(1_000_000, ' ')) });
    expect(calls).toHaveLength(1);
  });

  it.each([-1, 0, 11, 'x', null])('a weight of %j is refused with the name of the field', async (weight) => {
    const { send } = setUpApi();
    const answer = await send({ ...sampleRequest('addKeyword'), body: { text: 'apple', weight } });
    expectError(answer, 'VALIDATION_FAILED', 'addKeyword');
    expect(answer.json.error.details).toMatchObject([{ path: 'weight' }]);
  });

  it('with two possible shapes reports the errors of the more similar one', async () => {
    const { send } = setUpApi();
    const answer = await send({
      ...sampleRequest('markRead'),
      body: { before: 'yesterday', folder: 'News' },
    });
    expect(answer.json.error.details).toMatchObject([{ path: 'before' }]);
    const empty = await send({ ...sampleRequest('markRead'), body: { surprise: 1 } });
    expect(empty.json.error.details).toMatchObject([{ path: 'article_ids' }, { path: 'surprise' }]);
  });
});

describe('arbitrary input', () => {
  it('of any bytes in a body is refused with the error shape, without a crash', async () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.json(),
      fc.json().map((text) => Buffer.from(text)),
    );
    const { send } = setUpApi();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), body, async (name, bytes) => {
        const answer = await send({ ...sampleRequest(name), body: bytes });
        if (answer.status === endpointOf(name).status) return;
        expect(answer.status).toBe(400);
        expect(errorBody.parse(answer.json).error.category).toBe('validation');
      }),
      { numRuns: runs(500) },
    );
  });

  it('of any method, path, query and headers causes no internal error', async () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 40 }), anyPath, anyQuery);
    const headers = fc.dictionary(
      fc.constantFrom('origin', 'x-viewer-host', 'sec-fetch-site', 'cookie', 'content-type'),
      text,
    );
    const path = fc.oneof(text, fc.constantFrom(...names.map((name) => sampleRequest(name).path)));
    const method = fc.oneof(fc.constantFrom('GET', 'PUT', 'POST', 'DELETE'), fc.string());
    const { send } = setUpApi();
    await fc.assert(
      fc.asyncProperty(method, path, text, headers, async (verb, where, query, sent) => {
        fc.pre(verb !== '' && !where.includes('?'));
        const answer = await send({ method: verb, path: `/${where}?${query}`, headers: sent });
        expect(answer.status).toBeLessThan(500);
        if ((answer.status ?? 0) >= 400) errorBody.parse(answer.json);
      }),
      { numRuns: runs(500) },
    );
  });
});
