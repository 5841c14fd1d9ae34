import { constants } from 'node:fs';
import { access, copyFile, link, rename, rm } from 'node:fs/promises';
import { translateFileError } from '../../../storage/table/errors.ts';
import { DataFolderError } from '../../process/data-lock.ts';
import { checkFile } from './check-file.ts';
import { sealFile } from './seal-file.ts';
import { listCopies } from './copies.ts';
import { restoringFile, tableFile } from '../local-table.ts';

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Keeps a file under a second name: as a hard link, or as a copy if the file system has no hard links. */
const keepAs = async (path: string, aside: string): Promise<void> => {
  if (!(await exists(path))) return;
  await link(path, aside).catch(() => copyFile(path, aside, constants.COPYFILE_EXCL));
};

/**
 * Replaces the table with the copy of a day. The caller must hold the folder's lock. The former table is kept under
 * another name, which is returned; null if there was no table. If the process is killed, the folder has either the
 * former table or a state that the runner refuses until the copy is restored again. Throws DataFolderError,
 * StorageFullError.
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
