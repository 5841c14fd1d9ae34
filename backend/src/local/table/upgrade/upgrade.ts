import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Log } from '../../../logging/log.ts';
import { DataFolderError } from '../../process/data-lock.ts';
import { copyBeforeUpgrade, listCopies } from '../copies/copies.ts';
import { tableFile } from '../schema.ts';
import { formatOf, isEmptyFile, setFormat } from '../schema.ts';
import { translateSqliteError } from '../values.ts';
import { migrations as all, type Migration } from './migrations.ts';

/** The fact that a migration is under way: which one, and where its last batch ended. */
const MIGRATING = 'migrating';
const underWay = z.object({ version: z.int(), after: z.string() });
type UnderWay = z.infer<typeof underWay>;

const readUnderWay = (database: DatabaseSync): UnderWay | null => {
  database.exec('CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
  const row = database.prepare('SELECT value FROM facts WHERE name = ?').get(MIGRATING);
  return row === undefined ? null : underWay.parse(JSON.parse(String(row['value'])));
};

/**
 * Makes the next batch of a migration, with a note of where it ended, in one transaction. The format is the new one from the first
 * batch on, so that no earlier version opens a table that is half changed. Returns where the batch ended; null after the last.
 */
const runBatch = (
  database: DatabaseSync,
  { version, run }: Migration,
  after: string | null,
): string | null => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const end = run(database, after);
    if (end === null) database.prepare('DELETE FROM facts WHERE name = ?').run(MIGRATING);
    else
      database
        .prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)')
        .run(MIGRATING, JSON.stringify({ version, after: end }));
    setFormat(database, version);
    database.exec('COMMIT');
    return end;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

/** Returns the format of a copy; null if it cannot be read. */
const formatOfCopy = (path: string): number | null => {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return formatOf(database);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
};

/** Says how to go back from a table of a newer version. */
const newerFolder = async (dataDirectory: string, found: number, known: number): Promise<DataFolderError> => {
  const copies = await listCopies(dataDirectory);
  const copy = copies.find(({ path }) => (formatOfCopy(path) ?? Infinity) <= known);
  const wayBack =
    copy === undefined
      ? 'There is no copy in backups/ that this version can read'
      : `To go back to the table as it was before, without what came since: npm run restore -- ${copy.name}`;
  return new DataFolderError(
    `${tableFile(dataDirectory)} was written by a newer version of Omomi (format ${found}; this version reads ${known}). ` +
      `Nothing was changed. Start the newer version. ${wayBack}`,
  );
};

export type UpgradeOptions = {
  /** When it is now, for the names of copies. */
  now: Date;
  log: Pick<Log, 'warn'>;
  migrations?: readonly Migration[];
};

const migrate = async (
  database: DatabaseSync,
  dataDirectory: string,
  { now, log, migrations = all }: UpgradeOptions,
): Promise<void> => {
  const format = formatOf(database);
  const newest = Math.max(...migrations.map(({ version }) => version));
  if (format > newest) throw await newerFolder(dataDirectory, format, newest);
  const started = readUnderWay(database);
  if (started === null && format === newest) return;
  for (const migration of migrations) {
    const { version, name } = migration;
    let after = started?.version === version ? started.after : null;
    if (after === null && version <= format) continue;
    // A copy of a table that is changed by half would be of no use.
    const copy = after === null ? await copyBeforeUpgrade(database, dataDirectory, now) : null;
    log.warn('the table is upgraded', { version, migration: name, copy, is_resumed: after !== null });
    do {
      after = runBatch(database, migration, after);
      // A request to stop is heard between two batches.
      await setImmediate();
    } while (after !== null);
  }
};

/**
 * Brings the table of a data folder to today's format, by the migrations that it lacks. Each begins with a copy of the table
 * and goes on after a kill where its last batch ended. Does nothing for a new folder. The caller must hold the folder's lock.
 * @throws DataFolderError for a table of a newer version, StorageDamagedError, StorageFullError
 */
export const upgradeTable = async (dataDirectory: string, options: UpgradeOptions): Promise<void> => {
  const path = tableFile(dataDirectory);
  if (!existsSync(path)) return;
  try {
    const database = new DatabaseSync(path);
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE');
      if (!isEmptyFile(database)) await migrate(database, dataDirectory, options);
    } finally {
      database.close();
    }
  } catch (error) {
    throw translateSqliteError(error, path);
  }
};
