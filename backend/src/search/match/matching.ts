import { momentOf } from '../query/moment.ts';
import { likeKey, type Comparison, type Condition } from '../query/query.ts';
import type { SearchRow } from './search-input.ts';

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
