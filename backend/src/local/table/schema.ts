import { indexes } from '../../storage/table/keys.ts';
import { damagedFile, type Attributes, isMap, translateSqliteError, type Value } from './values.ts';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Rows } from './rows.ts';
import { join } from 'node:path';

const sortKeys = Object.values(indexes);

/**
 * The schema of a new table. A change of it is a migration too (`upgrade/migrations.ts`), by which older tables get it. Each index of the table is an SQLite index of the same rows, so that one statement writes
 * an item with all its index rows.
 */
const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS items (
    id INTEGER PRIMARY KEY,
    pk TEXT NOT NULL,
    sk TEXT NOT NULL,
    item TEXT NOT NULL,
    is_encoded INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    size INTEGER NOT NULL,
    ttl INTEGER,
    ${sortKeys.map((attribute) => `${attribute} TEXT`).join(', ')}
  ) STRICT`,
  'CREATE UNIQUE INDEX IF NOT EXISTS items_by_key ON items (pk, sk)',
  'CREATE INDEX IF NOT EXISTS items_by_ttl ON items (ttl) WHERE ttl IS NOT NULL',
  ...sortKeys.map(
    (attribute) =>
      `CREATE INDEX IF NOT EXISTS items_${attribute} ON items (pk, ${attribute}, sk) WHERE ${attribute} IS NOT NULL`,
  ),
  'CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
  'CREATE TABLE IF NOT EXISTS watched (pk TEXT PRIMARY KEY, prefix TEXT NOT NULL) STRICT',
  `CREATE TABLE IF NOT EXISTS written (pk TEXT NOT NULL, sk TEXT NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (pk, sk)) STRICT, WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS written_by_number ON written (pk, number)',
  `CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY,
    queue TEXT NOT NULL,
    message_id TEXT NOT NULL,
    body TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    sent_at INTEGER NOT NULL,
    visible_at INTEGER NOT NULL,
    receive_count INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    first_received_at INTEGER,
    dead_reason TEXT,
    dead_at INTEGER
  ) STRICT`,
  'CREATE UNIQUE INDEX IF NOT EXISTS messages_by_id ON messages (queue, message_id)',
];

/** The format of the files that this version writes: the version of the last migration, be it of items or of SQLite's tables. */
export const FILE_FORMAT = 4;

/** Creates the tables and indexes that are missing. */
export const createSchema = (database: DatabaseSync): void => {
  for (const statement of SCHEMA) database.exec(statement);
};

/** Returns the format of a table; 0 if a version without numbers made it. */
export const formatOf = (database: DatabaseSync): number =>
  numberOf(database.prepare('PRAGMA user_version').get()?.['user_version']);

/** Sets the format, in the transaction that is open. */
export const setFormat = (database: DatabaseSync, format: number): void =>
  database.exec(`PRAGMA user_version = ${format}`);

/** Checks whether nothing was created in the file yet. */
export const isEmptyFile = (database: DatabaseSync): boolean =>
  database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;

/** The form of an item in its row. */
type StoredItem = {
  /**
   * The item as JSON. If `is_encoded` is 1, `{"$b": "<base64>"}` is a binary, and a name that begins with `$` has one
   * more `$`.
   */
  item: string;
  is_encoded: number;
  /** The CRC-32 of the text, because SQLite itself does not notice a changed byte. */
  crc: number;
};

const needsEncoding = (value: Value): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Uint8Array) return true;
  if (Array.isArray(value)) return value.some(needsEncoding);
  return Object.entries(value).some(([name, member]) => name.startsWith('$') || needsEncoding(member));
};

const encode = (value: Value): Value => {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return { $b: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(encode);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.startsWith('$') ? `$${name}` : name, encode(member)]),
  );
};

/** Returns what `encode` was given. Changes the members in place, because copying every level takes three times as long. */
const decode = (value: Value): Value => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) value[index] = decode(member);
    return value;
  }
  if (typeof value['$b'] === 'string') return new Uint8Array(Buffer.from(value['$b'], 'base64'));
  const names = Object.keys(value);
  if (names.some((name) => name.startsWith('$')))
    return Object.fromEntries(
      names.map((name) => [name.startsWith('$') ? name.slice(1) : name, decode(value[name] ?? null)]),
    );
  for (const name of names) {
    const member = value[name];
    if (typeof member === 'object' && member !== null) value[name] = decode(member);
  }
  return value;
};

