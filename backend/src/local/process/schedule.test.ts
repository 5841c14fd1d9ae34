import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, settle } from '../../../test/harness/manual-clock.ts';
import { createSchedule } from './schedule.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('schedule', () => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'omomi-schedule-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const setUp = (start: string) => {
    const time = createManualClock(start);
    const errors: unknown[] = [];
    const log = { info: () => {}, warn: () => {}, error: (_: string, fields: object) => errors.push(fields) };
    const stateFile = join(directory, 'state', 'schedule.json');
    const runs: string[] = [];
    const note = (name: string) => () => {
      runs.push(`${name} ${time.clock.now().toISOString().slice(8, 16)}`);
      return Promise.resolve();
    };
    const newSchedule = () => createSchedule({ clock: time.clock, log, stateFile });
    return { time, errors, runs, note, stateFile, newSchedule };
  };

  it('runs at the start and then at its interval in minutes', async () => {
    const { time, runs, note, newSchedule } = setUp('2026-01-31T00:00:30.000Z');
    const schedule = newSchedule();
    schedule.every(5, 'dispatch', note('dispatch'));
    await schedule.start();
    await time.advance(11 * minute);
    expect(runs).toEqual(['dispatch 31T00:00', 'dispatch 31T00:05', 'dispatch 31T00:10']);
    await schedule.stop();
    await time.advance(hour);
    expect(runs).toHaveLength(3);
  });

  it('runs daily at its time in UTC, and not at the first start', async () => {
    const { time, runs, note, newSchedule } = setUp('2026-01-30T03:00:00.000Z');
    const schedule = newSchedule();
    schedule.daily('02:00', 'cleanup', note('cleanup'));
    await schedule.start();
    await time.advance(47 * hour);
    expect(runs).toEqual(['cleanup 31T02:00', 'cleanup 01T02:00']);
    await schedule.stop();
  });

  it('notes all of several missed runs that end at the same time', async () => {
    const { time, errors, stateFile, newSchedule } = setUp('2026-01-31T01:00:00.000Z');
    const names = Array.from({ length: 9 }, (_, n) => `run ${n}`);
    const started = '2026-01-20T00:00:00.000Z';
    await mkdir(join(directory, 'state'));
    await writeFile(stateFile, JSON.stringify(Object.fromEntries(names.map((name) => [name, started]))));
    const schedule = newSchedule();
    for (const name of names) schedule.daily('02:00', name, () => Promise.resolve());
    await schedule.start();
    await schedule.stop();
    expect(errors).toEqual([]);
    const now = time.clock.now().toISOString();
    expect(JSON.parse(await readFile(stateFile, 'utf8'))).toEqual(
      Object.fromEntries(names.map((name) => [name, now])),
    );
  });

  it.each([
    ['was off', 30 * hour, ['cleanup 01T07:00']],
    ['was off for a week', 7 * 24 * hour, ['cleanup 07T01:00']],
    ['was off between two runs', 20 * hour, []],
  ])('makes up for missed runs once at the start when the machine %s', async (_name, off, expected) => {
    const { time, runs, note, newSchedule } = setUp('2026-01-31T01:00:00.000Z');
    const before = newSchedule();
    before.daily('02:00', 'cleanup', note('cleanup'));
    await before.start();
    await time.advance(2 * hour);
    await before.stop();
    runs.length = 0;
    time.jump(off - 2 * hour);
    const after = newSchedule();
    after.daily('02:00', 'cleanup', note('cleanup'));
    await after.start();
    await settle();
    expect(runs).toEqual(expected);
    await after.stop();
  });

  it('runs within a minute of wake-up if the machine slept through a run', async () => {
    const { time, runs, note, newSchedule } = setUp('2026-01-31T01:00:00.000Z');
    const schedule = newSchedule();
    schedule.daily('02:00', 'cleanup', note('cleanup'));
    await schedule.start();
    time.jump(5 * hour);
    await time.advance(minute);
    expect(runs).toHaveLength(1);
    await schedule.stop();
  });

  it('continues when the clock is set back', async () => {
    const { time, runs, note, newSchedule } = setUp('2026-01-31T12:00:00.000Z');
    const schedule = newSchedule();
    schedule.every(5, 'dispatch', note('dispatch'));
    await schedule.start();
    time.jump(-6 * hour);
    await time.advance(6 * hour + 6 * minute);
    expect(runs.length).toBeGreaterThan(60);
    await schedule.stop();
  });

  it('never runs a trigger twice at once, and waits for a running one when it stops', async () => {
    const { time, newSchedule } = setUp('2026-01-31T00:00:00.000Z');
    const schedule = newSchedule();
    let starts = 0;
    let finish = () => {};
    schedule.every(5, 'slow', () => {
      starts += 1;
      return new Promise((resolve) => (finish = resolve));
    });
    await schedule.start();
    await time.advance(12 * minute);
    expect(starts).toBe(1);
    finish();
    await time.advance(5 * minute);
    expect(starts).toBe(2);
    let isStopped = false;
    const stopped = schedule.stop().then(() => (isStopped = true));
    await settle();
    expect(isStopped).toBe(false);
    finish();
    await stopped;
  });

  it('logs a failed run, continues, and repeats the run at the next start', async () => {
    const { time, errors, runs, note, newSchedule } = setUp('2026-01-31T01:59:00.000Z');
    const failing = newSchedule();
    failing.daily('02:00', 'cleanup', () => Promise.reject(new Error('no disk')));
    await failing.start();
    await time.advance(hour);
    expect(errors).toMatchObject([{ schedule: 'cleanup', error: { message: 'no disk' } }]);
    await failing.stop();
    const next = newSchedule();
    next.daily('02:00', 'cleanup', note('cleanup'));
    await next.start();
    await settle();
    expect(runs).toEqual(['cleanup 31T02:59']);
    await next.stop();
  });

  it('starts with a new state if the stored one is damaged', async () => {
    const { runs, note, newSchedule, stateFile } = setUp('2026-01-31T03:00:00.000Z');
    await newSchedule().start();
    const first = newSchedule();
    first.daily('02:00', 'cleanup', note('cleanup'));
    await first.start();
    await first.stop();
    await writeFile(stateFile, '{"cleanup":');
    const second = newSchedule();
    second.daily('02:00', 'cleanup', note('cleanup'));
    await second.start();
    await second.stop();
    expect(runs).toEqual([]);
    expect(await readFile(stateFile, 'utf8')).toBe('{"cleanup":"2026-01-31T03:00:00.000Z"}');
  });

  it('refuses an invalid time', () => {
    const { newSchedule } = setUp('2026-01-31T03:00:00.000Z');
    expect(() => newSchedule().daily('24:00', 'x', () => Promise.resolve())).toThrow('"24:00"');
  });
});
