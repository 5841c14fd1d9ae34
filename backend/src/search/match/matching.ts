import { type When, likeKey, type Comparison, type Condition } from '../query/query.ts';
import type { SearchRow } from './search-input.ts';

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

/** For each row, by its place, 1 if it matches and 0 if not. */
type Matches = Uint8Array;

export type Facts = {
  rows: readonly SearchRow[];
  now: Date;
  timeZone: string;
  /** The rows that have a word or phrase. The caller must not change them. */
  foundIn: (condition: Condition) => Readonly<Matches>;
  isLike: (key: string, row: number) => boolean;
};

/** Returns which rows match a condition. */
const matchesOf = (condition: Condition, facts: Facts): Readonly<Matches> => {
  const { rows } = facts;
  switch (condition.kind) {
    case 'all':
      return joined(condition.of, facts, 1, (a, b) => a & b);
    case 'any':
      return joined(condition.of, facts, 0, (a, b) => a | b);
    case 'not':
      return matchesOf(condition.of, facts).map((matches) => 1 - matches);
    case 'maybe':
      return new Uint8Array(rows.length).fill(1);
    case 'text':
      return facts.foundIn(condition);
    case 'state':
      return Uint8Array.from(rows, hasState(condition.state));
    case 'date': {
      const moment = momentOf(condition.when, facts.now, facts.timeZone);
      const isAfter = condition.side === 'after';
      return Uint8Array.from(rows, ({ published_at: time }) => (time >= moment === isAfter ? 1 : 0));
    }
    case 'importance':
      return Uint8Array.from(rows, ({ importance }) =>
        importance !== null && compares(importance, condition.comparison, condition.value) ? 1 : 0,
      );
    case 'like': {
      const key = likeKey(condition.like);
      return Uint8Array.from(rows, (_, row) => (facts.isLike(key, row) ? 1 : 0));
    }
  }
};

const joined = (
  conditions: readonly Condition[],
  facts: Facts,
  first: 0 | 1,
  join: (a: number, b: number) => number,
): Matches => {
  const matches = new Uint8Array(facts.rows.length).fill(first);
  for (const condition of conditions) {
    const part = matchesOf(condition, facts);
    for (let row = 0; row < matches.length; row += 1) matches[row] = join(matches[row] ?? 0, part[row] ?? 0);
  }
  return matches;
};

const hasState =
  (state: 'unread' | 'read' | 'saved') =>
  ({ is_read: isRead, is_saved: isSaved }: SearchRow): 0 | 1 =>
    (state === 'saved' ? isSaved : isRead === (state === 'read')) ? 1 : 0;

const compares = (left: number, comparison: Comparison, right: number): boolean => {
  switch (comparison) {
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '=':
      return left === right;
  }
};

/** Returns the places of the rows that match a condition. */
export const rowsThat = (condition: Condition, facts: Facts): number[] => {
  const matches = matchesOf(condition, facts);
  const hits: number[] = [];
  for (let row = 0; row < facts.rows.length; row += 1) if (matches[row] === 1) hits.push(row);
  return hits;
};
