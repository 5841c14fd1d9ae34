import { expect, it } from 'vitest';
import { once, oncePer } from './memory.ts';

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

it('makes the value of each object once, also one that is undefined', () => {
  const asked: object[] = [];
  const made = oncePer((key: { value?: number }) => {
    asked.push(key);
    return key.value;
  });
  const [one, other, none] = [{ value: 1 }, { value: 1 }, {}];
  expect([made(one), made(other), made(none), made(one), made(none)]).toEqual([
    1,
    1,
    undefined,
    1,
    undefined,
  ]);
  expect(asked).toEqual([one, other, none]);
});
