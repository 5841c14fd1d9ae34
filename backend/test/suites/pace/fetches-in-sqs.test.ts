import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTable, type EmbeddedTable } from '../../../src/local/table/local-table.ts';
import { queueTable, type FetchMessage } from '../../../src/queues/messages.ts';
import { sendBy } from '../../../src/queues/outgoing.ts';
import { lambdaContext } from '../../harness/api/function-url-event.ts';
import { createPacedFetches, feedAt, gapsBetween, pageAt } from '../../harness/paced-fetches.ts';

/** As many as a deployment has with the default of `queue_concurrency`. */
const INSTANCES = 2 * queueTable.fetch.concurrencyTimes;
/** Milliseconds that Lambda and the requests of a batch take beside what the messages wait for. */
const CALL_MS = 100;

let table: EmbeddedTable;
beforeEach(() => {
  table = openTable(':memory:', 'turns');
});
afterEach(() => table.close());

type Stored = { id: string; body: string; visibleAt: number };

/** These messages in a queue as SQS has it, which delays by whole seconds, and the instances of the function that work it off. */
const startFetching = async (messages: FetchMessage[]) => {
  const fetches = createPacedFetches(table, 'turns');
  const { now, pass } = fetches;
  let queue: Stored[] = [];
  let sent = 0;
  const send = sendBy(async (given) => {
    for (const { body, delay_seconds = 0 } of given) {
      sent += 1;
      queue.push({ id: `m${sent}`, body, visibleAt: now() + Math.round(delay_seconds) * 1000 });
    }
  });
  await send(messages);
  const handler = fetches.createHandler(send);
  const failed: string[] = [];
  let isOver = false;
  const work = async (): Promise<void> => {
    while (!isOver) {
      await pass(CALL_MS);
      const batch = queue.filter(({ visibleAt }) => visibleAt <= now()).slice(0, queueTable.fetch.batchSize);
      queue = queue.filter((message) => !batch.includes(message));
      if (batch.length === 0) continue;
      const Records = batch.map(({ id, body }) => ({
        messageId: id,
        body,
        attributes: {},
        eventSource: 'aws:sqs',
      }));
      const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent, lambdaContext());
      failed.push(...batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    }
  };
  const working = Array.from({ length: INSTANCES }, work);
  return {
    ...fetches,
    sent: () => sent,
    /** Works until all of these were fetched, or for this many seconds. */
    run: async (urls: string[], seconds: number) => {
      for (let at = 0; at < seconds && !urls.every((url) => fetches.fetched.has(url)); at += 1)
        await fetches.advance(1000);
      isOver = true;
      await fetches.advance(5000);
      await Promise.all(working);
      expect(failed).toEqual([]);
    },
  };
};

it(
  'fetches 500 feeds of one host about one a second, beside other hosts',
  { timeout: 120_000, tags: ['long'] },
  async () => {
    const many = Array.from({ length: 500 }, (_, n) => `https://many.example/${n}`);
    const others = Array.from({ length: 20 }, (_, n) => `https://${n}.example/`);
    const { run, fetched, units, sent } = await startFetching([...many, ...others].map(feedAt));
    await run([...many, ...others], 2000);

    const timeOf = (urls: string[]) => Math.max(...urls.map((url) => fetched.get(url) ?? Infinity));
    const gaps = gapsBetween(fetched, many);
    console.log(
      `500 feeds of a host: ${Math.round(timeOf(many) / 1000)} s, ${units()} write units and ${sent()} messages for ` +
        `${fetched.size} turns, the others after ${timeOf(others)} ms`,
    );
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
    expect(timeOf(many) / many.length).toBeLessThanOrEqual(1500);
    // The others did not wait for the host with many feeds.
    expect(timeOf(others)).toBeLessThan(60_000);
  },
);

it(
  'fetches feeds that were sent after 2,000 pages of a host within half a minute',
  { timeout: 120_000, tags: ['long'] },
  async () => {
    const pages = Array.from({ length: 2000 }, (_, n) => `https://crawled.example/${n}`);
    const feeds = Array.from({ length: 100 }, (_, n) => `https://${n}.example/`);
    const { run, fetched } = await startFetching([...pages.map(pageAt), ...feeds.map(feedAt)]);
    await run(feeds, 200);

    const last = Math.max(...feeds.map((url) => fetched.get(url) ?? Infinity));
    console.log(`100 feeds behind 2,000 pages of a host: ${last} ms`);
    expect(last).toBeLessThan(30_000);
    expect(Math.min(...gapsBetween(fetched, pages))).toBeGreaterThanOrEqual(1000);
  },
);
