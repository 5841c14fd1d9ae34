type Unit = 'minute' | 'hour' | 'day';

/** How a language writes times. The browser's own formatters do the same, but the first one takes a phone 0.1 s to start. */
export type TimeWords = {
  now: string;
  /** `n` units ago, at least 1 and, of days, at most 7. */
  ago: (n: number, unit: Unit) => string;
  /** `n` units from now, at least 0. */
  left: (n: number, unit: Unit) => string;
  /** A day of the current year, in the browser's time zone, as those below. */
  day: (at: Date) => string;
  dayOfYear: (at: Date) => string;
  dayAndTime: (at: Date) => string;
  shortDayAndTime: (at: Date) => string;
};

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const monthOf = (at: Date): string => months[at.getMonth()] ?? '';
const minutesOf = (at: Date): string => String(at.getMinutes()).padStart(2, '0');

const shortUnits = { minute: 'min.', hour: 'hr.', day: 'days' };

const day = (at: Date): string => `${monthOf(at).slice(0, 3)} ${at.getDate()}`;

const dayOfYear = (at: Date): string => `${day(at)}, ${at.getFullYear()}`;
const time = (at: Date): string =>
  `${at.getHours() % 12 === 0 ? 12 : at.getHours() % 12}:${minutesOf(at)} ${at.getHours() < 12 ? 'AM' : 'PM'}`;

export const times: TimeWords = {
  now: 'now',
  ago: (n, unit) => (unit === 'day' && n === 1 ? 'yesterday' : `${n} ${shortUnits[unit]} ago`),
  left: (n, unit) => `in ${n} ${unit}${n === 1 ? '' : 's'}`,
  day,
  dayOfYear,
  dayAndTime: (at) => `${monthOf(at)} ${at.getDate()}, ${at.getFullYear()} at ${time(at)}`,
  shortDayAndTime: (at) => `${dayOfYear(at)}, ${time(at)}`,
};
