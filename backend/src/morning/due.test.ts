import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/harness/property-runs.ts';
import {
  clockChanges,
  DAY_MINUTES,
  dayOf,
  localMinutes,
  timeText,
} from '../../test/harness/times/clock-changes.ts';
import { createDue, doneAfterChange } from './due.ts';

const MINUTE = 60_000;
/** Minutes before and after a change of the clocks. */
const AROUND = 2 * DAY_MINUTES;

/** The day of the week of a local day that is counted from 1970, which began with a Thursday: 1 for Monday. */
const weekday = (day: number): number => ((day + 3) % 7) + 1;
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

describe('the mail of a day', () => {
  it('is due once a chosen day, with the first run that finds its hour on the clocks, also where they change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...clockChanges),
        // Most of them near the hours that a change skips or repeats.
        fc.oneof(fc.integer({ min: 0, max: DAY_MINUTES - 1 }), fc.integer({ min: 60, max: 210 })),
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        fc.integer({ min: 3, max: 20 }),
        fc.integer({ min: 0, max: 8 }),
        (change, hour, days, every, offset) => {
          const due = createDue({ time: timeText(hour), days, time_zone: change.time_zone });
          const from = Date.parse(change.at) - AROUND * MINUTE;
          const expected: [string, number][] = [];
          const sent: [string, number][] = [];
          let doneDay: string | null = null;
          for (let minute = offset; minute < 2 * AROUND; minute += every) {
            const time = from + minute * MINUTE;
            const day = dayOf(change, time);
            const isIn = localMinutes(change, time) % DAY_MINUTES >= hour && days.includes(weekday(day));
            if (isIn && expected.every(([known]) => known !== dateOf(day)))
              expected.push([dateOf(day), time]);
            const dueDay = due(doneDay, new Date(time));
            if (dueDay === null) continue;
            sent.push([dueDay, time]);
            doneDay = dueDay;
          }
          expect(sent).toEqual(expected);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('is not due again after a move to a zone that is a day behind', () => {
    const at = new Date('2026-03-02T20:00:00Z');
    const days = [1, 2, 3, 4, 5, 6, 7];
    const due = (time_zone: string, done: string | null) =>
      createDue({ time: '05:00', days, time_zone })(done, at);
    expect(due('Asia/Tokyo', null)).toBe('2026-03-03');
    expect(due('Pacific/Honolulu', null)).toBe('2026-03-02');
    expect(due('Pacific/Honolulu', '2026-03-03')).toBeNull();
  });

  it('does not come at once when its hour is set to one that has passed', () => {
    const at = new Date('2026-03-02T08:00:00Z');
    const done = (time: string, before: string | null) =>
      doneAfterChange({ time, time_zone: 'UTC' }, before, at);
    expect(done('07:00', null)).toBe('2026-03-02');
    expect(done('08:00', '2026-03-01')).toBe('2026-03-02');
    expect(done('09:00', '2026-03-01')).toBe('2026-03-01');
    expect(done('07:00', '2026-03-03')).toBe('2026-03-03');
  });
});
