import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { translateSqliteError } from '../items/errors.ts';
import { SCHEMA } from './schema.ts';

/** An open SQLite file. Errors of SQLite become StorageFullError, StorageDamagedError or StorageUnavailableError. */
export type TableFile = {
  path: string;
  database: DatabaseSync;
  /** Runs work on the database and translates its errors. */
  attempt: <T>(run: () => T) => T;
  /** Returns the prepared statement of a text. Each text is prepared once. */
  prepared: (text: string) => StatementSync;
};

const openDatabase = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path);
  // The data folder belongs to one process, so SQLite needs no shared memory file and asks for no lock again.
  database.exec('PRAGMA locking_mode = EXCLUSIVE');
  database.exec('PRAGMA journal_mode = WAL');
  // A killed process loses nothing. A machine that loses power may lose the last moments, but the file stays whole.
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec('PRAGMA journal_size_limit = 67108864');
  // Checkpoints of 16 MB instead of 4 MB: fewer copies of the same page, and fewer waits for the disk.
  database.exec('PRAGMA wal_autocheckpoint = 4000');
  database.exec('PRAGMA cache_size = -8000');
  for (const statement of SCHEMA) database.exec(statement);
  return database;
};

/** Opens the SQLite file of a table, or one in memory for `:memory:`, and creates its schema if it is new. */
export const openTableFile = (path: string): TableFile => {
  const attempt = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw translateSqliteError(error, path);
    }
  };
  const database = attempt(() => openDatabase(path));
  const statements = new Map<string, StatementSync>();
  const prepared = (text: string): StatementSync => {
    const before = statements.get(text);
    if (before !== undefined) return before;
    const statement = database.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  return { path, database, attempt, prepared };
};

/**
 * Returns the function that runs several writes in one transaction: all of them are made or none. Within another call
 * it joins that call's transaction.
 */
export const transactionsOf =
  ({ database, attempt }: TableFile) =>
  (run: () => void): void => {
    if (database.isTransaction) {
      run();
      return;
    }
    attempt(() => database.exec('BEGIN IMMEDIATE'));
    try {
      run();
      attempt(() => database.exec('COMMIT'));
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
