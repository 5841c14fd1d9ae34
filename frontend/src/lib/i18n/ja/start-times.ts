import type { TimeWords } from '../en/start-times.ts';

const minutesOf = (at: Date): string => String(at.getMinutes()).padStart(2, '0');
const units = { minute: '分', hour: '時間', day: '日' };
const days = ['昨日', '一昨日'];
const day = (at: Date): string => `${at.getMonth() + 1}月${at.getDate()}日`;
const dayOfYear = (at: Date): string => `${at.getFullYear()}年${day(at)}`;

const dayAndTime = (at: Date): string => `${dayOfYear(at)} ${at.getHours()}:${minutesOf(at)}`;

export const times: TimeWords = {
  now: '今',
  ago: (n, unit) => (unit === 'day' ? days[n - 1] : undefined) ?? `${n}${units[unit]}前`,
  left: (n, unit) => `${n}${units[unit]}後`,
  day,
  dayOfYear,
  dayAndTime,
  // It is short already.
  shortDayAndTime: dayAndTime,
};
