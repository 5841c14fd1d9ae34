import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { DataFolderError } from '../process/data-lock.ts';
import { damagedFile } from './items/errors.ts';
import { openTable, type EmbeddedTable } from './open-table.ts';

export const LOCAL_TABLE = 'omomi';

/** Returns the path of the table in a data folder. */
export const tableFile = (dataDirectory: string) => join(dataDirectory, 'table.sqlite');

/** Returns the path of a copy that is being restored. The file remains if the restoring is interrupted. */
export const restoringFile = (dataDirectory: string) => `${tableFile(dataDirectory)}.restoring`;

/** Returns the folder in which earlier versions kept the table, in another format. */
const formerFolder = (dataDirectory: string) => join(dataDirectory, 'table');

export type LocalTable = EmbeddedTable & {
  /** True if the last process that used this folder ended without `close`. Work of several writes may be half done. */
  wasCutOff: boolean;
};

export type LocalTableOptions = {
  /** True to create an empty table although there is one in the former format, which stays unchanged. */
  isNewWanted?: boolean;
};

/** @throws DataFolderError if the folder's only table has the former format. */
const checkFormat = (dataDirectory: string, isNewWanted: boolean): void => {
  if (isNewWanted || existsSync(tableFile(dataDirectory)) || !existsSync(formerFolder(dataDirectory))) return;
  throw new DataFolderError(
    `the data folder ${dataDirectory} holds the table of an earlier version of Omomi (${formerFolder(dataDirectory)}), ` +
      'which this version cannot read. Nothing was changed. To bring your feeds over: start the earlier version, export them ' +
      'in Settings (OPML), start this version with --new-table, and import the file in Settings',
  );
};

/** The folders that exist only after the table was created. */
const laterFolders = ['queues', 'blobs', 'backups'];

/**
 * Refuses a folder in which SQLite would silently create a new table in place of a lost one.
 * @throws DataFolderError if restoring a copy was interrupted, StorageDamagedError for an empty file.
 */
const checkRemains = (dataDirectory: string): void => {
  const path = tableFile(dataDirectory);
  if (existsSync(restoringFile(dataDirectory)))
    throw new DataFolderError(
      `bringing back a copy was cut off in ${dataDirectory}. Nothing is lost: do it again with npm run restore`,
    );
  const isEmpty = existsSync(path) && statSync(path).size === 0;
  if (isEmpty && laterFolders.some((name) => existsSync(join(dataDirectory, name))))
    throw damagedFile(path, 'it is empty');
};

/**
 * Opens the table in a folder, which it creates if it is missing. The caller must hold the folder's lock.
 * @throws DataFolderError for a folder of an earlier version, StorageDamagedError for a damaged file, StorageFullError
 * if the disk is full.
 */
export const openLocalTable = async (
  dataDirectory: string,
  { isNewWanted = false }: LocalTableOptions = {},
): Promise<LocalTable> => {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  checkFormat(dataDirectory, isNewWanted);
  checkRemains(dataDirectory);
  const path = tableFile(dataDirectory);
  // Set the file's permissions before SQLite creates its journal, because the journal gets the same ones.
  await (await open(path, 'a', 0o600)).close();
  await chmod(path, 0o600);
  const table = openTable(path, LOCAL_TABLE);
  const wasCutOff = table.rows.fact('is_open') === 'true';
  table.rows.setFact('is_open', 'true');
  return {
    ...table,
    wasCutOff,
    close: () => {
      table.rows.setFact('is_open', 'false');
      table.close();
    },
  };
};
