import { constants } from 'node:fs';
import { access, copyFile, link, open, rename, rm } from 'node:fs/promises';
import { translateFileError } from '../../../storage/table/errors.ts';
import { DataFolderError } from '../../process/data-lock.ts';
import { checkFile } from './check-file.ts';
import { listCopies } from './copies.ts';
import { restoringFile, tableFile } from '../local-table.ts';

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** A second name for a file where the disk has such, else a copy. */
const keepAs = async (path: string, aside: string): Promise<void> => {
  if (!(await exists(path))) return;
  await link(path, aside).catch(() => copyFile(path, aside, constants.COPYFILE_EXCL));
};

const sync = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
};

/**
 * Puts the copy of a day in the place of the table. The caller holds the folder's lock. What was there stays, under the
 * name that is answered; null where there was nothing. A kill at any point leaves either the former table or a folder
 * that the runner refuses until this was done again. Throws DataFolderError, StorageFullError.
 */
export const restoreCopy = async (dataDirectory: string, date: string, now: Date): Promise<string | null> => {
  const copies = await listCopies(dataDirectory);
  const copy = copies.find((one) => one.date === date);
  if (copy === undefined)
    throw new DataFolderError(
      `there is no copy of ${date} in ${dataDirectory}; npm run restore lists those there are`,
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
    await sync(restoring);
    const isThere = await exists(path);
    await keepAs(path, aside);
    // The journal belongs to the former table: played into another one, it would damage that.
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
