import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/harness/property-runs.ts';
import { createOrder } from './deliver-to-all.ts';

describe('tasks in order', () => {
  it('run one at a time in the order in which they came, whichever is prepared first and whichever fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom('done', 'failing', 'unprepared'), { maxLength: 8 }),
        async (scheduler, kinds) => {
          const inOrder = createOrder();
          const events: string[] = [];
          const results = kinds.map((kind, at) => {
            const prepared = scheduler
              .schedule(Promise.resolve(at), `prepare ${at}`)
              .then((number) => (kind === 'unprepared' ? Promise.reject(new Error(`no ${at}`)) : number));
            return inOrder(prepared, async (number) => {
              events.push(`begin ${number}`);
              await scheduler.schedule(Promise.resolve(), `task ${number}`);
              events.push(`end ${number}`);
              if (kind === 'failing') throw new Error(`failed ${number}`);
              return number;
            });
          });
          const settled = Promise.allSettled(results);
          await scheduler.waitFor(settled);
          expect((await settled).map(({ status }) => status)).toEqual(
            kinds.map((kind) => (kind === 'done' ? 'fulfilled' : 'rejected')),
          );
          expect(events).toEqual(
            kinds.flatMap((kind, at) => (kind === 'unprepared' ? [] : [`begin ${at}`, `end ${at}`])),
          );
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('are prepared at once', async () => {
    const inOrder = createOrder();
    let prepared = 0;
    const prepare = async () => {
      prepared += 1;
    };
    const all = Promise.all([1, 2, 3].map(() => inOrder(prepare(), async () => prepared)));
    expect(prepared).toBe(3);
    expect(await all).toEqual([3, 3, 3]);
  });
});
