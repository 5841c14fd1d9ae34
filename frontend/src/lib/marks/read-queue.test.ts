import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { type ReadMark } from './mark-book.ts';
import { createReadQueue } from './read-queue.ts';
import { runs } from '../../../../backend/test/harness/property-runs.ts';

const failure = (status: number, details: unknown = null) =>
  new ApiError(
    {
      code: status === 429 ? 'RATE_LIMITED' : 'INTERNAL',
      message: 'm',
      details,
      category: 'system',
      action: 'a',
    },
    status,
  );

const mark = (n: number, is_read = true): ReadMark => ({
  article_id: `a${n}`,
  feed_id: `f${n % 2}`,
  is_read,
});

/** A queue over a server that remembers marks, with a clock that the test moves. `answers` are the next failures. */
const setUp = () => {
  let at = 0;
  let timers: { due: number; run: () => void }[] = [];
  const answers: (Error | 'lost answer')[] = [];
  const server = new Map<string, boolean>();
  const batches: { ids: string[]; isRead: boolean }[] = [];
  const refused: ReadMark[] = [];
  let kept: ReadMark[] = [];
  const queue = createReadQueue({
    send: async (ids, isRead) => {
      batches.push({ ids, isRead });
      const next = answers.shift();
      if (next instanceof Error) throw next;
      for (const id of ids) server.set(id, isRead);
      if (next === 'lost answer') throw failure(0);
    },
    after: (milliseconds, run) => {
      const timer = { due: at + milliseconds, run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
    now: () => at,
    keep: (marks) => void (kept = marks),
    onSettled: () => undefined,
    onRefused: (marks) => void refused.push(...marks),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const advance = async (milliseconds: number) => {
    at += milliseconds;
    const due = timers.filter((timer) => timer.due <= at);
    timers = timers.filter((timer) => timer.due > at);
    for (const timer of due) timer.run();
    await settle();
  };
  return { queue, server, batches, refused, answers, advance, settle, kept: () => kept };
};

describe('read marks', () => {
  it('are sent in one batch after two seconds, and kept until the server has them', async () => {
    const { queue, batches, advance, kept } = setUp();
    queue.add(mark(1));
    await advance(1_000);
    queue.add(mark(2));
    expect(kept()).toEqual([mark(1), mark(2)]);
    expect(batches).toEqual([]);
    await advance(1_000);
    expect(batches).toEqual([{ ids: ['a1', 'a2'], isRead: true }]);
    expect(kept()).toEqual([]);
  });

  it('cancel out if the opposite follows before they are sent', async () => {
    const { queue, batches, advance, kept } = setUp();
    queue.add(mark(1));
    queue.add(mark(1, false));
    expect(kept()).toEqual([]);
    await advance(10_000);
    expect(batches).toEqual([]);
  });

  it('are sent at once when the server is reached again, whatever pause the failures before demanded', async () => {
    const { queue, batches, answers, advance, server } = setUp();
    queue.add(mark(1));
    for (const milliseconds of [2_000, 2_000, 5_000, 15_000]) {
      answers.push(failure(0));
      await advance(milliseconds);
    }
    expect(batches).toHaveLength(4);
    await queue.flush();
    expect(batches).toHaveLength(4);
    await queue.resume();
    expect([batches.length, server.get('a1')]).toEqual([5, true]);
    // The next failure is the first of a new row.
    queue.add(mark(2));
    answers.push(failure(0));
    await advance(2_000);
    await advance(2_000);
    expect(server.get('a2')).toBe(true);
  });

  it('wait for the end of a rate limit although the server is reached again', async () => {
    for (const [details, milliseconds] of [
      [{ retry_after: 41 }, 42_000],
      [null, 2_000],
    ] as const) {
      const { queue, batches, answers, advance } = setUp();
      queue.add(mark(1));
      answers.push(failure(429, details));
      await advance(2_000);
      await queue.resume();
      await advance(milliseconds - 1);
      expect(batches).toHaveLength(1);
      await advance(1);
      expect(batches).toHaveLength(2);
    }
  });

  it('go in batches of 200 at most', async () => {
    const { queue, batches, settle } = setUp();
    for (let n = 0; n < 450; n += 1) queue.add(mark(n));
    await queue.flush();
    await settle();
    expect(batches.map(({ ids }) => ids.length)).toEqual([200, 200, 50]);
  });

  it('that come while a batch is on its way are collected for two seconds of their own', async () => {
    const { queue, batches, advance, settle } = setUp();
    queue.add(mark(1));
    const first = queue.flush();
    queue.add(mark(2));
    await first;
    await settle();
    await advance(1_000);
    queue.add(mark(3));
    await advance(1_000);
    expect(batches.map(({ ids }) => ids)).toEqual([['a1'], ['a2', 'a3']]);
  });

  it('are all sent when something that depends on them asks, also while a batch is on its way', async () => {
    const { queue, server } = setUp();
    queue.add(mark(1));
    void queue.flush();
    queue.add(mark(2));
    await queue.flush();
    expect([...server.keys()]).toEqual(['a1', 'a2']);
  });

  it('wait as long as a limit says, also if something asks for them before', async () => {
    const { queue, batches, server, answers, advance, kept } = setUp();
    answers.push(failure(429, { retry_after: 30 }));
    queue.add(mark(1));
    await advance(2_000);
    await queue.flush();
    queue.add(mark(2));
    await advance(20_000);
    expect(batches).toHaveLength(1);
    expect(kept()).toEqual([mark(1), mark(2)]);
    await advance(11_000);
    expect(batches).toHaveLength(2);
    expect([...server.keys()]).toEqual(['a1', 'a2']);
  });

  it('are taken back at the server if a lost answer leaves open whether it has them', async () => {
    const { queue, server, answers, advance } = setUp();
    answers.push('lost answer');
    queue.add(mark(1));
    await advance(2_000);
    queue.add(mark(1, false));
    await advance(60_000);
    expect(server.get('a1')).toBe(false);
  });

  it('are sent if they were made, taken back and made again around a batch that failed', async () => {
    const { queue, server, answers, advance } = setUp();
    answers.push(failure(429, { retry_after: 7 }));
    queue.add(mark(1));
    const first = queue.flush();
    queue.add(mark(1, false));
    await first;
    queue.add(mark(1));
    await advance(60_000);
    expect(server.get('a1')).toBe(true);
  });

  it('are given up only if the server refuses them for good', async () => {
    const { queue, refused, answers, advance, kept } = setUp();
    answers.push(failure(400));
    queue.add(mark(1));
    await advance(2_000);
    expect(refused).toEqual([mark(1)]);
    expect(kept()).toEqual([]);
  });

  it('are known to lists that were asked for before they arrived', async () => {
    const { queue, advance } = setUp();
    const before = queue.now();
    queue.add(mark(1));
    expect(queue.later(before)).toEqual([mark(1)]);
    await advance(2_000);
    expect(queue.later(before)).toEqual([mark(1)]);
    expect(queue.later(queue.now() + 1)).toEqual([]);
    queue.add(mark(1, false));
    expect(queue.later(before)).toEqual([mark(1), mark(1, false)]);
  });

  it('always end at the server as the reader left them, whatever fails in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.record({ toggle: fc.nat(4) }),
            fc.record({ wait: fc.integer({ min: 100, max: 5_000 }) }),
            fc.record({ flush: fc.constant(true) }),
          ),
          { maxLength: 40 },
        ),
        fc.array(
          fc.constantFrom<Error | 'lost answer'>(
            'lost answer',
            failure(0),
            failure(503),
            failure(429, { retry_after: 7 }),
          ),
          { maxLength: 6 },
        ),
        async (steps, failures) => {
          const { queue, server, answers, advance, settle, kept } = setUp();
          answers.push(...failures);
          const shown = new Map<string, boolean>();
          for (const step of steps) {
            if ('toggle' in step) {
              const id = `a${step.toggle}`;
              const is_read = shown.get(id) !== true;
              shown.set(id, is_read);
              queue.add({ article_id: id, feed_id: 'f', is_read });
            } else if ('wait' in step) await advance(step.wait);
            else void queue.flush();
          }
          for (let n = 0; n < 20; n += 1) await advance(61_000);
          await settle();
          for (const [id, is_read] of shown) expect(server.get(id) ?? false).toBe(is_read);
          expect(kept()).toEqual([]);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('are all sent as the page is left, although a batch is on its way', async () => {
    const sent: string[][] = [];
    const queue = createReadQueue({
      send: (ids) => {
        sent.push(ids);
        return new Promise(() => undefined);
      },
      after: () => () => undefined,
      now: () => 0,
      keep: () => undefined,
      onSettled: () => undefined,
      onRefused: () => undefined,
    });
    queue.add(mark(1));
    void queue.flush();
    queue.add(mark(2), mark(3, false));
    expect(sent).toEqual([['a1']]);
    queue.leave();
    expect(sent.flat()).toEqual(expect.arrayContaining(['a2', 'a3']));
  });
});
