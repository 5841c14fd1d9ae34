import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { spend, createShareWork } from './turns.ts';
import fc from 'fast-check';
import { runs } from '../../test/harness/property-runs.ts';

/** A number of steps that needs a turn in between. */
const MANY = 1_000_000;

it('lets others in after many steps, and not after each few', async () => {
  await spend(MANY);
  expect(spend(1)).toBeNull();
  expect(spend(MANY)).toBeInstanceOf(Promise);
});

it('lets one of several computations go on in each turn of the event loop', async () => {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      await nextTurn();
      turns += 1;
    }
  })();
  const wentOn: number[] = [];
  const compute = async () => {
    for (let part = 0; part < 5; part += 1) {
      await spend(MANY);
      wentOn.push(turns);
    }
  };
  await Promise.all([compute(), compute(), compute()]);
  isOver = true;
  await counting;
  expect(wentOn).toHaveLength(15);
  expect(new Set(wentOn).size).toBeGreaterThanOrEqual(14);
});

it('does equal work at once only once, and ends it exactly when all who waited have gone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ key: fc.constantFrom('a', 'b'), leaves: fc.boolean() }), { minLength: 1 }),
      async (callers) => {
        const share = createShareWork<string>();
        const { promise: done, resolve: finish } = Promise.withResolvers<void>();
        const begun = new Map<string, AbortSignal[]>();
        const waiting = callers.map(({ key, leaves }) => {
          const leaving = new AbortController();
          const answer = share(key, leaving.signal, async (nobodyWaits) => {
            begun.set(key, [...(begun.get(key) ?? []), nobodyWaits]);
            await done;
            return `of ${key}`;
          }).catch((error: unknown) => error);
          return { key, leaves, leaving, answer };
        });
        for (const { leaves, leaving } of waiting) if (leaves) leaving.abort('left');
        for (const [key, signals] of begun)
          expect(signals.map(({ aborted }) => aborted)).toEqual([
            waiting.every((one) => one.key !== key || one.leaves),
          ]);
        finish();
        for (const { key, leaves, answer } of waiting)
          expect(await answer).toBe(leaves ? 'left' : `of ${key}`);
      },
    ),
    { numRuns: runs(200) },
  );
});

it('begins anew after the end, after a failure, and after all have gone', async () => {
  const share = createShareWork<number>();
  const never = new AbortController().signal;
  let begun = 0;
  const count = async () => (begun += 1);
  expect([await share('a', never, count), await share('a', never, count)]).toEqual([1, 2]);
  await expect(share('a', never, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const leaving = new AbortController();
  const left = share('a', leaving.signal, () => new Promise(() => {}));
  leaving.abort(new Error('left'));
  expect(await share('a', never, count)).toBe(3);
  await expect(left).rejects.toThrow('left');
});
