import { monthOf, zoneOffset } from './date-words.ts';

type Parts = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** Minutes east of UTC. */
  offset: number;
};

const MAX_LENGTH = 80;
/** Earliest accepted date: an unset clock writes 1 January 1970, which no author means. */
const EARLIEST = Date.UTC(1970, 0, 2);
const LATEST = Date.UTC(2200, 0, 1);

/**
 * The format of nine in ten RSS dates. It has its own expression for speed, because every item of every fetch has a
 * date. All expressions here expect text whose white space is single spaces.
 */
const RFC_822 = /^[a-z]{3}, (\d{1,2}) ([a-z]{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) (GMT|UTC|[+-]\d{4})$/i;
const ISO =
  /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:(?: ?[T_] ?| )(\d{1,2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d{1,30})?)?)?)? ?(.*)$/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?)? ?(Z|[+-]\d{2}:?\d{2})?$/i;
const EAST_ASIAN = /^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]? ?(.*)$/;
const YEAR_FIRST = /^(\d{4})[./](\d{1,2})[./](\d{1,2})(.*)$/;
const YEAR_LAST = /^(?:[a-z]{3,9}\.?,? )?(\d{1,2})([./-])(\d{1,2})\2(\d{4})(.*)$/i;
const CLOCK = /(\d{1,2}) ?[:時시.] ?(\d{1,2}) ?분?분?(?: ?[:.]? ?(\d{1,2}) ?秒?초?)?(?:\.\d{1,30})?/;
const OFFSET = /([+-]) ?(\d{1,2}):?(\d{2})?(?!\d)/;

const number = (text: string | undefined, fallback = 0): number =>
  text === undefined || text === '' ? fallback : Number(text);

/**
 * Returns the full year. RFC 2822, 4.3, counts three digits from 1900 and two digits up to 49 as this century. Later
 * feeds use POSIX's limit, so two digits up to 68 are this century here.
 */
const fullYear = (text: string): number => {
  const year = Number(text);
  if (text.length >= 4) {
    return year;
  }
  return text.length === 3 || year >= 69 ? year + 1900 : year + 2000;
};

const offsetOf = (text: string): number => {
  const numeric = OFFSET.exec(text);
  if (numeric !== null) {
    const minutes = number(numeric[2]) * 60 + number(numeric[3]);
    return minutes > 16 * 60 ? 0 : numeric[1] === '-' ? -minutes : minutes;
  }
  for (const word of text.match(/[a-z]+/gi) ?? []) {
    const offset = zoneOffset(word);
    if (offset !== null) {
      return offset;
    }
  }
  return 0;
};

const clockOf = (text: string): Pick<Parts, 'hour' | 'minute' | 'second' | 'offset'> => {
  const clock = CLOCK.exec(text);
  const rest = clock === null ? text : text.slice(clock.index + clock[0].length);
  let hour = number(clock?.[1]);
  if (/\bp\.?m\b|午後|下午|오후/i.test(text) && hour < 12) {
    hour += 12;
  } else if (/\ba\.?m\b|午前|上午|오전/i.test(text) && hour === 12) {
    hour = 0;
  }
  return { hour, minute: number(clock?.[2]), second: number(clock?.[3]), offset: offsetOf(rest) };
};

const fromIso = (text: string): Parts | null => {
  const found = ISO.exec(text) ?? null;
  if (found === null) {
    return null;
  }
  const [, year, month, day, hour, minute, second, rest = ''] = found;
  const isAfternoon = /^p\.?m|午後|오후/i.test(rest) && number(hour) < 12;
  // In "2004-05-28 오후 11:31" the time comes after a word.
  const clock = hour === undefined && /\d:\d/.test(rest) ? clockOf(rest) : null;
  return {
    year: number(year),
    month: number(month),
    day: number(day, 1),
    hour: number(hour) + (isAfternoon ? 12 : 0),
    minute: number(minute),
    second: number(second),
    offset: offsetOf(rest),
    ...clock,
  };
};

const fromRfc822 = (text: string): Parts | null => {
  const found = RFC_822.exec(text);
  const month = monthOf(found?.[2] ?? '');
  if (found === null || month === null) {
    return null;
  }
  const [, day, , year, hour, minute, second, zone = ''] = found;
  return {
    year: number(year),
    month,
    day: number(day),
    hour: number(hour),
    minute: number(minute),
    second: number(second),
    offset: offsetOf(zone),
  };
};

const fromCompact = (text: string): Parts | null => {
  const found = COMPACT.exec(text);
  if (found === null) {
    return null;
  }
  const [, year, month, day, hour, minute, second, zone = ''] = found;
  return {
    year: number(year),
    month: number(month),
    day: number(day),
    hour: number(hour),
    minute: number(minute),
    second: number(second),
    offset: offsetOf(zone),
  };
};

