import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunner } from '../../harness/runner.ts';
import { crawlSettings, endpoints } from '../../../src/contract/index.ts';
import type { Endpoint, EndpointName } from '../../../src/contract/index.ts';
import type { Reader } from '../../../src/contract/endpoints/handlers.ts';
import { createLimiter } from '../../../src/limits/limiter.ts';
import { classify, defaultRules, rateLimitVariables, readRules } from '../../../src/limits/rate-class.ts';
import type { RateClass, RateLimitVariables } from '../../../src/limits/rate-class.ts';
import { createMemoryWindows, type WindowStore } from '../../../src/limits/windows.ts';
import { createHttpServer } from '../../../src/local/http/http-server.ts';
import { StorageUnavailableError } from '../../../src/storage/table/errors.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import { createWindowStore } from '../../../src/storage/window-store.ts';
import { expectError, setUpApi } from '../../harness/api/api-client.ts';
import { silentLog, startTestApp } from '../../harness/app.ts';
import { localReader, sampleRequest } from '../../harness/api/api-samples.ts';
import { startEmbedded } from '../../harness/engines/embedded-engine.ts';
import type { TestEngine } from '../../harness/engines/dynamodb-local.ts';
import { rss, startFeedServer } from '../../harness/servers/feed-server.ts';
import { functionUrlEvent, lambdaContext } from '../../harness/api/function-url-event.ts';
import { createStubModel } from '../../harness/stub-text-model.ts';
import type { EventParts } from '../../harness/api/function-url-event.ts';

const names = Object.keys(endpoints) as EndpointName[];
const endpointOf = (name: EndpointName): Endpoint => endpoints[name];
const rules = readRules(
  Object.fromEntries(
    Object.entries(rateLimitVariables).map(([name, variable]) => [variable, defaultRules[name as RateClass]]),
  ) as RateLimitVariables,
  (message) => expect.fail(message),
);
const start = Date.UTC(2026, 2, 1, 8, 0, 0, 400);

let engine: TestEngine;
let windows: WindowStore;
beforeAll(async () => {
  engine = await startEmbedded();
  await engine.createTable('limits');
  windows = createWindowStore(createTableClient({ client: engine.client, tableName: 'limits' }));
});
afterAll(() => engine.close());

let lastAddress = 0;
/** Returns an address from which no request was counted in this table yet. */
const newAddress = () => {
  lastAddress += 1;
  return `198.51.${lastAddress >> 8}.${lastAddress & 255}`;
};

/** Creates the rate-limited API for one reader, or for nobody, and one client address. */
const setUp = (reader: Reader | null, answer?: Parameters<typeof setUpApi>[1]) => {
  let time = start;
  const now = () => new Date(time);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const newInstance = () => {
    const limiter = createLimiter({ windows, rules, now, log });
    return setUpApi({ limiter, now, authenticate: async () => reader }, answer);
  };
  const { send, calls } = newInstance();
  const address = newAddress();
  const from = (parts: EventParts, at = address): EventParts => ({
    ...parts,
    headers: { 'x-viewer-address': at, ...parts.headers },
  });
  return {
    calls,
    newInstance,
    from,
    send: (parts: EventParts, at = address) => send(from(parts, at)),
    statuses: async (parts: EventParts, requests: number, at = address) => {
      const statuses: (number | undefined)[] = [];
      for (let n = 0; n < requests; n++) statuses.push((await send(from(parts, at))).status);
      return statuses;
    },
    advance: (seconds: number) => (time += seconds * 1000),
  };
};

