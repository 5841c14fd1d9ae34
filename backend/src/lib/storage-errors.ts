import { DomainError, retryHeader } from './domain-error.ts';

/** Seconds. DynamoDB takes more work after a few; its client has tried again for about one by then. */
const RETRY_AFTER = 5;

/**
 * The table refuses requests because there are too many at once. Trying again later helps. The message has the words of
 * AWS, which name the table, so it is not for clients.
 */
export class StorageThrottledError extends DomainError {
  override readonly name = 'StorageThrottledError';
  /** True if only requests for this key are refused, because it receives too many. */
  readonly isOfKey: boolean;

  constructor(message: string, { isOfKey = false, ...options }: ErrorOptions & { isOfKey?: boolean } = {}) {
    super(
      'STORAGE_BUSY',
      message,
      { retry_after: RETRY_AFTER },
      {
        ...options,
        ...retryHeader(RETRY_AFTER),
        clientMessage: 'The storage is overloaded at the moment.',
      },
    );
    this.isOfKey = isOfKey;
  }
}

/** The disk under the table, the blobs or the queues has no room. It heals by itself when there is room again. */
export class StorageFullError extends DomainError {
  override readonly name = 'StorageFullError';

  constructor(message: string, options?: ErrorOptions) {
    super('STORAGE_FULL', message, null, options);
  }
}

/** The file that holds the table is not what was written. The message names the file and how to restore it. */
export class StorageDamagedError extends DomainError {
  override readonly name = 'StorageDamagedError';

  constructor(message: string, options?: ErrorOptions) {
    super('STORAGE_DAMAGED', message, null, options);
  }
}
