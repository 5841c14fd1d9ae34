import type { SQSBatchResponse } from 'aws-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalQueue } from '../../../src/local/queue/queue.ts';
import { openTable, type EmbeddedTable } from '../../../src/local/table/local-table.ts';
import { queueTable } from '../../../src/queues/messages.ts';
import { sendBy } from '../../../src/queues/outgoing.ts';
import { silentLog } from '../../harness/app.ts';
import { createPacedFetches, feedAt, gapsBetween, pageAt } from '../../harness/paced-fetches.ts';

const PAGES = 2000;

let table: EmbeddedTable;
beforeAll(() => {
  table = openTable(':memory:', 'turns');
});
afterAll(() => table.close());

/** Opens the fetch queue of the local runner, under a name of its own in the table. */
const openFetchQueue = (
  name: string,
  { clock, rows }: Pick<ReturnType<typeof createPacedFetches>, 'clock' | 'rows'>,
) =>
  createLocalQueue({
    name,
    rows,
    ...queueTable.fetch.local,
    visibilityTimeout: 900,
    retryDelay: 20,
    maxReceiveCount: 5,
    clock,
    log: silentLog,
  });

it(
  'fetches feeds at once while 2,000 pages of a host wait for its turns in the queue of the local runner',
  { timeout: 120_000, tags: ['long'] },
  async () => {
    const { clock, rows, createHandler, advance, now, fetched } = createPacedFetches(table, 'turns');
    const queue = await openFetchQueue('fetch', { clock, rows });
    const send = sendBy(queue.send);
    const pages = Array.from({ length: PAGES }, (_, n) => `https://crawled.example/${n}`);
    await send(pages.map(pageAt));
    queue.start(createHandler(send));
    const waits: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const feeds = Array.from({ length: 10 }, (_, n) => `https://${round}-${n}.example/`);
      const sentAt = now();
      await send(feeds.map(feedAt));
      await advance(10_000);
      waits.push(...feeds.map((url) => (fetched.get(url) ?? Infinity) - sentAt));
    }
    console.log(`feeds beside ${PAGES} pages of a host waited for up to ${Math.max(...waits)} ms`);
    expect(Math.max(...waits)).toBe(0);

    const gaps = gapsBetween(fetched, pages);
    expect(gaps.length).toBeGreaterThanOrEqual(50);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
    // Nothing was lost: what was not asked yet waits.
    expect(queue.depth()).toMatchObject({ dead: 0 });
    expect(queue.bodies()).toHaveLength(PAGES - pages.filter((url) => fetched.has(url)).length);
  },
);

it('hands out a feed, and a page that a reader asked for, while other pages hang in every call that they may take', async () => {
  const { clock, rows } = createPacedFetches(table, 'turns');
  const queue = await openFetchQueue('hanging', { clock, rows });
  const handed: string[] = [];
  const answers = Promise.withResolvers<SQSBatchResponse>();
  queue.start(({ Records: [record] }) => {
    const { kind } = JSON.parse(record!.body);
    handed.push(kind);
    return kind === 'icon' ? answers.promise : Promise.resolve({ batchItemFailures: [] });
  });
  const send = sendBy(queue.send);
  await send(Array.from({ length: 20 }, (_, n) => pageAt(`https://${n}.example/`)));
  await expect.poll(() => handed.length).toBe(8);
  const asked = {
    kind: 'full_text',
    feed_id: '0123456789abcdef',
    articles: [{ article_id: '1234567890123456789' }],
  } as const;
  await send([asked, feedAt('https://feed.example/'), { ...asked, asked_by: 'anna' }]);
  await expect.poll(() => handed.slice(8).toSorted()).toEqual(['feed', 'full_text']);
  answers.resolve({ batchItemFailures: [] });
  await queue.idle();
  expect(handed).toHaveLength(23);
});
