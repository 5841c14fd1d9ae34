import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { DataFolderError } from '../process/data-lock.ts';
import { damagedFile } from './items/errors.ts';
import { openTable, type EmbeddedTable } from './open-table.ts';

export const LOCAL_TABLE = 'omomi';

/** Returns the path of the table in a data folder. */
export const tableFile = (dataDirectory: string) => join(dataDirectory, 'table.sqlite');

/** A copy on its way to the table's place; there only while, or since, it was not done. */
export const restoringFile = (dataDirectory: string) => `${tableFile(dataDirectory)}.restoring`;

/** Returns the folder in which earlier versions kept the table, in another format. */
const formerFolder = (dataDirectory: string) => join(dataDirectory, 'table');

export type LocalTable = EmbeddedTable & {
  /** The last process on this folder ended without `close`: what takes several writes may be half done. */
  wasCutOff: boolean;
};

export type LocalTableOptions = {
  /** Begin an empty table beside one in the former format, which stays as it is. */
  isNewWanted?: boolean;
};

/** @throws DataFolderError where the folder holds a table in the former format only. */
const checkFormat = (dataDirectory: string, isNewWanted: boolean): void => {
  if (isNewWanted || existsSync(tableFile(dataDirectory)) || !existsSync(formerFolder(dataDirectory))) return;
  throw new DataFolderError(
    `the data folder ${dataDirectory} holds the table of an earlier version of Omomi (${formerFolder(dataDirectory)}), ` +
      'which this version cannot read. Nothing was changed. To bring your feeds over: start the earlier version, export them ' +
      'in Settings (OPML), start this version with --new-table, and import the file in Settings',
  );
};

/** Folders that this version makes after its first table. */
const laterFolders = ['queues', 'blobs', 'backups'];

/** Refuses a file that SQLite would silently replace by a new table. @throws DataFolderError, StorageDamagedError */
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
 * Opens the table in a folder, which it makes if need be. The caller holds the folder's lock.
 * @throws DataFolderError for a folder of an earlier version, StorageDamagedError for a file that is not whole,
 * StorageFullError where the disk has no room.
 */
export const openLocalTable = async (
  dataDirectory: string,
  { isNewWanted = false }: LocalTableOptions = {},
): Promise<LocalTable> => {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  checkFormat(dataDirectory, isNewWanted);
  checkRemains(dataDirectory);
  const path = tableFile(dataDirectory);
  // SQLite gives its journal the rights of the file, so these come first.
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
