/**
 * Something is wrong with one item and not with the service: the same again would fail again, and the items beside it are
 * well. Adapters throw it; whoever works on many items leaves this one out, says so, and goes on.
 */
export class ItemError extends Error {
  override readonly name: string = 'ItemError';
}

/** The item does not fit the table: over 400 KB, or its key over 2 KB (partition) or 1 KB (sort). Limits of DynamoDB. */
export class ItemTooLargeError extends ItemError {
  override readonly name = 'ItemTooLargeError';
}

/**
 * Whether an error comes of the item that was worked on: an ItemError, or what the language throws for a value that the
 * code did not expect, such as a stack overflow. An error of storage, model or network is none.
 */
export const isItemError = (error: unknown): error is Error =>
  error instanceof ItemError ||
  error instanceof RangeError ||
  error instanceof TypeError ||
  error instanceof SyntaxError;
