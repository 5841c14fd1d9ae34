import { DomainError } from './domain-error.ts';

/**
 * The error for one bad item, as opposed to a failing service: retrying would fail again, but other items are not
 * affected. Adapters throw it; code that works on many items logs it, leaves the item out and goes on.
 */
export class ItemError extends Error {
  override readonly name: string = 'ItemError';
}

/**
 * The error for an item too large for the table. The limits of DynamoDB are 400 KB for the item, 2 KB for its partition
 * key and 1 KB for its sort key.
 */
export class ItemTooLargeError extends DomainError {
  override readonly name = 'ItemTooLargeError';

  constructor(message: string, options: ErrorOptions = {}) {
    super('PAYLOAD_TOO_LARGE', message, null, {
      ...options,
      clientMessage: 'The request has a value that is too long.',
    });
  }
}

/**
 * Returns true if an error comes from the item itself: an ItemError, or an error that the language throws for an
 * unexpected value, such as a stack overflow. Errors of storage, model or network return false.
 */
export const isItemError = (error: unknown): error is Error =>
  error instanceof ItemError ||
  error instanceof ItemTooLargeError ||
  error instanceof RangeError ||
  error instanceof TypeError ||
  error instanceof SyntaxError;
