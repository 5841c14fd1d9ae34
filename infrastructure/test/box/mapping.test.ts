import { describe, expect, it } from 'vitest';
import { headerOf } from '../../box/lineage.ts';
import { createMapping, type MappingOptions } from '../../box/mapping.ts';
import { createQueue } from '../../box/queue.ts';

type Batch = { bodies: string[]; trace: string | undefined };

/** Returns a mapping with its queue, whose function notes its batches and answers as the test says. */
const mappingWith = (
  options: Partial<MappingOptions> = {},
  answer: (batch: Batch) => unknown = () => ({}),
) => {
  const clock = { ms: 0 };
  const now = () => clock.ms;
  const common = { visibilitySeconds: 60, retentionSeconds: 345_600, now };
  const dead = createQueue({ name: 'dead', ...common });
  const queue = createQueue({
    name: 'work',
    redrive: { to: dead, maxReceives: 2 },
    ...common,
  });
  const batches: Batch[] = [];
  const mapping = createMapping({
    functionName: 'work',
    batchSize: 5,
    windowSeconds: 0,
    maximumConcurrency: 2,
    allowsLoops: true,
    reportsFailures: true,
    now,
    invoke: async (_, event, trace) => {
      const { Records } = event as { Records: { body: string }[] };
      const batch = { bodies: Records.map(({ body }) => body), trace };
      batches.push(batch);
      return answer(batch);
    },
    queue,
    ...options,
  });
  return { mapping, queue, dead, batches, clock };
};
const failing = (ids: string[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

describe('an event source mapping of the box', () => {
  it('hands out batches of its size, as many at once as it may', async () => {
    const waiting: (() => void)[] = [];
    const { mapping, queue, batches } = mappingWith(
      {},
      () => new Promise<void>((done) => waiting.push(done)),
    );
    for (let at = 0; at < 14; at += 1) queue.send({ body: String(at) });
    mapping.poll();
    mapping.poll();
    expect(batches.map(({ bodies }) => bodies.length)).toEqual([5, 5]);
    for (const done of waiting) done();
    await mapping.settled();
    mapping.poll();
    expect(batches.map(({ bodies }) => bodies.length)).toEqual([5, 5, 4]);
  });

  it('waits for a batch to fill, for its window at most', () => {
    const { mapping, queue, batches, clock } = mappingWith({ windowSeconds: 2 });
    queue.send({ body: 'a' });
    mapping.poll();
    queue.send({ body: 'b' });
    clock.ms += 1999;
    mapping.poll();
    expect(batches).toEqual([]);
    clock.ms += 1;
    mapping.poll();
    expect(batches).toMatchObject([{ bodies: ['a', 'b'] }]);
    for (let at = 0; at < 5; at += 1) queue.send({ body: String(at) });
    mapping.poll();
    expect(batches[1]?.bodies).toHaveLength(5);
  });

  it('deletes what was handled, and delivers again what the answer names, until it is a dead letter', async () => {
    const ids: string[] = [];
    const { mapping, queue, dead, batches, clock } = mappingWith({}, () => failing(ids));
    queue.send({ body: 'good' });
    ids.push(queue.send({ body: 'bad' }));
    for (let delivery = 0; delivery < 3; delivery += 1) {
      mapping.poll();
      await mapping.settled();
      clock.ms += 60_000;
    }
    expect(batches.map(({ bodies }) => bodies)).toEqual([['good', 'bad'], ['bad']]);
    expect(dead.drain()).toMatchObject([{ body: 'bad' }]);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('the table fails'))],
    ['names a message that it did not get', () => failing(['other'])],
  ])('delivers a whole batch again if the function %s', async (_, answer) => {
    const { mapping, queue, batches, clock } = mappingWith({}, answer);
    queue.send({ body: 'a' });
    queue.send({ body: 'b' });
    mapping.poll();
    await mapping.settled();
    clock.ms += 60_000;
    mapping.poll();
    expect(batches.map(({ bodies }) => bodies)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('drops the seventeenth invocation of a chain, which becomes a dead letter, unless the function allows it', async () => {
    const trace = headerOf(new Map([['work', 16]]));
    const dropping = mappingWith({ allowsLoops: false });
    dropping.queue.send({ body: 'a', trace });
    for (let delivery = 0; delivery < 3; delivery += 1) {
      dropping.mapping.poll();
      dropping.clock.ms += 60_000;
    }
    expect(dropping.batches).toEqual([]);
    expect(dropping.mapping.counted.dropped).toBe(2);
    expect(dropping.dead.drain()).toHaveLength(1);

    const allowing = mappingWith();
    allowing.queue.send({ body: 'a', trace });
    allowing.mapping.poll();
    await allowing.mapping.settled();
    expect(allowing.batches).toMatchObject([{ trace: expect.stringContaining('Lineage=1:work:17') }]);
  });
});
