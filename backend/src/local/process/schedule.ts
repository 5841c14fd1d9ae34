import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Log } from '../../logging/log.ts';

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

type ScheduleOptions = {
  clock: Clock;
  log: Log;
  /** File with the time of each daily trigger's last successful run. */
  stateFile: string;
};

export type Schedule = {
  /** Adds a trigger that runs at the start and then every `minutes` minutes. */
  every: (minutes: number, name: string, run: () => Promise<void>) => void;
  /** Adds a trigger that runs daily at a time in UTC such as `02:00`. The next start repeats a missed or failed run. */
  daily: (time: string, name: string, run: () => Promise<void>) => void;
  /** Starts the triggers; all must be added before. */
  start: () => Promise<void>;
  /** Starts no more runs and waits for those under way. */
  stop: () => Promise<void>;
};

type Trigger = {
  name: string;
  run: () => Promise<void>;
  /** Time of the next run, in milliseconds since 1970. */
  due: number;
  /** Returns the first due time after `now`. */
  nextAfter: (now: number) => number;
  /** Milliseconds between two runs. A due time further away means that the clock was set back. */
  period: number;
  isDaily: boolean;
};

const minute = 60_000;
const day = 24 * 60 * minute;

const stateSchema = z.record(z.string(), z.iso.datetime());

const readState = async (path: string): Promise<z.infer<typeof stateSchema>> => {
  try {
    return stateSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    // The file is missing or damaged. Starting anew at most skips or repeats a cleanup, which does no harm.
    return {};
  }
};

const writeState = async (path: string, state: z.infer<typeof stateSchema>): Promise<void> => {
  const next = `${path}.next`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(next, JSON.stringify(state), { mode: 0o600 });
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true }).catch(() => {});
    throw error;
  }
};

const minutesOfDay = (time: string): number => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  if (match === null) throw new Error(`"${time}" is no time of day from 00:00 to 23:59`);
  return Number(match[1]) * 60 + Number(match[2]);
};

/** Creates a trigger that is due at the start and then every `minutes` minutes. */
const everyTrigger = (minutes: number, name: string, run: Trigger['run']): Trigger => {
  const period = minutes * minute;
  return { name, run, due: 0, nextAfter: (at) => at + period, period, isDaily: false };
};

const dailyTrigger = (time: string, name: string, run: Trigger['run']): Trigger => {
  const offset = minutesOfDay(time) * minute;
  const nextAfter = (at: number) => (Math.floor((at - offset) / day) + 1) * day + offset;
  return { name, run, due: 0, nextAfter, period: day, isDaily: true };
};

/** Stores the time of each daily trigger's last successful run, so that the next start repeats a missed run. */
const createRunTimes = ({ stateFile, log }: Pick<ScheduleOptions, 'stateFile' | 'log'>) => {
  let state: z.infer<typeof stateSchema> = {};
  let written = Promise.resolve();
  return {
    /** Runs that end at the same time write one after the other, because they use the same file. */
    note: async ({ name }: Trigger, at: number): Promise<void> => {
      state = { ...state, [name]: new Date(at).toISOString() };
      const writing = written.then(() => writeState(stateFile, state));
      written = writing.catch(() => {});
      await writing;
    },
    /** Sets the due time of each daily trigger, counted from its last run. */
    setDue: async (daily: readonly Trigger[], at: number): Promise<void> => {
      state = await readState(stateFile);
      const fresh = daily.filter(({ name }) => state[name] === undefined);
      // A new trigger has missed no run yet, so missed runs are counted from now on.
      for (const { name } of fresh) state = { ...state, [name]: new Date(at).toISOString() };
      if (fresh.length > 0)
        await writeState(stateFile, state).catch((error: unknown) =>
          log.error('schedule state could not be written', { error }),
        );
      for (const trigger of daily)
        trigger.due = trigger.nextAfter(Math.min(at, Date.parse(state[trigger.name] ?? '')));
    },
  };
};

/** Creates a schedule that replaces EventBridge. A run that is due while the same trigger still runs is skipped. */
export const createSchedule = ({ clock, log, stateFile }: ScheduleOptions): Schedule => {
  const now = () => clock.now().getTime();
  const triggers: Trigger[] = [];
  const running = new Map<Trigger, Promise<void>>();
  const runTimes = createRunTimes({ stateFile, log });
  let cancelTick: (() => void) | null = null;

  const fire = async (trigger: Trigger, firedAt: number): Promise<void> => {
    try {
      await trigger.run();
      if (trigger.isDaily) await runTimes.note(trigger, firedAt);
    } catch (error) {
      log.error('scheduled run failed', { schedule: trigger.name, error });
    }
  };

  const tick = (): void => {
    const at = now();
    for (const trigger of triggers) {
      if (trigger.due > at + trigger.period) trigger.due = trigger.nextAfter(at);
      if (trigger.due > at) continue;
      trigger.due = trigger.nextAfter(at);
      if (running.has(trigger)) continue;
      running.set(
        trigger,
        fire(trigger, at).finally(() => running.delete(trigger)),
      );
    }
    const next = Math.min(...triggers.map(({ due }) => due));
    // Wait a minute at most, because timers stop while the machine sleeps and would be late by that time.
    cancelTick = clock.after(Math.min(next - now(), minute), tick);
  };

  return {
    every: (...trigger) => void triggers.push(everyTrigger(...trigger)),
    daily: (...trigger) => void triggers.push(dailyTrigger(...trigger)),
    start: async () => {
      await runTimes.setDue(
        triggers.filter(({ isDaily }) => isDaily),
        now(),
      );
      tick();
    },
    stop: async () => {
      cancelTick?.();
      await Promise.all(running.values());
    },
  };
};
