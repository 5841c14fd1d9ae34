import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createRetryBackoff } from '../../../src/lambda/queues/retry-backoff.ts';
import { createSqsHandler } from '../../../src/queues/sqs-handler.ts';
import { createWaitForTurn } from '../../../src/refresh/request-document.ts';
import { createHostStore } from '../../../src/storage/host-store.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import { lambdaContext } from '../../harness/api/function-url-event.ts';
import { silentLog } from '../../harness/app.ts';
import type { TestEngine } from '../../harness/engines/dynamodb-local.ts';
import { startEmbedded } from '../../harness/engines/embedded-engine.ts';
import { startSqsFifo } from '../../harness/servers/sqs-fifo.ts';

const TABLE = 'turns';
const BATCH = 5;
const STEP_MS = 100;
const FETCH_MS = 150;

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEmbedded();
  await engine.createTable(TABLE);
});
afterAll(() => engine.close());

/** Feeds are asked without robots.txt. */
const robotsFor = () => Promise.reject(new Error('robots.txt was asked for'));

/** Feeds of these hosts in the fetch queue, which two instances of the fetch function work off. */
const startFetching = async (feeds: string[]) => {
  let time = Date.UTC(2026, 2, 1);
  const started = time;
  const now = () => new Date(time);
  const queue = await startSqsFifo({ now: () => time, maxReceiveCount: 4, visibilitySeconds: 540 });
  let units = 0;
  const table = createTableClient({
    client: engine.client,
    tableName: TABLE,
    onConsumed: (operation, consumed) => (units += operation === 'UpdateItem' ? consumed : 0),
  });
  const fetched: { url: string; at: number }[] = [];
  const pause = async (milliseconds: number) => {
    time += milliseconds;
    return true;
  };
  const createInstance = () => {
    const settings = { FETCH_ALLOW_HOSTS: '' };
    const handler = createSqsHandler({
      schema: z.object({ url: z.string() }),
      waitFor: createWaitForTurn({ hosts: createHostStore(table), settings, robotsFor, now, pause }),
      handle: async ({ url }) => {
        fetched.push({ url, at: time - started });
        time += FETCH_MS;
      },
      log: silentLog,
    });
    return createRetryBackoff(queue.client)(handler, silentLog);
  };
  const instances = [createInstance(), createInstance()];
  queue.put(
    feeds.map((url) => ({
      body: JSON.stringify({ url }),
      group_id: new URL(url).hostname,
      deduplication_id: url,
    })),
  );
  const run = async () => {
    for (let step = 0; queue.size() > 0; step += 1) {
      const event = queue.receive(BATCH);
      const instance = instances[step % instances.length];
      if (event.Records.length > 0 && instance !== undefined) {
        const { batchItemFailures } = await instance(event, lambdaContext());
        const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
        for (const { messageId } of event.Records) if (!failed.has(messageId)) queue.acknowledge(messageId);
      }
      time += STEP_MS;
    }
  };
  return { queue, fetched, run, units: () => units };
};

it(
  'fetches 500 feeds of one host about one a second, without dead letters, beside other hosts',
  { timeout: 120_000, tags: ['long'] },
  async () => {
    const host = `${randomUUID()}.example`;
    const many = Array.from({ length: 500 }, (_, n) => `https://${host}/${n}`);
    const others = Array.from({ length: 20 }, (_, n) => `https://${n}.${host}/`);
    const { queue, fetched, run, units } = await startFetching([...many, ...others]);
    await run();
    queue.close();

    expect(queue.deadLetters).toEqual([]);
    expect(fetched.map(({ url }) => url).toSorted()).toEqual([...many, ...others].toSorted());
    const times = fetched.filter(({ url }) => many.includes(url)).map(({ at }) => at);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
    expect((times.at(-1) ?? 0) / times.length).toBeLessThanOrEqual(1500);
    // The others did not wait for the host with many feeds.
    const last = Math.max(...fetched.filter(({ url }) => others.includes(url)).map(({ at }) => at));
    expect(last).toBeLessThan(60_000);
    // One write unit a turn, and few turns that were asked for in vain.
    expect(units()).toBeLessThanOrEqual(1.1 * fetched.length);
    console.log(
      `500 feeds of a host: ${Math.round((times.at(-1) ?? 0) / 1000)} s, ${units()} write units for ` +
        `${fetched.length} turns, calls ${JSON.stringify(queue.calls)}`,
    );
  },
);
