import type { Clock } from '../../src/local/process/schedule.ts';

type Timer = { at: number; run: () => void };

const turnsInARow = 10;

/** Waits until there are no file operations and no promise callbacks for several turns of the event loop. */
export const settle = async (): Promise<void> => {
  for (let quiet = 0; quiet < turnsInARow;) {
    await new Promise((resolve) => setImmediate(resolve));
    quiet = process.getActiveResourcesInfo().some((kind) => kind.startsWith('FSReq')) ? 0 : quiet + 1;
  }
};

/** Creates a clock for tests. It stands still until `advance` moves it, which runs the due timers in order. */
export const createManualClock = (start = '2026-01-31T00:00:00.000Z') => {
  let current = 0;
  /** The time of day, less the time that timers count: `jump` moves only this. */
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
    /** Moves the clock forward by this number of milliseconds and runs the timers that are due. */
    advance: async (milliseconds: number): Promise<void> => {
      const until = current + milliseconds;
      await settle();
      while (fireNext(until)) await settle();
      current = until;
      await settle();
    },
    /** Changes the time of day without the timers, as when the machine slept or its clock was set. */
    jump: (milliseconds: number): void => {
      shown += milliseconds;
    },
    /** Returns the milliseconds until the next timer; null if none is set. */
    nextTimer: (): number | null =>
      timers.size === 0 ? null : Math.max(0, Math.min(...[...timers].map(({ at }) => at)) - current),
  };
};
