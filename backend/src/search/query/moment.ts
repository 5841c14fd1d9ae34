import type { When } from './query.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The most that a time zone is away from UTC. */
const FARTHEST = 26 * HOUR;
/** Earlier years count in UTC: no article is that old, and years below 100 need another notation. */
const FIRST_ZONED_YEAR = 1000;

const MOST_ZONES = 100;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the format of a time zone's dates, which takes long to make. */
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  if (formats.size >= MOST_ZONES) formats.clear();
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
};

/** Returns the date that calendars show at a moment, as the beginning of the same date in UTC. */
const localDate = (moment: number, timeZone: string): number => {
  const parts = formatOf(timeZone).formatToParts(moment);
  const part = (name: 'year' | 'month' | 'day'): number =>
    Number(parts.find(({ type }) => type === name)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'));
};

/**
 * Returns the first moment of a date in a time zone: not always midnight, as clocks may be set forward then, and the next date
 * where a zone left the date out. `date` is the beginning of the same date in UTC.
 */
const beginningOf = (date: number, timeZone: string): number => {
  if (timeZone === 'UTC' || date < Date.UTC(FIRST_ZONED_YEAR)) return date;
  let [before, from] = [date - FARTHEST, date + FARTHEST];
  while (from - before > SECOND) {
    const middle = before + Math.floor((from - before) / (2 * SECOND)) * SECOND;
    if (localDate(middle, timeZone) >= date) from = middle;
    else before = middle;
  }
  return from;
};

/**
 * Returns the moment that is meant, in ISO 8601 with milliseconds (UTC), so that it compares with `published_at` as text. Dates
 * begin when they do in the time zone; `7d` is 7 times 24 hours before now.
 */
export const momentOf = (when: When, now: Date, timeZone: string): string => {
  switch (when.kind) {
    case 'today':
      return new Date(beginningOf(localDate(now.getTime(), timeZone), timeZone)).toISOString();
    case 'yesterday':
      return new Date(beginningOf(localDate(now.getTime(), timeZone) - DAY, timeZone)).toISOString();
    case 'ago':
      return new Date(now.getTime() - when.amount * (when.unit === 'w' ? 7 : 1) * DAY).toISOString();
    case 'day': {
      const date = new Date(0);
      date.setUTCFullYear(when.year, (when.month ?? 1) - 1, when.day ?? 1);
      return new Date(beginningOf(date.getTime(), timeZone)).toISOString();
    }
  }
};
