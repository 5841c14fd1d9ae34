import { timeWords } from './time/words.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats a time as "5 minutes ago". After a week it is the date, with the year unless it is the current one. */
export const relativeTime = (iso: string, now: Date, language: string): string => {
  const then = new Date(iso);
  const age = now.getTime() - then.getTime();
  const words = timeWords(language);
  if (age < minute) return words.now;
  if (age < hour) return words.ago(Math.floor(age / minute), 'minute');
  if (age < day) return words.ago(Math.floor(age / hour), 'hour');
  if (age < 7 * day) return words.ago(Math.floor(age / day), 'day');
  return then.getFullYear() === now.getFullYear() ? words.day(then) : words.dayOfYear(then);
};

/** The time before an article goes in which its row says so. */
const lastHours = 48 * hour;

/** Formats the time until an article goes as "in 2 days" or "in 5 hours"; null if that is more than 48 hours. */
export const timeLeft = (expiresAt: string | null, now: Date, language: string): string | null => {
  if (expiresAt === null) return null;
  const left = Math.max(0, new Date(expiresAt).getTime() - now.getTime());
  if (left > lastHours) return null;
  const words = timeWords(language);
  if (left > day) return words.left(Math.ceil(left / day), 'day');
  if (left > hour) return words.left(Math.ceil(left / hour), 'hour');
  return words.left(Math.ceil(left / minute), 'minute');
};

/** Returns a time without its date if it is of today, in the reader's time zone; otherwise with its day. */
export const shortTime = (iso: string, now: Date, language: string): string => {
  const at = new Date(iso);
  const isToday = at.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(language, {
    ...(isToday ? {} : { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
};

export const fullTime = (iso: string, language: string): string =>
  timeWords(language).dayAndTime(new Date(iso));

/** Returns a time with its day, the month cut short where the language does that. */
export const shortFullTime = (iso: string, language: string): string =>
  timeWords(language).shortDayAndTime(new Date(iso));

/** Formats a score or contribution with two decimals. One that would be 0.00 is `<0.01`, and 0 is `0`. */
export const scoreText = (score: number): string => {
  if (score === 0) return '0';
  return isTelling(score) ? (Math.round(score * 100) / 100).toFixed(2).replace('-', '−') : '<0.01';
};

/** Formats a contribution with its sign. */
export const signedText = (contribution: number): string =>
  `${contribution < 0 ? '−' : '+'}${scoreText(Math.abs(contribution))}`;

/** Returns true if a contribution is not displayed as 0.00. */
export const isTelling = (contribution: number): boolean => Math.abs(contribution) >= 0.005;

/** Formats a weight without needless zeros: 1, 0.5, 2.5. */
export const weightText = (weight: number): string => String(Number(weight.toPrecision(3)));

/** Returns `ja` for a text with kana, so that the browser uses Japanese glyphs and line breaks. */
export const languageOf = (text: string): 'ja' | undefined =>
  /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) ? 'ja' : undefined;

export const hostOf = (address: string): string => {
  try {
    return new URL(address).hostname.replace(/^www\./, '');
  } catch {
    return address;
  }
};
