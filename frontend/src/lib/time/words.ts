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

const englishDay = (at: Date): string => `${monthOf(at).slice(0, 3)} ${at.getDate()}`;

const englishDayOfYear = (at: Date): string => `${englishDay(at)}, ${at.getFullYear()}`;
const englishTime = (at: Date): string =>
  `${at.getHours() % 12 === 0 ? 12 : at.getHours() % 12}:${minutesOf(at)} ${at.getHours() < 12 ? 'AM' : 'PM'}`;

const english: TimeWords = {
  now: 'now',
  ago: (n, unit) => (unit === 'day' && n === 1 ? 'yesterday' : `${n} ${shortUnits[unit]} ago`),
  left: (n, unit) => `in ${n} ${unit}${n === 1 ? '' : 's'}`,
  day: englishDay,
  dayOfYear: englishDayOfYear,
  dayAndTime: (at) => `${monthOf(at)} ${at.getDate()}, ${at.getFullYear()} at ${englishTime(at)}`,
  shortDayAndTime: (at) => `${englishDayOfYear(at)}, ${englishTime(at)}`,
};

const japaneseUnits = { minute: '分', hour: '時間', day: '日' };
const japaneseDays = ['昨日', '一昨日'];
const japaneseDay = (at: Date): string => `${at.getMonth() + 1}月${at.getDate()}日`;
const japaneseDayOfYear = (at: Date): string => `${at.getFullYear()}年${japaneseDay(at)}`;

const japaneseDayAndTime = (at: Date): string => `${japaneseDayOfYear(at)} ${at.getHours()}:${minutesOf(at)}`;

const japanese: TimeWords = {
  now: '今',
  ago: (n, unit) => (unit === 'day' ? japaneseDays[n - 1] : undefined) ?? `${n} ${japaneseUnits[unit]}前`,
  left: (n, unit) => `${n} ${japaneseUnits[unit]}後`,
  day: japaneseDay,
  dayOfYear: japaneseDayOfYear,
  dayAndTime: japaneseDayAndTime,
  // It is short already.
  shortDayAndTime: japaneseDayAndTime,
};

/** Returns the words of a language; English for one that is not known. */
export const timeWords = (language: string): TimeWords => (language === 'ja' ? japanese : english);
