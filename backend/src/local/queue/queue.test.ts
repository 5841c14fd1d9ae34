import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock, settle } from '../../../test/harness/manual-clock.ts';
import { openTable, type EmbeddedTable } from '../table/local-table.ts';
import { untried } from '../table/message-rows.ts';
import { createLocalQueue } from './queue.ts';
import type { LocalQueueOptions, QueueHandler } from './queue-memory.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const bodies = (records: SQSRecord[]) => records.map(({ body }) => body);
const all = { batchItemFailures: [] };
const only = (...records: SQSRecord[]) => ({
  batchItemFailures: records.map(({ messageId }) => ({ itemIdentifier: messageId })),
});

describe('local queue', () => {
  let table: EmbeddedTable;
  let queues = 0;
  beforeAll(() => {
    table = openTable(':memory:', 'queues');
  });
  afterAll(() => table.close());

  const setUp = async (changes: Partial<LocalQueueOptions> = {}) => {
    const time = createManualClock();
    const options: LocalQueueOptions = {
      name: `queue-${(queues += 1)}`,
      rows: table.queues,
      batchSize: 10,
      concurrency: 2,
      visibilityTimeout: 60,
      retryDelay: 30,
      maxReceiveCount: 3,
      clock: time.clock,
      log: quiet,
      ...changes,
    };
    const queue = await createLocalQueue(options);
    const reopen = async () => {
      await queue.stop();
      return createLocalQueue(options);
    };
    return { queue, time, reopen };
  };

  it('delivers records in the form that Lambda receives from SQS', async () => {
    const { queue } = await setUp({ name: 'fetch' });
    const events: SQSEvent[] = [];
    let remaining = 0;
    await queue.send([{ body: 'one' }]);
    queue.start((event, context) => {
      events.push(event);
      remaining = context.getRemainingTimeInMillis();
      return Promise.resolve(all);
    });
    await queue.idle();
    expect(remaining).toBe(60_000);
    const record = events[0]!.Records[0]!;
    expect(record).toMatchObject({
      body: 'one',
      md5OfBody: 'f97c5d29941bfb1b2fdab0874906ab82',
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:local:000000000000:fetch',
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: String(Date.parse('2026-01-31T00:00:00.000Z')),
      },
    });
    expect(record.receiptHandle).not.toBe('');
  });

  it('respects the batch size and the number of concurrent calls', async () => {
    const { queue } = await setUp({ batchSize: 3, concurrency: 2 });
    const sizes: number[] = [];
    const open: (() => void)[] = [];
    await queue.send(Array.from({ length: 8 }, (_, n) => ({ body: String(n) })));
    queue.start((event) => {
      sizes.push(event.Records.length);
      return new Promise((resolve) => open.push(() => resolve(all)));
    });
    await settle();
    expect(sizes).toEqual([3, 3]);
    expect(queue.depth()).toEqual({ queued: 2, in_flight: 6, dead: 0 });
    open.shift()!();
    await settle();
    expect(sizes).toEqual([3, 3, 2]);
    for (const finish of open) finish();
    await queue.idle();
    expect(queue.depth()).toEqual({ queued: 0, in_flight: 0, dead: 0 });
  });

  it('delivers a delayed message after its delay', async () => {
    const { queue, time } = await setUp();
    const got: string[] = [];
    queue.start((event) => {
      got.push(...bodies(event.Records));
      return Promise.resolve(all);
    });
    await queue.send([{ body: 'later', delay_seconds: 60 }, { body: 'now' }]);
    await time.advance(59_999);
    expect(got).toEqual(['now']);
    await time.advance(1);
    expect(got).toEqual(['now', 'later']);
  });

  it('redelivers only the messages reported as failed, after the retry delay', async () => {
    const { queue, time } = await setUp();
    const got: string[][] = [];
    await queue.send([{ body: 'good' }, { body: 'bad' }]);
    queue.start((event) => {
      got.push(event.Records.map((r) => `${r.body} ${r.attributes.ApproximateReceiveCount}`));
      const bad = event.Records.filter(({ body }) => body === 'bad');
      return Promise.resolve(got.length === 1 ? only(...bad) : all);
    });
    await settle();
    await time.advance(29_999);
    expect(got).toEqual([['good 1', 'bad 1']]);
    await time.advance(1);
    expect(got[1]).toEqual(['bad 2']);
    await queue.idle();
  });

  it.each<[string, QueueHandler]>([
    ['throws', () => Promise.reject(new Error('out of order'))],
    [
      'throws at once',
      () => {
        throw new Error('out of order');
      },
    ],
    ['reports an unknown message', () => Promise.resolve({ batchItemFailures: [{ itemIdentifier: 'x' }] })],
    ['never ends', () => new Promise(() => {})],
  ])('treats the whole batch as failed when the handler %s', async (_name, fail) => {
    const { queue, time } = await setUp();
    let calls = 0;
    const got: string[] = [];
    await queue.send([{ body: 'a' }, { body: 'b' }]);
    queue.start((event, context) => {
      calls += 1;
      if (calls === 1) return fail(event, context);
      got.push(...bodies(event.Records));
      return Promise.resolve(all);
    });
    await time.advance(60_000 + 30_000);
    expect(got).toEqual(['a', 'b']);
    await queue.idle();
  });

  it('makes a dead letter with a reason after the last failure, and redelivers it on redrive', async () => {
    const { queue, time, reopen } = await setUp();
    let calls = 0;
    await queue.send([{ body: 'poison' }]);
    queue.start(() => {
      calls += 1;
      return Promise.reject(new TypeError('cannot read it'));
    });
    await time.advance(300_000);
    expect(calls).toBe(3);
    await queue.idle();
    const reopened = await reopen();
    expect(reopened.depth()).toEqual({ queued: 0, in_flight: 0, dead: 1 });
    expect(reopened.deadLetters()).toMatchObject([
      { body: 'poison', reason: 'TypeError: cannot read it', receive_count: 3 },
    ]);
    expect(await reopened.redrive()).toBe(1);
    expect(reopened.depth()).toEqual({ queued: 1, in_flight: 0, dead: 0 });
    const counts: (string | undefined)[] = [];
    reopened.start((event) => {
      counts.push(...event.Records.map((r) => r.attributes.ApproximateReceiveCount));
      return Promise.resolve(all);
    });
    await reopened.idle();
    expect(counts).toEqual(['1']);
    expect(reopened.deadLetters()).toEqual([]);
  });

  it('remembers a redrive after a restart', async () => {
    const { queue, time, reopen } = await setUp({ maxReceiveCount: 1 });
    await queue.send([{ body: 'poison' }]);
    queue.start((event) => Promise.resolve(only(...event.Records)));
    await queue.idle();
    await queue.stop();
    await queue.redrive();
    await time.advance(1000);
    expect((await reopen()).depth()).toEqual({ queued: 1, in_flight: 0, dead: 0 });
  });

  /** Writes the journal of a process that was killed while it handled messages; `deaths` counts the kills by body. */
  const leaveInFlight = async (deaths: Record<string, number>) => {
    const messages = Object.entries(deaths).map(([body, receive_count], n) => ({
      ...untried(0),
      message_id: body,
      body,
      sequence: n,
      sent_at: 0,
      receive_count,
    }));
    await table.queues.change(
      `queue-${queues}`,
      messages.map((message) => ({ op: 'add', message })),
    );
  };

  it.each([
    [1, []],
    [2, []],
    [3, []],
    [4, [{ reason: 'the process died 4 times while it was handled' }]],
  ])('after %s crashes of the process during a message has the dead letters %j', async (deaths, expected) => {
    const { reopen } = await setUp();
    await leaveInFlight({ m: deaths });
    const reopened = await reopen();
    expect(reopened.deadLetters()).toMatchObject(expected);
    expect(reopened.depth()).toMatchObject({ queued: 1 - expected.length });
  });

  it('delivers messages that met two crashes one by one, so that only the cause is a dead letter', async () => {
    const { time, reopen } = await setUp({ concurrency: 4 });
    await leaveInFlight({ a: 2, cause: 2, b: 2, once: 1, c: 2 });
    const reopened = await reopen();
    const suspects = ['a', 'b', 'c', 'cause'];
    const inFlight = new Set<string>();
    const together: string[][] = [];
    const done: string[] = [];
    reopened.start(async (event) => {
      const batch = bodies(event.Records);
      for (const body of batch) inFlight.add(body);
      together.push([...inFlight].filter((body) => suspects.includes(body)));
      await new Promise(setImmediate);
      for (const body of batch) inFlight.delete(body);
      done.push(...batch);
      return all;
    });
    await time.advance(29_000);
    expect(done).toEqual(['once']);
    await time.advance(1000);
    await reopened.idle();
    expect(together.filter((names) => names.length > 1)).toEqual([]);
    expect(done.toSorted()).toEqual(['a', 'b', 'c', 'cause', 'once']);
  });

  it('waits longer after each further crash', async () => {
    const { time, reopen } = await setUp();
    await leaveInFlight({ thrice: 3, twice: 2 });
    const reopened = await reopen();
    const done: string[] = [];
    reopened.start((event) => {
      done.push(...bodies(event.Records));
      return Promise.resolve(all);
    });
    await time.advance(30_000);
    expect(done).toEqual(['twice']);
    await time.advance(30_000);
    expect(done).toEqual(['twice', 'thrice']);
  });

  it('keeps messages with receive counts, delays and order over a restart', async () => {
    const { queue, time, reopen } = await setUp({ batchSize: 2, concurrency: 1 });
    await queue.send(['a1', 'a2', 'a3', 'a4'].map((body) => ({ body })));
    // The queue stops while the first batch is handled, and must hand out no other one.
    queue.start((event) => {
      void queue.stop();
      return Promise.resolve(only(...event.Records));
    });
    await settle();
    const reopened = await reopen();
    const got: string[] = [];
    reopened.start((event) => {
      got.push(...event.Records.map((r) => `${r.body} ${r.attributes.ApproximateReceiveCount}`));
      return Promise.resolve(all);
    });
    await settle();
    expect(got).toEqual(['a3 1', 'a4 1']);
    await time.advance(30_000);
    expect(got).toEqual(['a3 1', 'a4 1', 'a1 2', 'a2 2']);
  });

  it('waits for running handlers when it stops, and still accepts messages', async () => {
    const { queue } = await setUp();
    let finish = () => {};
    let isStopped = false;
    await queue.send([{ body: 'running' }]);
    queue.start(() => new Promise((resolve) => (finish = () => resolve(all))));
    await settle();
    const stopped = queue.stop().then(() => (isStopped = true));
    await queue.send([{ body: 'next' }]);
    await settle();
    expect(isStopped).toBe(false);
    finish();
    await stopped;
    expect(queue.depth()).toEqual({ queued: 1, in_flight: 0, dead: 0 });
  });

  it('leaves nothing of what is done', async () => {
    const { queue } = await setUp();
    queue.start(() => Promise.resolve(all));
    await queue.send(Array.from({ length: 200 }, (_, n) => ({ body: `${n}` })));
    await queue.idle();
    expect(table.queues.read(`queue-${queues}`).size).toBe(0);
  });

  it.each([
    ['an empty body', { body: '' }],
    ['a body over 1 MiB', { body: 'x'.repeat(1_048_577) }],
    ['a delay over 15 minutes', { body: 'x', delay_seconds: 901 }],
  ])('refuses %s as SQS does, and stores nothing', async (_name, entry) => {
    const { queue } = await setUp();
    await expect(queue.send([{ body: 'good' }, entry])).rejects.toThrow('message refused');
    expect(queue.depth().queued).toBe(0);
  });
});
