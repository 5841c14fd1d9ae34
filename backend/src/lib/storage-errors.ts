/** The table refuses requests because there are too many at once. Trying again later helps. */
export class StorageThrottledError extends Error {
  override readonly name = 'StorageThrottledError';
  /** True if only requests for this key are refused, because it receives too many. */
  readonly isOfKey: boolean;

  constructor(message: string, { isOfKey = false, ...options }: ErrorOptions & { isOfKey?: boolean } = {}) {
    super(message, options);
    this.isOfKey = isOfKey;
  }
}

/** The disk under the table, the blobs or the queues has no room. It heals by itself when there is room again. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** The file that holds the table is not what was written. The message names the file and how to restore it. */
export class StorageDamagedError extends Error {
  override readonly name = 'StorageDamagedError';
}
