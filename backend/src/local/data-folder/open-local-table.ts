import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, statSync } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../logging/log.ts';
import { fileReasonOf, translateFileError } from '../../storage/table/errors.ts';
import { finishRestore } from '../backup/restore-backup.ts';
import { DataFolderError } from '../process/data-lock.ts';
import { LOCAL_TABLE, openTable, type EmbeddedTable, type OnError } from '../table/local-table.ts';
import { HAD_NO_ID, IS_OPEN, TABLE_ID, restoringFile, tableFile } from '../table/schema.ts';
import { upgradeTable } from '../table/upgrade/upgrade.ts';
import { damagedFile } from '../table/values.ts';

/** Returns the folder in which earlier versions kept the table, in another format. */
const formerFolder = (dataDirectory: string) => join(dataDirectory, 'table');

export type LocalTable = EmbeddedTable & {
  /** True if the last process that used this folder ended without `close`. Work of several writes may be half done. */
  wasCutOff: boolean;
};

type LocalTableOptions = {
  /**
   * True to create an empty table although there is one in the former format, or the folder has lost its table. What is
   * there stays unchanged.
   */
  isNewWanted?: boolean;
  /** Hears of an upgrade of the table. */
  log?: Pick<Log, 'warn'>;
  onError?: OnError;
};

const silent: Pick<Log, 'warn'> = { warn: () => {} };

/** @throws DataFolderError if the folder's only table has the former format. */
const checkFormat = (dataDirectory: string, isNewWanted: boolean): void => {
  if (isNewWanted || existsSync(tableFile(dataDirectory)) || !existsSync(formerFolder(dataDirectory))) return;
  throw new DataFolderError(
    `the data folder ${dataDirectory} holds the table of an earlier version of Omomi (${formerFolder(dataDirectory)}), ` +
      'which this version cannot read. Nothing was changed. To bring your feeds over: start the earlier version, export them ' +
      'in Settings (OPML), start this version with --new-table, and import the file in Settings',
  );
};

/** The names in a data folder that exist only after the table was created. */
const laterNames = ['table.sqlite-wal', 'queues', 'blobs', 'backups', 'schedule.json'];

/** Returns those of the names that exist only beside a table. */
const remainsIn = (dataDirectory: string): string[] =>
  laterNames.filter((name) => existsSync(join(dataDirectory, name)));

/** Keeps the journal of a table that is lost, which SQLite would delete beside a new one. */
const setJournalAside = (path: string): void => {
  const journal = `${path}-wal`;
  if (existsSync(path) || !existsSync(journal)) return;
  renameSync(journal, `${path}.lost-${new Date().toISOString().replaceAll(':', '-')}-wal`);
};

/**
 * Refuses a folder in which SQLite would silently create a new table in place of a lost one.
 * @throws DataFolderError if the table is missing or restoring a copy was interrupted, StorageDamagedError for an empty
 * file.
 */
const checkRemains = (dataDirectory: string, isNewWanted: boolean): void => {
  const path = tableFile(dataDirectory);
  if (existsSync(restoringFile(dataDirectory)))
    throw new DataFolderError(
      `bringing back a copy was cut off in ${dataDirectory}. Nothing is lost: do it again with npm run restore`,
    );
  const remains = remainsIn(dataDirectory);
  if (remains.length === 0 || isNewWanted) return;
  if (!existsSync(path))
    throw new DataFolderError(
      `${path} is missing, though ${remains.join(', ')} of it ${remains.length === 1 ? 'is' : 'are'} there. Nothing was changed. ` +
        'If the file was moved, put it back, with the table.sqlite-wal that was beside it. Otherwise bring a daily copy back: ' +
        'npm run restore lists them. To begin with an empty table instead, start with --new-table',
    );
  if (statSync(path).size === 0) throw damagedFile(path, 'it is empty');
};

const makePrivate = async (path: string): Promise<void> => {
  try {
    await (await open(path, 'a', 0o600)).close();
    await chmod(path, 0o600);
  } catch (error) {
    const reason = fileReasonOf(error);
    if (reason === undefined) throw translateFileError(error, path);
    throw new DataFolderError(`${path} cannot be written: ${reason}`, { cause: error });
  }
};

/**
 * Opens the table in a folder, which it creates if it is missing and upgrades if it is of an earlier version. The caller must
 * hold the folder's lock.
 * @throws DataFolderError for a folder of a newer version or of one before tables in SQLite, or without the table that it had;
 * StorageDamagedError for a damaged file, StorageFullError if the disk is full.
 */
export const openLocalTable = async (
  dataDirectory: string,
  { isNewWanted = false, log = silent, onError }: LocalTableOptions = {},
): Promise<LocalTable> => {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await finishRestore(dataDirectory);
  checkFormat(dataDirectory, isNewWanted);
  checkRemains(dataDirectory, isNewWanted);
  const path = tableFile(dataDirectory);
  const isNew = !existsSync(path);
  setJournalAside(path);
  // Set the file's permissions before SQLite creates its journal, because the journal gets the same ones.
  await makePrivate(path);
  await upgradeTable(dataDirectory, { now: new Date(), log });
  const table = openTable(path, LOCAL_TABLE, onError);
  if (table.rows.fact(TABLE_ID) === null) {
    table.rows.setFact(TABLE_ID, randomUUID());
    if (!isNew) table.rows.setFact(HAD_NO_ID, 'true');
  }
  const wasCutOff = table.rows.fact(IS_OPEN) === 'true';
  table.rows.setFact(IS_OPEN, 'true');
  return {
    ...table,
    wasCutOff,
    close: () => {
      table.rows.setFact(IS_OPEN, 'false');
      table.close();
    },
  };
};
