import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMeter } from './table.ts';

it('measures the capacity of concurrent tasks separately', async () => {
  const { measure, noted } = createMeter();
  const work = (reads: number, writes: number) =>
    measure(async () => {
      noted('Query', reads);
      await setImmediate();
      noted('BatchGetItem', 0.5);
      await Promise.all([1, 2].map(async () => noted('PutItem', writes)));
      return reads;
    });
  noted('PutItem', 100);
  const all = await Promise.all([work(1, 2), work(3, 4)]);
  expect(all).toEqual([
    { result: 1, consumed: { read_units: 1.5, write_units: 4 } },
    { result: 3, consumed: { read_units: 3.5, write_units: 8 } },
  ]);
});
