import type { ErrorCode } from '../contract/index.ts';

type Extras = ErrorOptions & {
  headers?: Record<string, string>;
  /** The message for the client, where the error's own must not reach one. */
  clientMessage?: string;
};

/**
 * An error that knows its answer: the code of the contract, a message that a client may read, and facts by name on which
 * it can act. It is a class of its own only where a caller catches it by type.
 */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly headers: Record<string, string> | undefined;
  readonly clientMessage: string | undefined;

  constructor(code: ErrorCode, message: string, details: unknown = null, extras: Extras = {}) {
    super(message, 'cause' in extras ? { cause: extras.cause } : undefined);
    this.code = code;
    this.details = details;
    this.headers = extras.headers;
    this.clientMessage = extras.clientMessage;
  }
}

export const hasCode = (error: unknown, code: ErrorCode): error is DomainError =>
  error instanceof DomainError && error.code === code;

/** Returns the error of a refused input, named as the contract's own validation names one. */
export const invalidInput = (path: string, message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, [{ path, message }]);

/** Seconds after which a request that took too long is tried again. */
export const BUSY_SECONDS = 10;

/** Returns the header that tells a client to try again after so many seconds. */
export const retryHeader = (seconds: number): { headers: Record<string, string> } => ({
  headers: { 'retry-after': String(seconds) },
});

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

/** Returns the HTTP status of the answer that an error of an AWS client tells of; undefined if there was no answer. */
export const awsStatusOf = (error: Error): number | undefined => {
  const metadata: unknown = Reflect.get(error, '$metadata');
  const status: unknown =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'httpStatusCode') : undefined;
  return typeof status === 'number' ? status : undefined;
};

/** The reason of a request's signal once its client has closed the connection: nobody waits for the answer. */
export class ClientGoneError extends DomainError {
  override readonly name = 'ClientGoneError';

  constructor() {
    const details = { retry_after: BUSY_SECONDS };
    super('BUSY', 'The client left before it was answered.', details, retryHeader(BUSY_SECONDS));
  }
}
