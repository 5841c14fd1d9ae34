import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../test/harness/property-runs.ts';
import { createPlaces, NoPlaceError } from './places.ts';

const never = new AbortController().signal;
/** A wait that no test reaches. */
const LONG_MS = 200_000;

it('has no more at work than allowed, of each key too, and leaves nobody waiting while a place is free', async () => {
  const work = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    turns: fc.nat(4),
    fails: fc.boolean(),
    leavesAfter: fc.option(fc.nat(6)),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 3 }),
      fc.array(work, { maxLength: 30 }),
      async (most, share, all) => {
        const inPlace = createPlaces({ most, share, waitMs: LONG_MS });
        const running = new Map<string, number>();
        const results = await Promise.allSettled(
          all.map(async ({ key, turns, fails, leavesAfter }, n) => {
            const leaving = new AbortController();
            const began = inPlace(key, leaving.signal, async () => {
              expect(leaving.signal.aborted).toBe(false);
              running.set(key, (running.get(key) ?? 0) + 1);
              expect(running.get(key)).toBeLessThanOrEqual(share);
              expect([...running.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(most);
              for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
              running.set(key, (running.get(key) ?? 0) - 1);
              if (fails) throw new Error('failed');
              return n;
            });
            for (let turn = 0; turn < (leavesAfter ?? 0); turn += 1) await Promise.resolve();
            if (leavesAfter !== null) leaving.abort('left');
            return began;
          }),
        );
        const allowed = all.map(({ fails, leavesAfter }, n) => [
          fails ? 'failed' : n,
          ...(leavesAfter === null ? [] : ['left']),
        ]);
        const outcomes = results.map((result): unknown => {
          if (result.status === 'fulfilled') return result.value;
          return result.reason instanceof Error ? result.reason.message : result.reason;
        });
        outcomes.forEach((outcome, n) => expect(allowed[n]).toContain(outcome));
      },
    ),
    { numRuns: runs(300) },
  );
});

it('gives a place to another key when those before have their share', async () => {
  const inPlace = createPlaces({ most: 3, share: 2, waitMs: LONG_MS });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const dead = [1, 2, 3, 4].map(() => inPlace('dead', never, () => held));
  expect(await inPlace('good', never, async () => 'came')).toBe('came');
  release();
  await Promise.all(dead);
});

it('says so if no place is free in time', async () => {
  const inPlace = createPlaces({ most: 1, share: 1, waitMs: 20 });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = inPlace('a', never, () => held);
  await expect(inPlace('b', never, async () => 'too late')).rejects.toThrow(NoPlaceError);
  release();
  await first;
  expect(await inPlace('b', never, async () => 'free')).toBe('free');
});
