import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/harness/manual-clock.ts';
import { openTable, type EmbeddedTable } from '../table/local-table.ts';
import { createLocalQueue } from './queue.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

describe('local queue, under random failures', () => {
  let table: EmbeddedTable;
  let made = 0;
  beforeAll(() => {
    table = openTable(':memory:', 'queues');
  });
  afterAll(() => table.close());

  const scenario = fc.record({
    batchSize: fc.integer({ min: 1, max: 4 }),
    concurrency: fc.integer({ min: 1, max: 4 }),
    maxReceiveCount: fc.integer({ min: 1, max: 3 }),
    count: fc.integer({ min: 1, max: 15 }),
    /** The results of the handler calls, used in turn. */
    ends: fc.array(fc.constantFrom('ok', 'ok', 'throw', 'report', 'slow', 'restart'), {
      minLength: 1,
      maxLength: 10,
    }),
  });

  it('acknowledges or dead-letters each message', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ count, ends, ...settings }) => {
        const time = createManualClock();
        const open = () =>
          createLocalQueue({
            ...settings,
            name: `run-${made}`,
            rows: table.queues,
            visibilityTimeout: 60,
            retryDelay: 5,
            clock: time.clock,
            log: quiet,
          });
        made += 1;
        const delivered = new Set<number>();
        const finished: number[] = [];
        let calls = 0;
        let restarts = 0;
        let wantsRestart = false;

        const consume = (queue: Awaited<ReturnType<typeof open>>) =>
          queue.start(async (event) => {
            const end = ends[(calls += 1) % ends.length];
            for (const { body } of event.Records) delivered.add(Number(body));
            if (end === 'slow') await new Promise<void>((resolve) => time.clock.after(7000, resolve));
            else await new Promise(setImmediate);
            if (end === 'restart') wantsRestart = true;
            if (end === 'throw') throw new Error('no');
            const failed = end === 'report' ? event.Records.slice(event.Records.length >> 1) : [];
            const good = event.Records.slice(0, event.Records.length - failed.length);
            finished.push(...good.map(({ body }) => Number(body)));
            return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
          });

        let queue = await open();
        const everyone = Array.from({ length: count }, (_, n) => n);
        await queue.send(everyone.map((n) => ({ body: String(n) })));
        consume(queue);
        for (let step = 0; step < 400; step += 1) {
          await time.advance(1000);
          if (wantsRestart && restarts < 3) {
            wantsRestart = false;
            restarts += 1;
            const stopping = queue.stop();
            await time.advance(7000);
            await stopping;
            queue = await open();
            consume(queue);
          }
          const { queued, in_flight } = queue.depth();
          if (queued + in_flight === 0) break;
        }
        await queue.idle();
        await queue.stop();

        const dead = queue.deadLetters().map(({ body }) => Number(body));
        expect([...delivered].toSorted((a, b) => a - b)).toEqual(everyone);
        expect([...finished, ...dead].toSorted((a, b) => a - b)).toEqual(everyone);
      }),
      { numRuns: runs(150) },
    );
  });
});
