import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '../../test/harness/engines/embedded-engine.ts';
import {
  skipsDynamoDbLocal,
  startDynamoDbLocal,
  type TestEngine,
} from '../../test/harness/engines/dynamodb-local.ts';
import { createMemoryWindows, type WindowStore } from '../limits/windows.ts';
import { rateLimitRule } from '../limits/rate-class.ts';
import { windowKey } from './table/keys.ts';
import { createDynamoEngine } from './table/table-engine.ts';
import { createTableClient, type TableClient } from './table/table.ts';
import { createWindowStore, createWindowsClient } from './window-store.ts';

const start = Date.UTC(2026, 2, 1, 8);
const at = (seconds: number) => new Date(start + seconds * 1000);
const rule = rateLimitRule(3, 1);

type Opened = {
  windows: WindowStore;
  /** The table that holds the windows; absent for windows in memory. */
  table?: TableClient;
  writeUnits: () => number;
  close: () => Promise<void>;
};

const overTable = (startEngine: () => Promise<TestEngine>) => async (): Promise<Opened> => {
  const engine = await startEngine();
  const tableName = `windows-${randomUUID()}`;
  await engine.createTable(tableName);
  let units = 0;
  const onConsumed = (operation: string, consumed: number) => {
    if (operation === 'UpdateItem') units += consumed;
  };
  const table = createTableClient({ client: engine.client, tableName, onConsumed });
  return { windows: createWindowStore(table), table, writeUnits: () => units, close: engine.close };
};
const inMemory = async (): Promise<Opened> => ({
  windows: createMemoryWindows(),
  writeUnits: () => 0,
  close: async () => {},
});

describe.each([
  { name: 'memory', open: inMemory, isSkipped: false, hasTable: false },
  { name: 'the embedded engine', open: overTable(startEmbedded), isSkipped: false, hasTable: true },
  {
    name: 'DynamoDB Local (needs Java 17)',
    open: overTable(startDynamoDbLocal),
    isSkipped: skipsDynamoDbLocal,
    hasTable: true,
  },
])('windows in $name', ({ open, isSkipped, hasTable }) => {
  describe.skipIf(isSkipped)('as they are counted', () => {
    let opened: Opened;
    let windows: WindowStore;
    beforeAll(async () => {
      opened = await open();
      windows = opened.windows;
    });
    afterAll(() => opened.close());

    it('begin with the first request and end after the rule’s minutes', async () => {
      const key = randomUUID();
      const first = await windows.count(key, rule, at(17), false);
      expect(first).toEqual({ count: 1, ends_at: start + 77_000, is_counted: true });
      expect(await windows.count(key, rule, at(76), true)).toEqual({ ...first, count: 2 });
      expect(await windows.count(key, rule, at(77), true)).toEqual({
        count: 1,
        ends_at: start + 137_000,
        is_counted: true,
      });
    });

    it('allow exactly what the rule allows until they end; a wrong guess changes nothing', async () => {
      const key = randomUUID();
      const counts = [];
      for (const isRunning of [true, false, true, true, false])
        counts.push(await windows.count(key, rule, at(0), isRunning));
      expect(counts.map(({ is_counted }) => is_counted)).toEqual([true, true, true, false, false]);
      expect(counts.map(({ count }) => count)).toEqual([1, 2, 3, 3, 3]);
      expect(new Set(counts.map(({ ends_at }) => ends_at))).toEqual(new Set([start + 60_000]));
      expect(await windows.count(key, rule, at(59.999), true)).toMatchObject({ is_counted: false });
      expect(await windows.count(key, rule, at(60), true)).toMatchObject({ count: 1, is_counted: true });
    });

    it.each([
      [1, false],
      [1, true],
      [60, false],
      [60, true],
      [99, true],
      [120, false],
    ])(
      'pass exactly the number that the rule allows of 100 concurrent requests: %i (a window ended before: %s)',
      async (attempts, isSecond) => {
        const key = randomUUID();
        const some = rateLimitRule(attempts, 1);
        if (isSecond) await windows.count(key, some, at(-60), false);
        const counted = await Promise.all(
          Array.from({ length: 100 }, (_, n) => windows.count(key, some, at(0), n % 3 === 0)),
        );
        const passed = counted.filter(({ is_counted }) => is_counted);
        expect(passed).toHaveLength(Math.min(attempts, 100));
        expect(new Set(passed.map(({ count }) => count)).size).toBe(passed.length);
      },
    );

    if (!hasTable) return;

    it('expire by themselves, and the item does not reveal its sender', async () => {
      const key = randomUUID();
      await windows.count(key, rule, at(0.5), false);
      expect(await opened.table?.get(windowKey(key))).toEqual({
        ...windowKey(key),
        count: 1,
        started_at: start + 500,
        ends_at: start + 60_500,
        ttl: Math.ceil((start + 60_500) / 1000),
      });
    });

    it('cost one write unit per request after the first', async () => {
      const key = randomUUID();
      await windows.count(key, rule, at(0), false);
      const before = opened.writeUnits();
      await windows.count(key, rule, at(1), true);
      expect(opened.writeUnits() - before).toBe(1);
    });
  });
});

describe('a table that throttles', () => {
  const because = (...reasons: string[]) =>
    reasons.map((reason) => ({ reason, resource: 'arn:aws:dynamodb' }));
  const ofKey = 'WindowThrottledError';
  const ofAll = 'StorageThrottledError';

  it.each<[string, object, string]>([
    ['ProvisionedThroughputExceededException', {}, ofKey],
    [
      'ProvisionedThroughputExceededException',
      { ThrottlingReasons: because('TableWriteKeyRangeThroughputExceeded') },
      ofKey,
    ],
    [
      'ProvisionedThroughputExceededException',
      { ThrottlingReasons: because('TableWriteProvisionedThroughputExceeded') },
      ofAll,
    ],
    ['ThrottlingException', { throttlingReasons: because('TableWriteKeyRangeThroughputExceeded') }, ofKey],
    ['ThrottlingException', { throttlingReasons: because('TableWriteAccountLimitExceeded') }, ofAll],
    ['ThrottlingException', { throttlingReasons: because('TableWriteMaxOnDemandThroughputExceeded') }, ofAll],
    [
      'ThrottlingException',
      {
        throttlingReasons: because('TableWriteKeyRangeThroughputExceeded', 'TableWriteAccountLimitExceeded'),
      },
      ofAll,
    ],
    ['ThrottlingException', {}, ofAll],
    ['RequestLimitExceeded', {}, ofAll],
    ['RequestLimitExceeded', { ThrottlingReasons: because('TableWriteAccountLimitExceeded') }, ofAll],
  ])('with %s and %j throws %s', async (name, fields, thrown) => {
    const body = JSON.stringify({
      __type: `com.amazonaws.dynamodb.v20120810#${name}`,
      message: 'no',
      ...fields,
    });
    const server = createServer((request, response) => {
      request.resume().once('end', () => {
        response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = createWindowsClient({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
    const windows = createWindowStore(
      createTableClient({ client: createDynamoEngine(client), tableName: 'windows' }),
    );
    const counted = windows.count('key', rule, at(0), true);
    await expect(counted).rejects.toMatchObject({ name: thrown });
    client.destroy();
    server.close();
  });
});
