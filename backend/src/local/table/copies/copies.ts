import { open, mkdir, rename, readdir, rm, stat, access, copyFile, link } from 'node:fs/promises';
import { existsSync, constants } from 'node:fs';
import { backup, type DatabaseSync } from 'node:sqlite';
import { translateFileError } from '../../../storage/table/errors.ts';
import { formatOf, isCopyOf, restoringFile, tableFile } from '../schema.ts';
import { checkFile } from './check-file.ts';
import { damagedFile, translateSqliteError } from '../values.ts';
import type { Rows } from '../rows.ts';
import { join } from 'node:path';
import { DataFolderError } from '../../process/data-lock.ts';

/** Makes a file readable by its owner only, and waits until all of it is on the disk. */
const sealFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Number of pages of 4 KB copied at a time. This takes some milliseconds, and requests continue in between. */
const PAGES = 256;

/**
 * Copies the table of a folder to `path`, in a folder that exists, while it is in use; several copies may be made at a time. The
 * copy gets its name only after all of it was checked. If the copy is damaged, the table is too.
 * @throws StorageDamagedError, StorageFullError
 */
export const copyTable = async (
  database: DatabaseSync,
  dataDirectory: string,
  path: string,
  signal?: AbortSignal,
): Promise<void> => {
  const partial = `${path}.partial`;
  try {
    // Create the file first with its permissions, because SQLite would create it with those of the process's umask.
    await (await open(partial, 'a', 0o600)).close();
    await backup(database, partial, { rate: PAGES });
    const problem = await checkFile(partial, signal);
    if (problem !== null) throw damagedFile(tableFile(dataDirectory), problem);
    await sealFile(partial);
    await rename(partial, path);
  } catch (error) {
    for (const end of ['', '-journal', '-wal', '-shm'])
      await rm(`${partial}${end}`, { force: true }).catch(() => {});
    throw translateSqliteError(translateFileError(error, dataDirectory), dataDirectory);
  }
};

/**
 * Copies the table while it is in use to `backups/table-YYYY-MM-DD.sqlite` (day in UTC), replacing the day's earlier
 * copy, and deletes old copies. Copies of another table, which was in the folder before, are never replaced or deleted. Returns
 * the path of the copy; null if the day has one of another table.
 * @throws StorageDamagedError, StorageFullError
 */
export const takeCopy = async (
  rows: Rows,
  dataDirectory: string,
  now: Date,
  signal?: AbortSignal,
): Promise<string | null> => {
  const path = copyPath(dataDirectory, dateOf(now));
  // The day's copy of a table that is lost is worth more than one of the table that was begun today.
  if (existsSync(path) && !isCopyOf(rows, path)) return null;
  await prepareFolder(dataDirectory);
  await copyTable(rows.database, dataDirectory, path, signal);
  await dropOldCopies(rows, dataDirectory, now);
  return path;
};

/**
 * Copies the table to `backups/table-YYYY-MM-DD.format-<n>.sqlite`, before an upgrade from format n. Returns the path.
 * @throws StorageDamagedError, StorageFullError
 */
export const copyBeforeUpgrade = async (
  database: DatabaseSync,
  dataDirectory: string,
  now: Date,
): Promise<string> => {
  const path = copyPath(dataDirectory, `${dateOf(now)}.format-${formatOf(database)}`);
  await prepareFolder(dataDirectory);
  await copyTable(database, dataDirectory, path);
  return path;
};

/** A copy of the table. Its name is the day, with the format if it was made before an upgrade. */
type Copy = { name: string; path: string; bytes: number };

const KEPT_DAYS = 7;
/** A copy from before an upgrade is the way back to the version before. */
const KEPT_DAYS_BEFORE_UPGRADE = 30;
const DAY = 86_400_000;
const copyName = /^table-(\d{4}-\d{2}-\d{2}(?:\.format-\d+)?)\.sqlite$/;

export const copiesFolder = (dataDirectory: string) => join(dataDirectory, 'backups');

/** Returns the day of a time in UTC, as YYYY-MM-DD. */
const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

export const copyPath = (dataDirectory: string, name: string) =>
  join(copiesFolder(dataDirectory), `table-${name}.sqlite`);

/** Lists the copies in a data folder, newest first. Returns an empty list if there is no folder of copies. */
export const listCopies = async (dataDirectory: string): Promise<Copy[]> => {
  const files = await readdir(copiesFolder(dataDirectory)).catch(() => []);
  const names = files.flatMap((file) => copyName.exec(file)?.[1] ?? []);
  const copies = names
    .toSorted()
    .toReversed()
    .map(async (name): Promise<Copy> => {
      const path = copyPath(dataDirectory, name);
      return { name, path, bytes: (await stat(path)).size };
    });
  return Promise.all(copies);
};

/** Makes the folder of the copies, and deletes the partial files that killed processes left there. */
const prepareFolder = async (dataDirectory: string): Promise<void> => {
  const folder = copiesFolder(dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (name.includes('.sqlite.partial')) await rm(join(folder, name), { force: true });
};

/**
 * Deletes the copies of this table that are older than seven days, or 30 if they were made before an upgrade. Those of a table
 * that was lost stay, however long the new one runs.
 */
const dropOldCopies = async (rows: Pick<Rows, 'fact'>, dataDirectory: string, now: Date): Promise<void> => {
  const oldest = (days: number) => dateOf(new Date(now.getTime() - days * DAY));
  for (const { name, path } of await listCopies(dataDirectory)) {
    const days = name.includes('format') ? KEPT_DAYS_BEFORE_UPGRADE : KEPT_DAYS;
    if (name < oldest(days) && isCopyOf(rows, path)) await rm(path);
  }
};

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Keeps a file under a second name: as a hard link, or as a copy if the file system has no hard links. A file that is gone is
 * left out.
 */
export const keepAs = async (path: string, aside: string): Promise<void> => {
  try {
    await link(path, aside).catch(() => copyFile(path, aside, constants.COPYFILE_EXCL));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
};

/**
 * Replaces the table with a copy. The caller must hold the folder's lock. The former table is kept under
 * another name, which is returned; null if there was no table. If the process is killed, the folder has either the
 * former table or a state that the runner refuses until the copy is restored again. Throws DataFolderError,
 * StorageFullError.
 */
export const restoreCopy = async (dataDirectory: string, name: string, now: Date): Promise<string | null> => {
  const copies = await listCopies(dataDirectory);
  const copy = copies.find((one) => one.name === name);
  if (copy === undefined)
    throw new DataFolderError(
      `there is no copy of ${name} in ${dataDirectory}; npm run restore lists those there are`,
    );
  const problem = await checkFile(copy.path);
  if (problem !== null)
    throw new DataFolderError(
      `the copy ${copy.path} is damaged too (${problem}). Nothing was changed; try an earlier one`,
    );

  const path = tableFile(dataDirectory);
  const restoring = restoringFile(dataDirectory);
  const aside = `${path}.damaged-${now.toISOString().replaceAll(':', '-')}`;
  try {
    await rm(restoring, { force: true });
    await copyFile(copy.path, restoring);
    await sealFile(restoring);
    const isThere = await exists(path);
    await keepAs(path, aside);
    // Remove the journal, which belongs to the former table: applied to the copy, it would damage it.
    await keepAs(`${path}-wal`, `${aside}-wal`);
    await rm(`${path}-wal`, { force: true });
    await rm(`${path}-shm`, { force: true });
    await rename(restoring, path);
    return isThere ? aside : null;
  } catch (error) {
    if (await exists(path)) await rm(restoring, { force: true }).catch(() => {});
    throw translateFileError(error, dataDirectory);
  }
};