const newReader = () => localReader(`reader-${randomUUID()}`);
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('the limits at their edges', () => {
  it.each<[string, EndpointName, boolean, RateClass]>([
    ['anyone', 'getOpenApi', false, 'public_unauthenticated'],
    ['who is not signed in and asks for what is a reader’s', 'listFeeds', false, 'public_unauthenticated'],
    ['a sign-in', 'loginCallback', false, 'protected_unauthenticated'],
    ['the start of a sign-in', 'login', false, 'protected_unauthenticated'],
    ['a reader', 'listArticles', true, 'public_authenticated'],
    ['a reader who looks at jobs', 'getJob', true, 'public_authenticated'],
    ['a reader who starts jobs', 'fetchFeeds', true, 'protected_authenticated'],
    ['a reader who adds feeds', 'addFeed', true, 'feed_registration'],
  ])('of %s (%s) allow the last request and refuse the next one', async (_, name, isSignedIn, rateClass) => {
    const { send, statuses, advance, calls } = setUp(isSignedIn ? newReader() : null);
    const { attempts, minutes } = rules[rateClass];
    const { access, status } = endpointOf(name);
    const passed = access !== 'public' && !isSignedIn ? 401 : status;
    expect(await statuses(sampleRequest(name), attempts)).toEqual(times(attempts, passed));
    const handled = calls.length;
    expectError(await send(sampleRequest(name)), 'RATE_LIMITED', name);
    advance(minutes * 60 - 0.001);
    expectError(await send(sampleRequest(name)), 'RATE_LIMITED', name);
    expect(calls).toHaveLength(handled);
    advance(0.001);
    expect(await statuses(sampleRequest(name), 1)).toEqual([passed]);
  });

  it('are separate for each address if nobody is signed in', async () => {
    const { statuses } = setUp(null);
    await statuses(sampleRequest('listFeeds'), 60);
    expect(await statuses(sampleRequest('listFeeds'), 1)).toEqual([429]);
    expect(await statuses(sampleRequest('listFeeds'), 1, newAddress())).toEqual([401]);
  });

  it('are separate for each reader, from any address', async () => {
    const { statuses } = setUp(newReader());
    for (let n = 0; n < 10; n++) await statuses(sampleRequest('addFeed'), 1, newAddress());
    expect(await statuses(sampleRequest('addFeed'), 1, newAddress())).toEqual([429]);
    expect(await setUp(newReader()).statuses(sampleRequest('addFeed'), 1)).toEqual([201]);
  });

  it('of one class do not affect the others', async () => {
    const { statuses } = setUp(newReader());
    await statuses(sampleRequest('addFeed'), 11);
    expect(await statuses(sampleRequest('listFeeds'), 1)).toEqual([200]);
    expect(await statuses(sampleRequest('fetchFeeds'), 1)).toEqual([202]);
  });

  it('of a sign-in count by its state, but an address cannot avoid them with new states', async () => {
    const { statuses } = setUp(null);
    const callback = (state: string) => ({ path: `/api/auth/callback?code=abc&state=${state}` });
    expect((await statuses(callback('one'), 6)).at(-1)).toBe(429);
    const others: (number | undefined)[] = [];
    for (let n = 0; n < 60; n++) others.push(...(await statuses(callback(`state-${n}`), 1)));
    expect(others.indexOf(429)).toBe(60 - 6);
  });

  it.each(['state', 'email'])(
    'of the start of a sign-in do not depend on a %s that is sent too',
    async (name) => {
      const { statuses } = setUp(null);
      const begun: (number | undefined)[] = [];
      for (let n = 0; n < 6; n++)
        begun.push(...(await statuses({ path: `/api/auth/login?${name}=${n}` }, 1)));
      expect(begun).toEqual([...times(5, 302), 429]);
    },
  );

  it('of a callback do not count by an e-mail address in it', async () => {
    const { statuses } = setUp(null);
    const asked: (number | undefined)[] = [];
    for (let n = 0; n < 6; n++)
      asked.push(...(await statuses({ path: `/api/auth/callback?state=one&email=${n}` }, 1)));
    expect(asked).toEqual([...times(5, 302), 429]);
  });

  it('apply while the sender cannot be identified', async () => {
    const { send, calls, lines } = setUpApi({
      limiter: createLimiter({
        windows: createMemoryWindows(),
        rules,
        now: () => new Date(start),
        log: silentLog,
      }),
      authenticate: () => Promise.reject(new StorageUnavailableError('Storage does not answer')),
    });
    const parts = { ...sampleRequest('listFeeds'), cookies: ['__Host-omomi=local.x'] };
    const answers = [];
    for (let n = 0; n < 61; n++) answers.push(await send(parts));
    expect(answers.map(({ status }) => status)).toEqual([...times(60, 500), 429]);
    expect(answers[0]?.headers['x-ratelimit-remaining']).toBe('59');
    expect(lines[0]?.fields['error']).toContain('Storage does not answer');
    expect(calls).toEqual([]);
  });

  it('apply to unknown paths', async () => {
    const { send, statuses } = setUp(null);
    expect(await statuses({ path: '/api/nothing' }, 60)).toEqual(times(60, 404));
    expectError(await send({ path: '/.env' }), 'RATE_LIMITED');
  });
});

