import { DomainError } from '../../lib/errors.ts';

/** The fields that a query can name, each with a word or a quoted value. */
export type TextField = 'title' | 'author' | 'feed' | 'folder' | 'tag';

/** A word or a phrase, as it was typed without its quotes. */
type Term = {
  kind: 'word' | 'phrase';
  text: string;
  /** True for the last word of a query if nothing follows it: longer words that begin with it match too. */
  is_prefix: boolean;
};

export type State = 'unread' | 'read' | 'saved';

export type Comparison = '>' | '>=' | '<' | '<=' | '=';

/** A moment: the beginning of a year, month or day; a number of days before now; or the beginning of today or yesterday. */
export type When =
  | { kind: 'day'; year: number; month: number | null; day: number | null }
  | { kind: 'ago'; amount: number; unit: 'd' | 'w' }
  | { kind: 'today' }
  | { kind: 'yesterday' };

/** The example that articles shall be similar to: an article by its id, or a text. */
export type Like = { kind: 'article'; article_id: string } | { kind: 'text'; text: string };

/** A word or phrase that must stand in a field, or anywhere. */
export type TextCondition = { kind: 'text'; field: TextField | null; term: Term };

/** A condition, and conditions put together. */
export type Condition =
  | { kind: 'all'; of: readonly Condition[] }
  | { kind: 'any'; of: readonly Condition[] }
  | { kind: 'not'; of: Condition }
  /** Always true: what is in it only puts articles before others. */
  | { kind: 'maybe'; of: Condition }
  | TextCondition
  | { kind: 'state'; state: State }
  | { kind: 'date'; side: 'after' | 'before'; when: When }
  | { kind: 'importance'; comparison: Comparison; value: number }
  | { kind: 'like'; like: Like };

/** A query that was parsed. */
export type Query = { condition: Condition; usesLike: boolean; likes: readonly Like[] };

/** Returns all conditions `like:` of a condition. */
export const likesIn = (condition: Condition): Like[] => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(likesIn);
    case 'not':
      return likesIn(condition.of);
    case 'like':
      return [condition.like];
    case 'maybe':
    case 'text':
    case 'state':
    case 'date':
    case 'importance':
      return [];
  }
};

/** Returns the key of a `like:` in `SearchInput.likes`: the id of the article, or the text. */
export const likeKey = (like: Like): string => (like.kind === 'article' ? like.article_id : like.text);

/** The faults of a query. The page translates these codes. */
type QueryFault =
  | 'empty'
  | 'too_long'
  | 'too_many_terms'
  | 'unclosed_quote'
  | 'unclosed_parenthesis'
  | 'unexpected_parenthesis'
  | 'empty_parentheses'
  | 'missing_operand'
  | 'unknown_field'
  | 'missing_value'
  | 'bad_state'
  | 'bad_date'
  | 'bad_importance';

/** A query that cannot be read. `position` and `length` (UTF-16 units of the query's text) say where; the message says what to write. */
export class QueryError extends DomainError {
  override readonly name = 'QueryError';
  declare readonly details: { position: number; length: number; reason: QueryFault };

  constructor(
    reason: QueryFault,
    { position, length }: { position: number; length: number },
    message: string,
  ) {
    super('INVALID_QUERY', message, { position, length, reason });
  }
}
