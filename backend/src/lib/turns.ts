import { setTimeout as sleep } from 'node:timers/promises';

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

/** Does work for a key, or waits for the same work that another caller began. Rejects with the reason of the caller's signal. */
export type ShareWork<T> = (
  key: string,
  gone: AbortSignal,
  work: (nobodyWaits: AbortSignal) => Promise<T>,
) => Promise<T>;

type Running<T> = { result: Promise<T>; waiting: number; abandon: AbortController };

/**
 * Creates a function that does equal work at once only once. The signal that the work gets is aborted when all callers who waited for
 * it have gone; a caller who comes later begins anew.
 */
export const createShareWork = <T>(): ShareWork<T> => {
  const running = new Map<string, Running<T>>();

  const begin = (key: string, work: (nobodyWaits: AbortSignal) => Promise<T>): Running<T> => {
    const abandon = new AbortController();
    const result = work(abandon.signal).finally(() => {
      if (running.get(key) === begun) running.delete(key);
    });
    // Nobody may be left to see a failure.
    result.catch(() => {});
    const begun = { result, waiting: 0, abandon };
    running.set(key, begun);
    return begun;
  };

  return async (key, gone, work) => {
    gone.throwIfAborted();
    const joined = running.get(key) ?? begin(key, work);
    joined.waiting += 1;
    const left = Promise.withResolvers<never>();
    const leave = (): void => {
      joined.waiting -= 1;
      if (joined.waiting === 0) {
        if (running.get(key) === joined) running.delete(key);
        joined.abandon.abort(gone.reason);
      }
      left.reject(gone.reason);
    };
    gone.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([joined.result, left.promise]);
    } finally {
      gone.removeEventListener('abort', leave);
    }
  };
};

const LONGEST_MS = 20;

/** Waits up to 20 ms, each time another while, so that writers that met at one item do not meet there again. */
export const pauseBriefly = (): Promise<void> => sleep(Math.random() * LONGEST_MS);
