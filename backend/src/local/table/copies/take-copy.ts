import { existsSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { backup } from 'node:sqlite';
import { translateFileError } from '../../../storage/table/errors.ts';
import { isCopyOf } from '../rows/table-id.ts';
import { checkFile } from './check-file.ts';
import { sealFile } from './seal-file.ts';
import { copiesFolder, copyPath, dateOf, dropHalfCopies, dropOldCopies } from './copies.ts';
import { damagedFile, translateSqliteError } from '../items/errors.ts';
import type { Rows } from '../rows/rows.ts';

/** Number of pages of 4 KB copied at a time. This takes some milliseconds, and requests continue in between. */
const PAGES = 256;

/**
 * Copies the table while it is in use to `backups/table-YYYY-MM-DD.sqlite` (day in UTC), replacing the day's earlier
 * copy, and deletes copies of more than seven days ago. Copies of another table, which was in the folder before, are never
 * replaced or deleted. Returns the path of the copy; null if the day has one of another table. The copy gets its name only
 * after all of it was checked. If the copy is damaged, the table is too.
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
  const partial = `${path}.partial`;
  try {
    await mkdir(copiesFolder(dataDirectory), { recursive: true, mode: 0o700 });
    await dropHalfCopies(dataDirectory);
    // Create the file first with its permissions, because SQLite would create it with those of the process's umask.
    await (await open(partial, 'a', 0o600)).close();
    await backup(rows.database, partial, { rate: PAGES });
    const problem = await checkFile(partial, signal);
    if (problem !== null) throw damagedFile(rows.path, problem);
    await sealFile(partial);
    await rename(partial, path);
  } catch (error) {
    await dropHalfCopies(dataDirectory).catch(() => {});
    throw translateSqliteError(translateFileError(error, dataDirectory), dataDirectory);
  }
  await dropOldCopies(rows, dataDirectory, now);
  return path;
};