const fromNumbers = (text: string): Parts | null => {
  const yearFirst = EAST_ASIAN.exec(text) ?? YEAR_FIRST.exec(text);
  if (yearFirst !== null) {
    const [, year, month, day, rest = ''] = yearFirst;
    return { year: number(year), month: number(month), day: number(day), ...clockOf(rest) };
  }
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast === null) {
    return null;
  }
  const [, first, separator, second, year, rest = ''] = yearLast;
  // 01/05/2004 is American (month first), 05.01.2004 is European (day first); a number above twelve must be the day.
  const isDayFirst = number(first) > 12 || (separator !== '/' && number(second) <= 12);
  const [day, month] = isDayFirst ? [number(first), number(second)] : [number(second), number(first)];
  return { year: number(year), month, day, ...clockOf(rest) };
};

/** Parses RFC 822 and similar formats: the name of a month, a day and a year around it, a time anywhere. */
const fromWords = (text: string): Parts | null => {
  const clock = CLOCK.exec(text.replaceAll('.', ' '));
  const dateOnly =
    clock === null ? text : `${text.slice(0, clock.index)} ; ${text.slice(clock.index + clock[0].length)}`;
  const tokens = dateOnly.match(/;|[\p{L}\p{Mn}]+|[+-]?\d+/gu) ?? [];
  // Take the last one, because "mar" may be Tuesday before it is March ("mar., 05 oct. 2010").
  const at = tokens.findLastIndex((token) => /\p{L}/u.test(token) && monthOf(token) !== null);
  const month = monthOf(tokens[at] ?? '');
  if (month === null) {
    return null;
  }
  const isNumber = (token: string | undefined): token is string =>
    token !== undefined && /^-?\d{1,4}$/.test(token);
  const before = tokens[at - 1];
  const numbers = tokens.slice(at + 1).filter((token) => token !== ';' && isNumber(token));
  const digits = (token: string | undefined): string => (token ?? '').replace('-', '');
  const day = isNumber(before) ? digits(before) : digits(numbers.shift());
  // In "Jan 4 16:29:06 PST 2004" the year comes after the time; an offset such as -0800 has a sign and a zero.
  const year = digits(numbers.find((token) => !/^-0\d{3}$/.test(token)));
  if (day === '' || year === '' || Number(day) > 31) {
    return day !== '' && year !== '' && day.length === 4 ? swapped(day, month, year, text) : null;
  }
  return {
    year: fullYear(year),
    month,
    day: Number(day),
    ...clockOf(text.slice(clock?.index ?? text.length)),
  };
};

/** Returns the parts of a date such as "2004 Jan 5". */
const swapped = (year: string, month: number, day: string, text: string): Parts => ({
  year: Number(year),
  month,
  day: Number(day),
  ...clockOf(text),
});

const toTime = (parts: Parts): number | null => {
  const { year, month, day, hour, minute, second, offset } = parts;
  const isLeapSecond = second === 60;
  if (month < 1 || month > 12 || day < 1 || hour > 24 || minute > 59 || second > 60) {
    return null;
  }
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate() || (hour === 24 && minute + second > 0)) {
    return null;
  }
  return Date.UTC(year, month - 1, day, hour, minute - offset, isLeapSecond ? 59 : second);
};

const fromEpoch = (text: string): number | null => {
  if (!/^\d{9,13}(?:\.\d+)?$/.test(text)) {
    return null;
  }
  const value = Number(text);
  return Math.trunc(value < 1e11 ? value : value / 1000) * 1000;
};

/**
 * Converts a date as feeds write it to ISO 8601 in UTC, in whole seconds, because fractions carry no information in a
 * feed. It reads RFC 822 with all known mistakes, ISO 8601, plain numbers, and seconds or milliseconds since 1970. A
 * date without a zone is in UTC. Returns null for text that is not a date and for impossible dates (before 2 January
 * 1970, from 2200 on, 30 February). Never throws.
 */
export const parseDate = (input: string | null | undefined): string | null => {
  const text = (input ?? '')
    .slice(0, MAX_LENGTH)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(\d)(?:st|nd|rd|th)\b/i, '$1');
  if (!/\d/.test(text)) {
    return null;
  }
  const parts = fromRfc822(text) ?? fromIso(text) ?? fromCompact(text) ?? fromNumbers(text);
  const time = parts === null ? (fromEpoch(text) ?? timeOfWords(text)) : toTime(parts);
  return time === null || Number.isNaN(time) || time < EARLIEST || time >= LATEST
    ? null
    : new Date(time).toISOString();
};

const timeOfWords = (text: string): number | null => {
  const parts = fromWords(text);
  return parts === null ? null : toTime(parts);
};
