import type { MorningSettings } from '../contract/index.ts';
import { createClock } from '../notifications/choose.ts';

type When = Pick<MorningSettings, 'time' | 'days' | 'time_zone'>;

/** Returns the day of the week of a date such as 2026-03-29: 1 for Monday to 7 for Sunday (ISO 8601). */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/**
 * Returns the function that says which day's mail is to be sent at a time, by the clocks of the reader's time zone; null if there is none. A
 * day is due once its hour has come, and until it ends. An hour that clocks skip in spring has come with the one after it. `doneDay` is the
 * last day that is done.
 */
export const createDue = ({ time, days, time_zone }: When) => {
  const clock = createClock(time_zone);
  return (doneDay: string | null, at: Date): string | null => {
    const { day, time: shown } = clock(at);
    const isDone = doneDay !== null && day <= doneDay;
    return isDone || shown < time || !days.includes(weekdayOf(day)) ? null : day;
  };
};

/** Returns the last day that is done after the settings were changed: today if its hour has passed, so that no mail comes by surprise. */
export const doneAfterChange = (
  { time, time_zone }: Pick<When, 'time' | 'time_zone'>,
  doneDay: string | null,
  at: Date,
): string | null => {
  const { day, time: shown } = createClock(time_zone)(at);
  return shown < time || (doneDay !== null && doneDay > day) ? doneDay : day;
};