describe('requests that are never limited', () => {
  const images: EndpointName[] = ['getFeedIcon', 'getImage'];
  it.each<EndpointName>(['getHealth', 'getFeedIcon', 'getImage'])('%s', async (name) => {
    const { statuses, send } = setUp(newReader());
    expect(await statuses(sampleRequest(name), 200)).toEqual(times(200, 200));
    expect((await send(sampleRequest(name))).headers).not.toHaveProperty('x-ratelimit-limit');
  });

  it('are refused before they are counted: no host, another site', async () => {
    const { send } = setUp(newReader());
    const headers: Record<string, string | undefined>[] = [
      { 'x-viewer-host': undefined },
      { origin: 'https://evil.example' },
    ];
    for (const given of headers)
      for (let n = 0; n < 11; n++) {
        const answer = await send({ ...sampleRequest('addFeed'), headers: given });
        expect(answer.status).toBe(403);
        expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
      }
    expect((await send(sampleRequest('addFeed'))).headers['x-ratelimit-remaining']).toBe('9');
  });

  it.each(['image', 'script', 'style', 'font', 'iframe', 'video', 'object'])(
    'is refused before it is counted: part of a page, such as an article’s %s',
    async (destination) => {
      const { send, calls } = setUp(newReader());
      const headers = { 'sec-fetch-dest': destination };
      for (const name of names) {
        const answer = await send({ ...sampleRequest(name), headers });
        const isAnswered = images.includes(name) && destination === 'image';
        expect([name, answer.status]).toEqual([name, isAnswered ? 200 : 403]);
        if (!isAnswered) expectError(answer, 'FORBIDDEN', name);
        expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
      }
      expectError(await send({ path: '/api/nothing', headers }), 'FORBIDDEN');
      expect(calls.map(({ name }) => name)).toEqual(
        destination === 'image' ? names.filter((name) => images.includes(name)) : [],
      );
      const { status, headers: counted } = await send(sampleRequest('listFeeds'));
      expect([status, counted['x-ratelimit-remaining']]).toEqual([200, '119']);
    },
  );

  it.each(['empty', 'document', undefined])(
    'do not include those with the destination %s',
    async (destination) => {
      // A reader may ask for 30 protected endpoints a minute, and there are more.
      const readers = [setUp(newReader()), setUp(newReader())] as const;
      for (const [at, name] of names.entries()) {
        const { send } = readers[at % 2 === 0 ? 0 : 1];
        const { status } = await send({ ...sampleRequest(name), headers: { 'sec-fetch-dest': destination } });
        expect([name, status]).toEqual([name, endpointOf(name).status]);
      }
    },
  );
});

