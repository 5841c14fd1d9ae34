import { z } from 'zod';
import { ItemError, ItemTooLargeError } from '../../lib/item-error.ts';
import { StorageFullError } from '../../lib/storage-errors.ts';

/** The table refuses more work just now: too many requests, or too many in one batch. Trying again later helps. */
export class StorageThrottledError extends Error {
  override readonly name = 'StorageThrottledError';
  /** Only requests for the same key come too fast; the store takes others. */
  readonly isOfKey: boolean;

  constructor(message: string, { isOfKey = false, ...options }: ErrorOptions & { isOfKey?: boolean } = {}) {
    super(message, options);
    this.isOfKey = isOfKey;
  }
}

/** The table or blob store does not answer, or answers that it failed. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
}

/** An item that no version of this code wrote: it cannot be read, which is not the same as not being there. */
export class CorruptItemError extends ItemError {
  override readonly name = 'CorruptItemError';
}

const throttled = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'SlowDown',
]);

const unavailable = new Set([
  'InternalServerError',
  'InternalError',
  'ServiceUnavailable',
  'TimeoutError',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

const withReasons = z.object({
  throttlingReasons: z.array(z.object({ reason: z.string().optional() })).optional(),
  ThrottlingReasons: z.array(z.object({ reason: z.string().optional() })).optional(),
});

/**
 * Whether DynamoDB throttles a key and not the table or the account, as its reasons have it: `Table` or `Index`, `Read`
 * or `Write`, and the limit. Without any, as engines for tests answer, the name decides.
 */
const isThrottledKey = (error: unknown): boolean => {
  const { throttlingReasons, ThrottlingReasons } = withReasons.safeParse(error).data ?? {};
  const reasons = throttlingReasons ?? ThrottlingReasons ?? [];
  return reasons.length === 0
    ? namesOf(error).includes('ProvisionedThroughputExceededException')
    : reasons.every(({ reason = '' }) => reason.endsWith('KeyRangeThroughputExceeded'));
};

/** Names and codes of an error and its causes, nearest first. */
const namesOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [error.name, ...code, ...namesOf(error.cause)];
};

/** DynamoDB's words for an item, an updated item, a key or an index key that is too large. */
const TOO_LARGE = /^(?!.*expression).*\bsize\b.*\bexceeded\b/i;
const isFull = (error: unknown): boolean =>
  namesOf(error).some((name) => ['ENOSPC', 'EDQUOT'].includes(name));

/** The domain's error where a file could not be written since its disk has no room; any other comes back as it is. */
export const translateFileError = (error: unknown, path: string): unknown =>
  isFull(error) ? new StorageFullError(`The disk that holds ${path} is full`, { cause: error }) : error;

/** The domain's error for one of the AWS SDK's; any other comes back as it is. */
export const translateError = (error: unknown): unknown => {
  const names = namesOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (names.some((name) => throttled.has(name))) {
    const isOfKey = isThrottledKey(error);
    return new StorageThrottledError(`Storage is throttled: ${message}`, { cause: error, isOfKey });
  }
  if (names.some((name) => unavailable.has(name))) {
    return new StorageUnavailableError(`Storage does not answer: ${message}`, { cause: error });
  }
  if (names[0] === 'ValidationException' && TOO_LARGE.test(message)) {
    return new ItemTooLargeError(`The item does not fit the table: ${message}`, { cause: error });
  }
  return error;
};

export const isConditionFailed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';
