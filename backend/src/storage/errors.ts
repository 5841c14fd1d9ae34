/** The table refuses more work just now: too many requests, or too many in one batch. Trying again later helps. */
export class StorageThrottledError extends Error {
  override readonly name = 'StorageThrottledError';
}

/** The table or blob store does not answer, or answers that it failed. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
}

/** An item that no version of this code wrote: it cannot be read, which is not the same as not being there. */
export class CorruptItemError extends Error {
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

/** Names and codes of an error and its causes, nearest first. */
const namesOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [error.name, ...code, ...namesOf(error.cause)];
};

/** The domain's error for one of the AWS SDK's; any other comes back as it is. */
export const translateError = (error: unknown): unknown => {
  const names = namesOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (names.some((name) => throttled.has(name))) {
    return new StorageThrottledError(`Storage is throttled: ${message}`, { cause: error });
  }
  if (names.some((name) => unavailable.has(name))) {
    return new StorageUnavailableError(`Storage does not answer: ${message}`, { cause: error });
  }
  return error;
};

export const isConditionFailed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';
