import type { Comparison, Condition, State, When } from './query.ts';
import { QueryError } from './query-error.ts';

type Place = { position: number; length: number };

const STATES: readonly State[] = ['unread', 'read', 'saved'];

/** @throws QueryError bad_state */
export const stateOf = (text: string, place: Place): Condition => {
  const state = STATES.find((known) => known === text.normalize('NFKC').toLowerCase());
  if (state === undefined)
    throw new QueryError(
      'bad_state',
      place,
      `is:${text} is not a state. Write is:unread, is:read or is:saved.`,
    );
  return { kind: 'state', state };
};

const COMPARISONS: Record<string, Comparison> = {
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
  '=': '=',
  '': '=',
};
const IMPORTANCE = /^(?<comparison>[<>]?=?)(?<value>\d{1,3})$/u;

/** @throws QueryError bad_importance */
export const importanceOf = (text: string, place: Place): Condition => {
  const groups = IMPORTANCE.exec(text.normalize('NFKC'))?.groups;
  const comparison = COMPARISONS[groups?.['comparison'] ?? '?'];
  const value = Number(groups?.['value']);
  if (comparison === undefined || !(value <= 100))
    throw new QueryError(
      'bad_importance',
      place,
      'Importance is compared with a whole number from 0 to 100. Write importance:>60, or >=, <, <= or = instead of >.',
    );
  return { kind: 'importance', comparison, value };
};

const DAY = /^(?<year>\d{4})(?:[-/](?<month>\d{1,2})(?:[-/](?<day>\d{1,2}))?)?$/u;
const AGO = /^(?<amount>\d{1,4})(?<unit>[dw])$/u;

/** @throws QueryError bad_date */
export const whenOf = (text: string, place: Place): When => {
  const plain = text.normalize('NFKC').toLowerCase();
  if (plain === 'today' || plain === 'yesterday') return { kind: plain };
  const ago = AGO.exec(plain)?.groups;
  if (ago !== undefined)
    return { kind: 'ago', amount: Number(ago['amount']), unit: ago['unit'] === 'w' ? 'w' : 'd' };
  const day = DAY.exec(plain)?.groups;
  const number = (value: string | undefined): number | null => (value === undefined ? null : Number(value));
  const when = { year: number(day?.['year']) ?? 0, month: number(day?.['month']), day: number(day?.['day']) };
  if (day === undefined || !isOnCalendar(when))
    throw new QueryError(
      'bad_date',
      place,
      `“${text}” is not a date. Write 2026-11-01, 2026-11, 2026, 7d, 2w, today or yesterday.`,
    );
  return { kind: 'day', ...when };
};

const isOnCalendar = ({
  year,
  month,
  day,
}: {
  year: number;
  month: number | null;
  day: number | null;
}): boolean => {
  const date = new Date(0);
  date.setUTCFullYear(year, (month ?? 1) - 1, day ?? 1);
  return date.getUTCMonth() + 1 === (month ?? 1) && date.getUTCDate() === (day ?? 1);
};