describe('the headers of answers', () => {
  it.each(names)('%s states the remaining requests', async (name) => {
    for (const reader of [newReader(), null]) {
      const rateClass = classify(endpointOf(name), reader !== null);
      if (rateClass === null) continue;
      const { send } = setUp(reader);
      const { attempts, minutes } = rules[rateClass];
      const { headers } = await send(sampleRequest(name));
      expect(headers).toMatchObject({
        'x-ratelimit-limit': `${attempts}`,
        'x-ratelimit-remaining': `${attempts - 1}`,
        'x-ratelimit-reset': `${Math.ceil((start + minutes * 60_000) / 1000)}`,
        'x-ratelimit-policy': `${attempts};w=${minutes * 60}`,
        'x-ratelimit-key': expect.stringMatching(/^[0-9a-f]{64}$/),
        ratelimit: `"${rateClass}";r=${attempts - 1};t=${minutes * 60}`,
        'ratelimit-policy': `"${rateClass}";q=${attempts};w=${minutes * 60}`,
      });
    }
  });

  it('state the remaining requests for errors too', async () => {
    const { send } = setUp(newReader(), () => {
      throw new Error('ours');
    });
    const failed = await send(sampleRequest('listFeeds'));
    expect([failed.status, failed.headers['x-ratelimit-remaining']]).toEqual([500, '119']);
    const wrong = await send({ ...sampleRequest('addKeyword'), body: '{' });
    expect([wrong.status, wrong.headers['x-ratelimit-remaining']]).toEqual([400, '118']);
  });

  it('state the time to wait in a refusal', async () => {
    const { send, statuses, advance } = setUp(newReader());
    await statuses(sampleRequest('addFeed'), 10);
    advance(5.2);
    const answer = await send(sampleRequest('addFeed'));
    expect(answer.status).toBe(429);
    expect(answer.json).toEqual({
      error: {
        code: 'RATE_LIMITED',
        message: 'Too many requests; try again in 55 seconds.',
        details: { retry_after: 55 },
        category: 'limit',
        action: expect.stringContaining('Retry-After'),
      },
    });
    expect(answer.headers).toMatchObject({
      'retry-after': '55',
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '0',
      ratelimit: '"feed_registration";r=0;t=55',
      'ratelimit-policy': '"feed_registration";q=10;w=60',
      'content-security-policy': expect.any(String),
    });
  });

  it('never name the sender', async () => {
    const reader = newReader();
    const { send, from } = setUp(reader);
    const { headers } = await send(from(sampleRequest('listFeeds')));
    expect(JSON.stringify(headers)).not.toContain(reader.user_id);
  });
});

