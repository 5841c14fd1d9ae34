/** A time limit that can be paused. */
export type TimeLimit = {
  /** Rejects when the time is up. */
  late: Promise<never>;
  /** Returns the milliseconds that are left. */
  left: () => number;
  /** Does work whose time does not count. */
  pausedFor: <T>(work: () => Promise<T>) => Promise<T>;
  /** Ends the limit; `late` stays as it is. */
  clear: () => void;
};

/** Starts a time limit of so many milliseconds, after which `late` rejects with this error. */
export const startTimeLimit = (milliseconds: number, tooLate: () => Error): TimeLimit => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  let remaining = milliseconds;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    startedAt = performance.now();
    timer = setTimeout(() => reject(tooLate()), remaining);
  };
  const left = () => Math.max(0, remaining - (timer === undefined ? 0 : performance.now() - startedAt));
  const stop = () => {
    remaining = left();
    clearTimeout(timer);
    timer = undefined;
  };
  start();
  return {
    late,
    left,
    pausedFor: async (work) => {
      stop();
      try {
        return await work();
      } finally {
        start();
      }
    },
    clear: stop,
  };
};
