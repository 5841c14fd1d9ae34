import type { FetchDayOutcome } from '../../contract/index.ts';

const DAY_MS = 86_400_000;
/** Number of days that are kept, the last one being that of the latest fetch. */
const KEPT = 30;

/** In the order in which a later one of the same day replaces an earlier one: what came is worth more than a failure. */
const outcomes = ['none', 'unchanged', 'failed', 'new'] as const satisfies readonly FetchDayOutcome[];

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

type Days = { last: number; ranks: number[] };

const FORM = /^([0-9a-z]{1,6}):([0-9a-f]{15})$/;

/** Reads days as they are stored; anything else is no days. */
const decode = (stored: string | null): Days | null => {
  const [, last, digits] = FORM.exec(stored ?? '') ?? [];
  if (last === undefined || digits === undefined) return null;
  const ranks = Array.from(digits, (digit) => parseInt(digit, 16)).flatMap((two) => [two >> 2, two & 3]);
  return { last: parseInt(last, 36), ranks };
};

/** Writes days as the number of the last one, and two days in each of 15 hex digits, which takes some 20 bytes. */
const encode = ({ last, ranks }: Days): string => {
  const digits = Array.from({ length: KEPT / 2 }, (_, at) =>
    (((ranks[2 * at] ?? 0) << 2) | (ranks[2 * at + 1] ?? 0)).toString(16),
  );
  return `${last.toString(36)}:${digits.join('')}`;
};

/** Returns the days up to this one, those between without a fetch. A clock that went back changes nothing. */
const upTo = (days: Days | null, day: number): Days => {
  if (days === null) return { last: day, ranks: Array.from({ length: KEPT }, () => 0) };
  const later = Math.min(KEPT, Math.max(0, day - days.last));
  return {
    last: Math.max(day, days.last),
    ranks: [...days.ranks.slice(later), ...Array.from({ length: later }, () => 0)],
  };
};

/** Returns the days of a feed with the outcome of a fetch at this time, in UTC. */
export const withFetch = (
  stored: string | null,
  at: Date,
  outcome: Exclude<FetchDayOutcome, 'none'>,
): string => {
  const { last, ranks } = upTo(decode(stored), dayOf(at));
  const rank = Math.max(ranks.at(-1) ?? 0, outcomes.indexOf(outcome));
  return encode({ last, ranks: [...ranks.slice(0, -1), rank] });
};

/** Returns the outcome of each of the last 30 days in UTC, the earliest first, this one last. */
export const fetchDays = (stored: string | null, now: Date): { day: string; outcome: FetchDayOutcome }[] => {
  const { last, ranks } = upTo(decode(stored), dayOf(now));
  return ranks.map((rank, at) => ({
    day: new Date((last - KEPT + 1 + at) * DAY_MS).toISOString().slice(0, 10),
    outcome: outcomes[rank] ?? 'none',
  }));
};
