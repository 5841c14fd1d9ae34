import { momentOf } from '../query/field-values.ts';
import { likeKey, type Comparison, type Condition } from '../query/query.ts';
import type { SearchRow } from './search-input.ts';

/** Tells of a row, by its place, whether it matches. */
type Matches = (row: number) => boolean;

type Facts = {
  rows: readonly SearchRow[];
  now: Date;
  isFound: (condition: Condition, row: number) => boolean;
  isLike: (key: string, row: number) => boolean;
};

/** Returns the function that tells whether a row matches a condition. */
export const matchesOf = (condition: Condition, facts: Facts): Matches => {
  const { rows } = facts;
  switch (condition.kind) {
    case 'all': {
      const parts = condition.of.map((part) => matchesOf(part, facts));
      return (row) => parts.every((matches) => matches(row));
    }
    case 'any': {
      const parts = condition.of.map((part) => matchesOf(part, facts));
      return (row) => parts.some((matches) => matches(row));
    }
    case 'not': {
      const matches = matchesOf(condition.of, facts);
      return (row) => !matches(row);
    }
    case 'text':
      return (row) => facts.isFound(condition, row);
    case 'state':
      return stateMatches(rows, condition.state);
    case 'date': {
      const moment = momentOf(condition.when, facts.now);
      return (row) => (rows[row]?.published_at ?? '') >= moment === (condition.side === 'after');
    }
    case 'importance':
      return (row) => {
        const importance = rows[row]?.importance ?? null;
        return importance !== null && compares(importance, condition.comparison, condition.value);
      };
    case 'like': {
      const key = likeKey(condition.like);
      return (row) => facts.isLike(key, row);
    }
  }
};

const stateMatches = (rows: readonly SearchRow[], state: 'unread' | 'read' | 'saved'): Matches => {
  if (state === 'saved') return (row) => rows[row]?.is_saved === true;
  const isRead = state === 'read';
  return (row) => rows[row]?.is_read === isRead;
};

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
