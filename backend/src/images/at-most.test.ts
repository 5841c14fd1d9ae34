import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAtMost } from './at-most.ts';

it('runs no more tasks at once than allowed, and all of them, also after failures', async () => {
  const tasks = fc.array(fc.record({ turns: fc.nat(4), fails: fc.boolean() }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), tasks, async (limit, all) => {
      const atMost = createAtMost(limit);
      let running = 0;
      let most = 0;
      const results = await Promise.allSettled(
        all.map(({ turns, fails }, n) =>
          atMost(async () => {
            running += 1;
            most = Math.max(most, running);
            for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
            running -= 1;
            if (fails) throw new Error('failed');
            return n;
          }),
        ),
      );
      expect(most).toBeLessThanOrEqual(limit);
      expect(results.map(({ status }) => status === 'rejected')).toEqual(all.map(({ fails }) => fails));
    }),
  );
});
