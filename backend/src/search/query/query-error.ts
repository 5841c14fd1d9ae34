import { DomainError } from '../../lib/domain-error.ts';

/** The faults of a query. The page translates these codes. */
export type QueryFault =
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
