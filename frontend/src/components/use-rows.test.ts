import { expect, it } from 'vitest';
import { rowAfterKey } from './use-rows.ts';

it('goes from row to row by keys, and never beyond the first and the last', () => {
  const to = (key: string) => [0, 5, 29].map((from) => rowAfterKey(key, from, 30));
  expect(to('ArrowDown')).toEqual([1, 6, 29]);
  expect(to('ArrowUp')).toEqual([0, 4, 28]);
  expect(to('PageDown')).toEqual([10, 15, 29]);
  expect(to('PageUp')).toEqual([0, 0, 19]);
  expect(to('Home')).toEqual([0, 0, 0]);
  expect(to('End')).toEqual([29, 29, 29]);
  for (const key of ['Enter', 'Tab', 'a', 'constructor']) expect(rowAfterKey(key, 5, 30)).toBeNull();
  expect(rowAfterKey('ArrowDown', 0, 0)).toBeNull();
});
