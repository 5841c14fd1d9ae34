/** The time for all parts of the local runner. Tests use a clock that they move themselves. */
export type Clock = {
  now: () => Date;
  /** Calls `run` once after this number of milliseconds. Returns a function that cancels the call. */
  after: (milliseconds: number, run: () => void) => () => void;
};

/** Longest delay of a Node timer in milliseconds; a longer one overflows and fires at once. */
const longestDelay = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.min(Math.max(milliseconds, 0), longestDelay));
    return () => clearTimeout(timer);
  },
};
