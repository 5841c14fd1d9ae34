import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { createShareWork } from './shared-work.ts';

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
