import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '../../harness/engines/embedded-engine.ts';
import type { TestEngine } from '../../harness/engines/dynamodb-local.ts';
import { createDynamoEngine } from '../../../src/storage/table/table-engine.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import { createWindowStore, createWindowsClient } from '../../../src/storage/window-store.ts';
import {
  createLimiter,
  keyFor,
  type LimiterOptions,
  type RateLimitKey,
} from '../../../src/limits/limiter.ts';
import { limitTime, type WindowStore } from '../../../src/limits/windows.ts';
import type { LimitEvent } from '../../../src/limits/windows.ts';
import {
  defaultRules,
  readRules,
  type RateClass,
  type RateLimitVariables,
} from '../../../src/limits/rate-class.ts';
import { rateLimitVariables } from '../../../src/limits/rate-class.ts';

const rules = readRules(
  Object.fromEntries(
    Object.entries(rateLimitVariables).map(([name, variable]) => [variable, defaultRules[name as RateClass]]),
  ) as RateLimitVariables,
  (message) => expect.fail(message),
);
const rateClass = 'public_authenticated';
const limit = rules[rateClass].attempts;

/** Starts an engine that answers every request with this error, in DynamoDB's format. */
const startRefusing = async (status: number, type: string) => {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().once('end', () => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'no' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createWindowsClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  return {
    windows: createWindowStore(createTableClient({ client: createDynamoEngine(client), tableName: 'any' })),
    requests: () => requests,
    close: async () => {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

describe('the limiter', () => {
  let engine: TestEngine;
  let working: WindowStore;
  let failing: Awaited<ReturnType<typeof startRefusing>>;
  let throttled: Awaited<ReturnType<typeof startRefusing>>;
  beforeAll(async () => {
    engine = await startEmbedded();
    await engine.createTable('windows');
    working = createWindowStore(createTableClient({ client: engine.client, tableName: 'windows' }));
    failing = await startRefusing(500, 'InternalServerError');
    throttled = await startRefusing(400, 'ProvisionedThroughputExceededException');
  });
  afterAll(async () => {
    await Promise.all([engine.close(), failing.close(), throttled.close()]);
  });

  const setUp = (options: Partial<LimiterOptions> = {}) => {
    let time = Date.UTC(2026, 2, 1, 8);
    let store = working;
    let calls = 0;
    const events: LimitEvent[] = [];
    const lines: string[] = [];
    const line = (message: string) => lines.push(message);
    const setting: LimiterOptions = {
      windows: {
        count: (...request) => {
          calls += 1;
          return store.count(...request);
        },
      },
      rules,
      now: () => new Date(time),
      log: { info: line, warn: line, error: line },
      observe: (event) => events.push(event),
      ...options,
    };
    const limiter = createLimiter(setting);
    const newKey = () =>
      keyFor(rateClass, { address: null, user_id: randomUUID(), token_id: null, attempt: null });
    /** Sends requests one after another and returns how many are allowed. */
    const passing = async (key: RateLimitKey, requests: number, by = limiter) => {
      let passed = 0;
      for (let n = 0; n < requests; n++) if ((await by(rateClass, key)).is_allowed) passed += 1;
      return passed;
    };
    return {
      limiter,
      another: () => createLimiter(setting),
      newKey,
      passing,
      events,
      lines,
      use: (next: WindowStore) => (store = next),
      advance: (seconds: number) => (time += seconds * 1000),
      now: () => time,
      takeCalls: () => {
        const taken = calls;
        calls = 0;
        return taken;
      },
    };
  };

  it.each(Object.keys(rules) as RateClass[])(
    'allows the last request of %s and refuses the next',
    async (some) => {
      const { limiter } = setUp();
      const sender = {
        address: '198.51.100.7',
        user_id: randomUUID(),
        token_id: null,
        attempt: randomUUID(),
      };
      const { attempts, minutes } = rules[some];
      const results = [];
      for (let n = 0; n < attempts + 1; n++) results.push(await limiter(some, keyFor(some, sender)));
      expect(results.map(({ is_allowed }) => is_allowed)).toEqual([...Array(attempts).fill(true), false]);
      expect(results.map(({ remaining }) => remaining)).toEqual([
        ...Array.from({ length: attempts }, (_, n) => attempts - 1 - n),
        0,
      ]);
      expect(results[0]).toMatchObject({ rate_class: some, limit: attempts, window_seconds: minutes * 60 });
      expect(Object.isFrozen(results[0])).toBe(true);
    },
  );

  it('counts two instances together', async () => {
    const { limiter, another, newKey, passing } = setUp();
    const other = another();
    const key = newKey();
    let passed = 0;
    for (let n = 0; n < limit; n++) passed += await passing(key, 1, n % 2 === 0 ? limiter : other);
    expect(passed).toBe(limit);
    expect(await passing(key, 1, limiter)).toBe(0);
    expect(await passing(key, 1, other)).toBe(0);
  });

  it('allows no more than the limit of 100 concurrent requests at two instances', async () => {
    const { limiter, another, newKey } = setUp({
      rules: { ...rules, [rateClass]: rules.public_unauthenticated },
    });
    const other = another();
    const key = newKey();
    const results = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => (n % 2 === 0 ? limiter : other)(rateClass, key)),
    );
    expect(results.filter(({ is_allowed }) => is_allowed)).toHaveLength(60);
  });

  it('begins a window with the first request of its key', async () => {
    const { limiter, newKey, passing, advance, now } = setUp();
    const key = newKey();
    advance(41);
    const begun = now();
    expect(await limiter(rateClass, key)).toMatchObject({ resets_at: begun + 60_000 });
    advance(59.999);
    expect(await passing(key, limit)).toBe(limit - 1);
    advance(0.001);
    expect(await passing(key, limit + 1)).toBe(limit);
  });

  it('refuses a blocked key until its window ends, without asking the table', async () => {
    const { limiter, another, newKey, passing, takeCalls, advance, now } = setUp();
    const key = newKey();
    await passing(key, limit);
    takeCalls();
    expect(await passing(key, 50)).toBe(0);
    expect(takeCalls()).toBe(0);
    expect(limiter(rateClass, key)).toMatchObject({ is_allowed: false, resets_at: now() + 60_000 });
    const other = another();
    expect(await passing(key, 50, other)).toBe(0);
    expect(takeCalls()).toBe(1);
    advance(60);
    expect(await passing(key, 1)).toBe(1);
  });

  it('while the table fails, counts in memory with twice the limit, tries it every 30 seconds, and logs once', async () => {
    const { newKey, passing, use, takeCalls, advance, events, lines, limiter } = setUp();
    use(failing.windows);
    const key = newKey();
    const before = failing.requests();
    expect(await passing(key, 2 * limit + 10)).toBe(2 * limit);
    expect(failing.requests()).toBe(before + 2);
    expect(takeCalls()).toBe(1);
    expect(await limiter(rateClass, newKey())).toMatchObject({ limit: 2 * limit, remaining: 2 * limit - 1 });
    advance(29.999);
    await passing(newKey(), 5);
    expect(takeCalls()).toBe(0);
    advance(0.001);
    await passing(newKey(), 5);
    expect(takeCalls()).toBe(1);

    use(working);
    advance(29.999);
    await passing(newKey(), 5);
    expect(takeCalls()).toBe(0);
    advance(0.001);
    expect(await passing(newKey(), limit + 1)).toBe(limit);
    expect(takeCalls()).toBe(limit);
    expect(lines).toEqual([
      'rate limits are counted in memory, doubled: the table fails',
      'rate limits are counted in the table again',
    ]);
    expect(events.filter(({ kind }) => kind === 'store_failure')).toEqual([
      { kind: 'store_failure', rate_class: rateClass },
    ]);
  });

  it('continues in memory from the last count of the table', async () => {
    const { newKey, passing, use, events } = setUp();
    const key = newKey();
    await passing(key, 100);
    use(failing.windows);
    expect(await passing(key, 2 * limit)).toBe(2 * limit - 100);
    expect(events.filter(({ kind }) => kind === 'store_failure')).toHaveLength(1);
  });

  it('logs a failing table once for 100 concurrent requests, and keeps all limits', async () => {
    const rule = { attempts: 40, minutes: 1 };
    const { newKey, limiter, use, lines } = setUp({ rules: { ...rules, [rateClass]: rule } });
    use(failing.windows);
    const key = newKey();
    const results = await Promise.all(Array.from({ length: 100 }, async () => limiter(rateClass, key)));
    expect(results.filter(({ is_allowed }) => is_allowed)).toHaveLength(2 * rule.attempts);
    expect(lines).toHaveLength(1);
  });

  it('lets only one request try a table that failed', async () => {
    const { newKey, limiter, use, takeCalls, advance } = setUp();
    use(failing.windows);
    await limiter(rateClass, newKey());
    advance(30);
    takeCalls();
    await Promise.all(Array.from({ length: 20 }, async () => limiter(rateClass, newKey())));
    expect(takeCalls()).toBe(1);
  });

  it('treats a table that does not answer as failed', async () => {
    const { newKey, limiter, lines } = setUp({
      windows: limitTime({ count: () => new Promise(() => {}) }, 1),
    });
    expect(await limiter(rateClass, newKey())).toMatchObject({ is_allowed: true, limit: 2 * limit });
    expect(lines).toHaveLength(1);
  });

  it('blocks a throttled key without treating the table as failed', async () => {
    const { newKey, passing, use, takeCalls, advance, events, lines, limiter } = setUp();
    const key = newKey();
    await passing(key, 1);
    advance(20);
    use(throttled.windows);
    const before = throttled.requests();
    expect(await passing(key, 1)).toBe(0);
    expect(throttled.requests()).toBe(before + 1);
    use(working);
    takeCalls();
    expect(await passing(key, 50)).toBe(0);
    expect(takeCalls()).toBe(0);
    expect(await limiter(rateClass, newKey())).toMatchObject({ is_allowed: true, limit });
    expect(lines).toEqual([]);
    expect(events.some(({ kind }) => kind === 'store_failure')).toBe(false);
    advance(40);
    expect(await passing(key, 1)).toBe(1);
  });

  it('reports each decision by class, and survives a failing metric', async () => {
    let clock = 0;
    const { newKey, passing, events } = setUp({ monotonicNow: () => (clock += 2) });
    await passing(newKey(), limit + 1);
    expect(events.filter((event) => event.kind === 'decision' && event.is_allowed)).toHaveLength(limit);
    expect(events.at(-1)).toEqual({
      kind: 'decision',
      rate_class: rateClass,
      is_allowed: false,
      latency_ms: 2,
    });
    const broken = setUp({
      observe: () => {
        throw new Error('no metrics today');
      },
    });
    expect(await broken.passing(broken.newKey(), limit + 1)).toBe(limit);
  });
});
