/*
 * Long computations in a process that also answers requests. They count their steps and let others in between.
 */

/** Adds steps to a computation, each about as long as comparing one character. Returns null, or a promise to wait for before going on. */
export type Spend = (steps: number) => Promise<void> | null;

/** The steps after which others are let in: a few milliseconds. */
const STEPS_OF_A_TURN = 200_000;

const waiting: (() => void)[] = [];
let spent = 0;

const letOneGoOn = (): void => {
  spent = 0;
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneGoOn);
};

/**
 * Counts the steps of all computations of the process together. Those that must wait go on one at a time, each in a turn of the
 * event loop of its own, so that ten of them hold a request up no longer than one.
 */
export const spend: Spend = (steps) => {
  spent += steps;
  if (spent < STEPS_OF_A_TURN) return null;
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(letOneGoOn);
  });
};

/** A `spend` that also counts towards a limit of its own, and the function that tells whether that is reached. */
export type Budget = { spend: Spend; isSpent: () => boolean };

/** Returns a budget of so many steps. */
export const createBudget = (most: number): Budget => {
  let left = most;
  return {
    spend: (steps) => {
      left -= steps;
      return spend(steps);
    },
    isSpent: () => left <= 0,
  };
};
