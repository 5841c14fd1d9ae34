import { expect, it } from 'vitest';
import { once } from './once.ts';

it('runs once for all calls, and again after a failure', async () => {
  let runs = 0;
  const get = once(async () => {
    runs += 1;
    if (runs === 1) throw new Error('not yet');
    return runs;
  });
  await expect(get()).rejects.toThrow('not yet');
  expect(await Promise.all([get(), get(), get()])).toEqual([2, 2, 2]);
});
