import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock, settle } from '../process/manual-clock.ts';
import { openTable, type EmbeddedTable } from '../table/local-table.ts';
import { untried } from '../table/message-rows.ts';
import { createLocalQueue } from './queue.ts';
import type { LocalQueueOptions, QueueHandler } from './queue-types.ts';

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
      isFifo: false,
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

  const fifo = (group_id: string, body: string) => ({ group_id, body, deduplication_id: body });

  it('delivers records in the form that Lambda receives from SQS', async () => {
    const { queue } = await setUp({ isFifo: true, name: 'fetch' });
    const events: SQSEvent[] = [];
    let remaining = 0;
    await queue.send([fifo('host', 'one')]);
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
      eventSourceARN: 'arn:aws:sqs:local:000000000000:fetch.fifo',
      attributes: {
        ApproximateReceiveCount: '1',
        MessageGroupId: 'host',
        MessageDeduplicationId: 'one',
        SentTimestamp: String(Date.parse('2026-01-31T00:00:00.000Z')),
      },
    });
    expect(record.attributes.SequenceNumber).toMatch(/^\d{20}$/);
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
      group_id: body,
      deduplication_id: undefined,
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

  it.each([false, true])(
    'delivers messages that met two crashes one by one, so that only the cause is a dead letter (FIFO: %s)',
    async (isFifo) => {
      const { time, reopen } = await setUp({ isFifo, concurrency: 4 });
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
    },
  );

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

  it('has at most one batch of a group in flight, while other groups continue', async () => {
    const { queue } = await setUp({ isFifo: true, batchSize: 1, concurrency: 5 });
    const got: string[] = [];
    const open: (() => void)[] = [];
    await queue.send([fifo('A', 'a1'), fifo('A', 'a2'), fifo('B', 'b1')]);
    queue.start((event) => {
      got.push(...bodies(event.Records));
      return new Promise((resolve) => open.push(() => resolve(all)));
    });
    await settle();
    expect(got).toEqual(['a1', 'b1']);
    open.shift()!();
    await settle();
    expect(got).toEqual(['a1', 'b1', 'a2']);
    for (const finish of open) finish();
    await queue.idle();
  });

  it('delays a group until its failed message succeeds or is a dead letter', async () => {
    const { queue, time } = await setUp({ isFifo: true, batchSize: 1, maxReceiveCount: 2 });
    const got: string[] = [];
    await queue.send([fifo('A', 'bad'), fifo('A', 'next'), fifo('B', 'other')]);
    queue.start((event) => {
      got.push(...bodies(event.Records));
      return Promise.resolve(event.Records[0]!.body === 'bad' ? only(event.Records[0]!) : all);
    });
    await settle();
    expect(got).toEqual(['bad', 'other']);
    await time.advance(30_000);
    expect(got).toEqual(['bad', 'other', 'bad', 'next']);
    expect(queue.deadLetters()).toHaveLength(1);
  });

  it('puts a message back in its place for its wait, as often as it takes, without counting it', async () => {
    const { queue, time, reopen } = await setUp({ isFifo: true, maxReceiveCount: 2 });
    const seen: string[] = [];
    const receives = new Set<string | undefined>();
    const putBack: QueueHandler = ({ Records }) => {
      seen.push(bodies(Records).join());
      for (const { attributes } of Records) receives.add(attributes.ApproximateReceiveCount);
      const mine = Records.filter(({ body }) => body.startsWith('a'));
      return Promise.resolve({
        ...only(...mine),
        put_back: mine.map(({ messageId }) => ({ itemIdentifier: messageId, wait_ms: 1100 })),
      });
    };
    await queue.send([fifo('a', 'a1'), fifo('a', 'a2'), fifo('b', 'b1')]);
    queue.start(putBack);
    await settle();
    for (let round = 0; round < 10; round += 1) {
      await time.advance(1099);
      expect(seen).toHaveLength(round + 1);
      await time.advance(1);
    }
    expect(seen).toEqual(['a1,a2,b1', ...Array.from({ length: 10 }, () => 'a1,a2')]);
    expect(receives).toEqual(new Set(['1']));
    expect(queue.deadLetters()).toEqual([]);

    const again = await reopen();
    await again.send([fifo('a', 'a3')]);
    again.start(({ Records }) => {
      seen.push(bodies(Records).join());
      return Promise.resolve(all);
    });
    await settle();
    expect(again.depth()).toEqual({ queued: 3, in_flight: 0, dead: 0 });
    await time.advance(1100);
    await again.idle();
    expect(seen.at(-1)).toBe('a1,a2,a3');
  });

  it('ignores a repeated deduplication id for five minutes, also after a restart', async () => {
    const { queue, time, reopen } = await setUp({ isFifo: true });
    let got = 0;
    const count: QueueHandler = (event) => {
      got += event.Records.length;
      return Promise.resolve(all);
    };
    queue.start(count);
    await queue.send([fifo('A', 'same'), fifo('A', 'same')]);
    await queue.idle();
    expect(got).toBe(1);
    await time.advance(299_000);
    const reopened = await reopen();
    reopened.start(count);
    await reopened.send([fifo('A', 'same')]);
    await reopened.idle();
    expect(got).toBe(1);
    await time.advance(1_000);
    await reopened.send([fifo('A', 'same')]);
    await reopened.idle();
    expect(got).toBe(2);
  });

  it('keeps messages with receive counts, delays and order over a restart', async () => {
    const { queue, time, reopen } = await setUp({ isFifo: true, batchSize: 2 });
    await queue.send([fifo('A', 'a1'), fifo('A', 'a2'), fifo('A', 'a3')]);
    queue.start((event) => Promise.resolve(only(...event.Records)));
    await settle();
    const reopened = await reopen();
    const got: string[] = [];
    reopened.start((event) => {
      got.push(...event.Records.map((r) => `${r.body} ${r.attributes.ApproximateReceiveCount}`));
      return Promise.resolve(all);
    });
    await settle();
    expect(got).toEqual([]);
    await time.advance(30_000);
    expect(got).toEqual(['a1 2', 'a2 2', 'a3 1']);
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

  it('leaves nothing of what is done, and ids only for five minutes', async () => {
    const { queue, time } = await setUp({ isFifo: true });
    const rows = (name: string) =>
      table.rows.database.prepare(`SELECT * FROM ${name} WHERE queue = ?`).all(`queue-${queues}`).length;
    queue.start(() => Promise.resolve(all));
    await queue.send(Array.from({ length: 200 }, (_, n) => fifo('A', `${n}`)));
    await queue.idle();
    expect([rows('messages'), rows('sent_ids')]).toEqual([0, 200]);
    await time.advance(600_000);
    await queue.send([fifo('A', 'next')]);
    await queue.idle();
    expect([rows('messages'), rows('sent_ids')]).toEqual([0, 1]);
  });

  it.each([
    ['an empty body', false, { body: '' }],
    ['a body over 1 MiB', false, { body: 'x'.repeat(1_048_577) }],
    ['a FIFO message without a group', true, { body: 'x', deduplication_id: 'x' }],
    ['a FIFO message without a deduplication id', true, { body: 'x', group_id: 'x' }],
    ['a delay in a FIFO queue', true, { body: 'x', group_id: 'x', deduplication_id: 'x', delay_seconds: 1 }],
    ['a delay over 15 minutes', false, { body: 'x', delay_seconds: 901 }],
    ['a group with a space', true, { body: 'x', group_id: 'a b', deduplication_id: 'x' }],
  ])('refuses %s as SQS does, and stores nothing', async (_name, isFifo, entry) => {
    const { queue } = await setUp({ isFifo });
    const good = isFifo ? fifo('A', 'good') : { body: 'good' };
    await expect(queue.send([good, entry])).rejects.toThrow('message refused');
    expect(queue.depth().queued).toBe(0);
  });
});
