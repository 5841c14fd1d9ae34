/** Time as the local runner's parts see it; tests hand in one that they move themselves. */
export type Clock = {
  now: () => Date;
  /** Calls `run` once after so many milliseconds; the answer takes the call back. */
  after: (milliseconds: number, run: () => void) => () => void;
};

/** Longer delays overflow a Node timer, which then fires at once. */
const longestDelay = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.min(Math.max(milliseconds, 0), longestDelay));
    return () => clearTimeout(timer);
  },
};
