import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { spend } from './spend.ts';

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
