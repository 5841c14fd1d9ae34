import type { TimeWords } from '../en/start-times.ts';

const months = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];
/** The months that are not cut to three letters. */
const shortMonths: Readonly<Record<number, string>> = {
  2: 'März',
  4: 'Mai',
  5: 'Juni',
  6: 'Juli',
  8: 'Sept.',
};

const monthOf = (at: Date): string => months[at.getMonth()] ?? '';
const shortMonthOf = (at: Date): string => shortMonths[at.getMonth()] ?? `${monthOf(at).slice(0, 3)}.`;
const two = (n: number): string => String(n).padStart(2, '0');

const shortUnits = { minute: 'Min.', hour: 'Std.', day: 'Tagen' };
const units = {
  minute: ['Minute', 'Minuten'],
  hour: ['Stunde', 'Stunden'],
  day: ['Tag', 'Tagen'],
} as const;
const days = ['gestern', 'vorgestern'];

const day = (at: Date): string => `${at.getDate()}. ${shortMonthOf(at)}`;
const dayOfYear = (at: Date): string => `${day(at)} ${at.getFullYear()}`;

export const times: TimeWords = {
  now: 'jetzt',
  ago: (n, unit) => (unit === 'day' ? days[n - 1] : undefined) ?? `vor ${n} ${shortUnits[unit]}`,
  left: (n, unit) => `in ${n} ${units[unit][n === 1 ? 0 : 1]}`,
  day,
  dayOfYear,
  dayAndTime: (at) =>
    `${at.getDate()}. ${monthOf(at)} ${at.getFullYear()} um ${two(at.getHours())}:${two(at.getMinutes())}`,
  shortDayAndTime: (at) => `${dayOfYear(at)}, ${at.getHours()}:${two(at.getMinutes())}`,
};
