import { StorageDamagedError, StorageFullError } from '../../../lib/storage-errors.ts';
import { StorageUnavailableError } from '../../../storage/table/errors.ts';

/** The error of a request that breaks one of DynamoDB's rules. The name is DynamoDB's; the message is our own. */
export class ValidationError extends Error {
  override readonly name = 'ValidationException';
}

export class ConditionFailedError extends Error {
  override readonly name = 'ConditionalCheckFailedException';

  constructor() {
    super('The conditional request failed');
  }
}

export class TableNotFoundError extends Error {
  override readonly name = 'ResourceNotFoundException';
}

// Primary result codes of SQLite: https://www.sqlite.org/rescode.html
const FULL = 13;
const damaged = new Set([11, 26]);

const resultCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;

/** Returns the domain's error, which names the file, for an error of SQLite. Returns any other error as it is. */
export const translateSqliteError = (error: unknown, path: string): unknown => {
  const code = resultCode(error);
  if (code === null) return error;
  const message = error instanceof Error ? error.message : '';
  if (code === FULL) return new StorageFullError(`The disk that holds ${path} is full`, { cause: error });
  if (damaged.has(code)) return damagedFile(path, message, error);
  return new StorageUnavailableError(`${path} cannot be read or written: ${message}`, { cause: error });
};

export const damagedFile = (path: string, what: string, cause?: unknown): StorageDamagedError =>
  new StorageDamagedError(
    `The file ${path} is damaged (${what}). Stop Omomi, then bring a daily copy back: npm run restore lists them`,
    { cause },
  );
