import { startTexts } from './i18n/languages.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats a time as "5 minutes ago". After a week it is the date, with the year unless it is the current one. */
export const relativeTime = (iso: string, now: Date, language: string): string => {
  const then = new Date(iso);
  const age = now.getTime() - then.getTime();
  const words = startTexts(language).times;
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
  const words = startTexts(language).times;
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
  startTexts(language).times.dayAndTime(new Date(iso));

/** Returns a time with its day, the month cut short where the language does that. */
export const shortFullTime = (iso: string, language: string): string =>
  startTexts(language).times.shortDayAndTime(new Date(iso));

/** Formats a score or contribution with two decimals. One that would be 0.00 is `<0.01`, and 0 is `0`. */
export const scoreText = (score: number): string => {
  if (score === 0) return '0';
  return isTelling(score) ? (Math.round(score * 100) / 100).toFixed(2).replace('-', '−') : '<0.01';
};

/** Returns true if a contribution is not displayed as 0.00. */
export const isTelling = (contribution: number): boolean => Math.abs(contribution) >= 0.005;

/** Formats a weight without needless zeros: 1, 0.5, 2.5. */
export const weightText = (weight: number): string => String(Number(weight.toPrecision(3)));

/** The languages that need letters of their own where Unicode has one for all. */
export type EastAsian = 'ja' | 'ko' | 'zh-Hans' | 'zh-Hant';

/** Frequent letters that only simplified Chinese writes so, and those that only traditional Chinese does, not Japanese either. */
const simplified =
  /[这们个为说时对过还进发见问间关开长门车东业华语读认让请谁给经济组织结线级约网络张亿从优价现电动务势场报师战应团图单严岁满爱处难题设计议论导军农产]/gu;
const traditional =
  /[這們說對來學會點號區體臺灣萬黨發關實變經總擊戰價傳應團圖數樂歐氣獨當稱聲聽與舉處觀證譯讀賣辦轉輕醫鐵顯嗎麼沒內兩單嚴從舊歲滿濟爭狀產畫覺錢雙]/gu;

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/**
 * Returns the language of a text if its letters tell it, so that the browser uses the shapes and line breaks of that language.
 * Japanese is known by its kana and Korean by Hangul. Han letters alone are Chinese if some of them are not written in Japanese.
 */
export const languageOf = (text: string): EastAsian | undefined => {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return 'ja';
  if (/\p{sc=Hangul}/u.test(text)) return 'ko';
  if (!/\p{sc=Han}/u.test(text)) return undefined;
  const difference = count(text, simplified) - count(text, traditional);
  if (difference === 0) return undefined;
  return difference > 0 ? 'zh-Hans' : 'zh-Hant';
};

export const hostOf = (address: string): string => {
  try {
    return new URL(address).hostname.replace(/^www\./, '');
  } catch {
    return address;
  }
};

/** Returns what stands between a sentence and the next one. Japanese has no space after a full stop. */
export const gapAfter = (sentence: string): string => (sentence.endsWith('。') ? '' : ' ');

/** Joins sentences into one text. */
export const joined = (sentences: readonly string[]): string =>
  sentences
    .map((sentence) => `${sentence}${gapAfter(sentence)}`)
    .join('')
    .trimEnd();
