import type { Clock } from './clock.ts';

type Timer = { at: number; run: () => void };

const turnsInARow = 10;

/** Lets every pending promise go on and waits for file operations: until neither has had anything to do for a while. */
export const settle = async (): Promise<void> => {
  for (let quiet = 0; quiet < turnsInARow;) {
    await new Promise((resolve) => setImmediate(resolve));
    quiet = process.getActiveResourcesInfo().some((kind) => kind.startsWith('FSReq')) ? 0 : quiet + 1;
  }
};

/** A clock for tests: it stands still until `advance` moves it, and then fires what has come due, in order. */
export const createManualClock = (start = '2026-01-31T00:00:00.000Z') => {
  let current = 0;
  /** What the clock on the wall shows beyond the time that timers count, which no jump moves. */
  let shown = Date.parse(start);
  const timers = new Set<Timer>();

  const clock: Clock = {
    now: () => new Date(shown + current),
    after: (milliseconds, run) => {
      const timer = { at: current + Math.max(milliseconds, 0), run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };

  const fireNext = (until: number): boolean => {
    const [next] = [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
    if (next === undefined) return false;
    timers.delete(next);
    current = Math.max(current, next.at);
    next.run();
    return true;
  };

  return {
    clock,
    /** Moves the clock by so many milliseconds. */
    advance: async (milliseconds: number): Promise<void> => {
      const until = current + milliseconds;
      await settle();
      while (fireNext(until)) await settle();
      current = until;
      await settle();
    },
    /** Sets the clock as timers do not see it: a machine that slept, or a clock that was set. */
    jump: (milliseconds: number): void => {
      shown += milliseconds;
    },
    /** Milliseconds until the next timer, null when none is set. */
    nextTimer: (): number | null =>
      timers.size === 0 ? null : Math.max(0, Math.min(...[...timers].map(({ at }) => at)) - current),
  };
};