describe('a request over the limit', () => {
  it('is not executed if it would change something, even on an instance that did not know the window', async () => {
    const { statuses, newInstance, from } = setUp(newReader());
    await statuses(sampleRequest('addFeed'), 10);
    const other = newInstance();
    expectError(await other.send(from(sampleRequest('addFeed'))), 'RATE_LIMITED');
    expect(other.calls).toEqual([]);
  });

  it('may be executed once by a new instance if it only reads, but is never answered', async () => {
    const { statuses, newInstance, from } = setUp(newReader());
    await statuses(sampleRequest('listArticles'), 120);
    const other = newInstance();
    for (let n = 0; n < 5; n++) {
      const answer = await other.send(from(sampleRequest('listArticles')));
      expectError(answer, 'RATE_LIMITED');
      expect(answer.text).not.toContain('items');
    }
    expect(other.calls).toHaveLength(1);
  });

  it('is refused exactly, even among 100 concurrent requests', async () => {
    const { send } = setUp(null);
    const answers = await Promise.all(times(100, sampleRequest('listFeeds')).map((parts) => send(parts)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
  });
});

describe('endpoints that run while they are counted', () => {
  it('write nothing', async () => {
    const server = await startFeedServer();
    server.set('/feed', { body: rss([{ title: 'One', link: 'https://a.example/1', text: 'climate' }]) });
    const app = await startTestApp({
      textModel: createStubModel(() => '').model,
      newsletterAddress: '*@news.example',
    });
    const body = { text: 'climate', weight: 1, is_active: true, is_excluding: false };
    await app.as('local').call('addKeyword', { body });
    const { feed_id } = await app.as('local').call('addFeed', { body: { url: server.url('/feed') } });
    await app.settle();
    const query = { sort: 'importance_score', filter: 'all', limit: 50 } as const;
    const { items } = await app.as('local').call('listArticles', { query });
    const crawl = crawlSettings.parse({ seeds: [server.url('/')] });
    const { job_id: crawl_id } = await app.as('local').call('startCrawl', { body: crawl });
    await app.settle();
    const pages = await app.as('local').call('listCrawlPages', {
      params: { crawl_id },
      query: { sort: 'oldest', limit: 50 },
    });
    const ids: Record<string, string> = {
      feed_id,
      article_id: items[0]?.article_id ?? '',
      crawl_id,
      page_id: pages.items[0]?.page_id ?? '',
    };
    const queries: Record<string, string> = {
      '/api/opened-articles': `?article_ids=${ids['article_id']}`,
      '/api/articles/{article_id}/machine-text': '?kind=summary&language=en',
    };
    const newsletter = await app.as('local').call('addNewsletter', { body: { title: 'Mine' } });
    const idsOf = (path: string) =>
      path.endsWith('/newsletter') ? { ...ids, feed_id: newsletter.feed_id } : ids;
    const readers = names.map(endpointOf).filter(({ readsOnly }) => readsOnly === true);
    expect(readers.length).toBeGreaterThan(0);
    app.takeUnits();
    for (const { method, path } of readers) {
      expect(method).toBe('GET');
      const known: Record<string, string> = idsOf(path);
      const at = path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '') + (queries[path] ?? '');
      const { statusCode } = await app.api(functionUrlEvent({ path: at }), lambdaContext());
      expect([at, statusCode, app.takeUnits().write]).toEqual([at, 200, 0]);
    }
    await app.close();
    await server.close();
  });
});

describe('the address', () => {
  it.each([
    ['is the connection’s in the local runner, whatever the client writes', [], [...times(60, 401), 429]],
    ['is what a trusted proxy says before the local runner', ['127.0.0.1'], times(61, 401)],
  ])('%s', async (_, trustedProxies, expected) => {
    const { api } = setUp(null).newInstance();
    const server = createHttpServer({
      api: (event, context) =>
        api({ ...event, headers: { ...event.headers, 'x-viewer-host': 'reader.example' } }, context),
      pages: () => Promise.reject(new Error('no pages here')),
      trustedProxies,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      now: () => new Date(start),
    });
    const port = await server.listen(0, '127.0.0.1');
    const statusFrom = (address: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const forged = {
          'X-Viewer-Address': address,
          'X-Forwarded-For': address,
          Forwarded: `for=${address}`,
        };
        httpRequest({ host: '127.0.0.1', port, path: '/api/feeds', headers: forged }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        })
          .once('error', reject)
          .end();
      });
    const statuses: (number | undefined)[] = [];
    for (let n = 0; n < 61; n++) statuses.push(await statusFrom(newAddress()));
    server.closeNow();
    await server.close();
    expect(statuses).toEqual(expected);
  });

  it('is never taken from X-Forwarded-For', async () => {
    const { send } = setUp(null);
    const answers = [];
    for (let n = 0; n < 61; n++)
      answers.push(
        await send({ ...sampleRequest('listFeeds'), headers: { 'x-forwarded-for': newAddress() } }),
      );
    expect(answers.at(-2)?.status).toBe(401);
    expect(answers.at(-1)?.status).toBe(429);
  });
});

describe('the local runner', { tags: ['long'] }, () => {
  it('limits its only reader below a flood only where the owner says so', async () => {
    const data = await mkdtemp(join(tmpdir(), 'omomi-limits-'));
    const variables = { RATE_LIMIT_FEED_REGISTRATION: '5/1m' };
    const runner = await startRunner({ data, allowHosts: '127.0.0.2', rateLimit: null, variables });
    const add = () =>
      fetch(new URL('/api/feeds', runner.origin), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'http://10.0.0.1/feed' }),
      });
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await add());
    expect(answers.map(({ status }) => status)).toEqual([...times(5, 422), 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    // As many as ten tabs ask for when they are opened.
    const lists = [];
    for (let n = 0; n < 300; n++) lists.push((await fetch(new URL('/api/feeds', runner.origin))).status);
    expect(new Set(lists)).toEqual(new Set([200]));
    await runner.stop();
    await rm(data, { recursive: true });
  });
});
