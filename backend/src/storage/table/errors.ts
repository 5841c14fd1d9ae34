import { z } from 'zod';
import { ItemError, ItemTooLargeError, StorageFullError, StorageThrottledError } from '../../lib/errors.ts';

/** The table or blob store does not answer, or reports a failure of its own. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
}

/** An item exists but cannot be read, because no version of this code wrote it. It must not be treated as missing. */
export class CorruptItemError extends ItemError {
  override readonly name = 'CorruptItemError';
}

const throttled = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'SlowDown',
  // A transaction, which is over within milliseconds, moves the item.
  'TransactionConflictException',
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
 * Checks whether DynamoDB throttles only a key, not the table or the account. Its reasons are made of `Table` or
 * `Index`, `Read` or `Write`, and the limit. Engines for tests give no reasons, so the error's name decides.
 */
const isThrottledKey = (error: unknown): boolean => {
  const { throttlingReasons, ThrottlingReasons } = withReasons.safeParse(error).data ?? {};
  const reasons = throttlingReasons ?? ThrottlingReasons ?? [];
  return reasons.length === 0
    ? namesOf(error).includes('ProvisionedThroughputExceededException')
    : reasons.every(({ reason = '' }) => reason.endsWith('KeyRangeThroughputExceeded'));
};

/** Returns the names and codes of an error and its causes, beginning with the error itself. */
const namesOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [error.name, ...code, ...namesOf(error.cause)];
};

/** DynamoDB's words for an item, an updated item, a key or an index key that is too large. */
const TOO_LARGE = /^(?!.*expression).*\bsize\b.*\bexceeded\b/i;
const isFull = (error: unknown): boolean =>
  namesOf(error).some((name) => ['ENOSPC', 'EDQUOT'].includes(name));

/** Error codes of the file system that concern the place of a file, in words. */
const fileReasons: Readonly<Record<string, string>> = {
  EROFS: 'its disk can only be read',
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EISDIR: 'a folder is where a file belongs',
  ENOTDIR: 'a file is where a folder belongs',
  EEXIST: 'a file is where a folder belongs',
  EIO: 'its disk fails',
  EMFILE: 'too many files are open',
};

/** Returns in words why a file or folder cannot be used; undefined for any other error. */
export const fileReasonOf = (error: unknown): string | undefined =>
  namesOf(error).flatMap((name) => fileReasons[name] ?? [])[0];

/**
 * Returns StorageFullError if the disk had no room for a file, StorageUnavailableError if the place of the file is the
 * cause, otherwise the error itself.
 */
export const translateFileError = (error: unknown, path: string): unknown => {
  if (isFull(error)) return new StorageFullError(`The disk that holds ${path} is full`, { cause: error });
  const reason = fileReasonOf(error);
  return reason === undefined
    ? error
    : new StorageUnavailableError(`${path} cannot be written: ${reason}`, { cause: error });
};

/** Returns the domain's error for an error of the AWS SDK, and any other error as it is. */
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