export const toText = (item: Attributes): StoredItem => {
  const isEncoded = needsEncoding(item);
  const text = JSON.stringify(isEncoded ? encode(item) : item);
  return { item: text, is_encoded: Number(isEncoded), crc: crc32(text) };
};

/** Returns the item of a row by the UTF-8 bytes of its text, or null if they are not what was written. */
export const fromBytes = (
  bytes: Uint8Array,
  isEncoded: StoredItem['is_encoded'],
  crc: StoredItem['crc'],
): Attributes | null => {
  if (crc32(bytes) !== crc) return null;
  const parsed: Value = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  const value = isEncoded === 1 ? decode(parsed) : parsed;
  return isMap(value) ? value : null;
};

/** The columns that `readRow` needs. The item comes as bytes, whose checksum takes a third of the time that a text's takes. */
export const COLUMNS = 'CAST(item AS BLOB) AS item, is_encoded, crc, size';

/** Writes an item with its index rows, in place of the item that has the same key. */
export const PUT = `INSERT INTO items (pk, sk, item, is_encoded, crc, size, ttl, ${sortKeys.join(', ')})
  VALUES (?, ?, ?, ?, ?, ?, ?${', ?'.repeat(sortKeys.length)})
  ON CONFLICT (pk, sk) DO UPDATE SET item = excluded.item, is_encoded = excluded.is_encoded, crc = excluded.crc,
  size = excluded.size, ttl = excluded.ttl, ${sortKeys.map((name) => `${name} = excluded.${name}`).join(', ')}`;

/** An item with its size in bytes as DynamoDB counts it. */
export type Row = { item: Attributes; size: number };

/** Returns a text column, or an empty text if the column holds no text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
/** Returns a number column, or 0 if the column holds no number. */
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/**
 * Reads a row of the file `path`.
 * @throws StorageDamagedError if the item does not match its checksum.
 */
export const readRow = (path: string, row: Record<string, unknown>): Row => {
  const { item: bytes, is_encoded, crc } = row;
  const item = bytes instanceof Uint8Array ? fromBytes(bytes, numberOf(is_encoded), numberOf(crc)) : null;
  if (item === null) throw damagedFile(path, 'an item is not what was written');
  return { item, size: numberOf(row['size']) };
};

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
  if (isEmptyFile(database)) {
    database.exec('BEGIN IMMEDIATE');
    createSchema(database);
    setFormat(database, FILE_FORMAT);
    database.exec('COMMIT');
  }
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

/** The fact that the process which opened the table has not closed it. */
export const IS_OPEN = 'is_open';
/** The fact that names a table. A copy has the id of its table; a table that is begun anew has another. */
export const TABLE_ID = 'table_id';
/** The fact that a table is of a version without ids, so that copies without one are of it. */
export const HAD_NO_ID = 'had_no_id';

/** Returns the id of the table of a copy; null if an earlier version made it, or if it cannot be read. */
const idOfCopy = (path: string): string | null => {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const row = database.prepare('SELECT value FROM facts WHERE name = ?').get(TABLE_ID);
      return textOrNull(row?.['value']);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
};

/** Checks whether a copy is of this table, and not of one that was in the folder before it. */
export const isCopyOf = ({ fact }: Pick<Rows, 'fact'>, path: string): boolean => {
  const id = idOfCopy(path);
  return id === null ? fact(HAD_NO_ID) === 'true' : id === fact(TABLE_ID);
};

/** Returns the path of the table in a data folder. */
export const tableFile = (dataDirectory: string) => join(dataDirectory, 'table.sqlite');

/** Returns the path of a copy that is being restored. The file remains if the restoring is interrupted. */
export const restoringFile = (dataDirectory: string) => `${tableFile(dataDirectory)}.restoring`;
