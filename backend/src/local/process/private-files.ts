import type { Dirent } from 'node:fs';
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const OTHERS = 0o077;
/** Matches the names that this and earlier versions use in a data folder. Other files there are left alone. */
const ourNames =
  /^(queues|blobs|backups|incoming|restored|former-|invitations|lock|secrets\.key|table|schedule\.json|serving\.json|table\.sqlite)/;

/** Removes all rights of other users to a file or folder. Returns true if there were any. */
const tighten = async (path: string): Promise<boolean> => {
  const { mode } = await stat(path);
  if ((mode & OTHERS) === 0) return false;
  await chmod(path, mode & ~OTHERS);
  return true;
};

const entriesIn = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);

/** Removes the rights to the folder first, because nothing in it can be read by others after that. */
const tightenTree = async (path: string, entry: Dirent): Promise<void> => {
  if (entry.isSymbolicLink()) return;
  const wasOpen = await tighten(path).catch(() => false);
  if (!entry.isDirectory() || !wasOpen) return;
  for (const inner of await entriesIn(path)) await tightenTree(join(path, inner.name), inner);
};

/**
 * Removes the rights of other users to the data folder's files, which earlier versions left readable. It skips the
 * content of folders that were private already, so that a start is fast even with many files. Does nothing on Windows,
 * which has no such rights.
 */
export const tightenDataFolder = async (dataDirectory: string): Promise<void> => {
  if (process.platform === 'win32') return;
  for (const entry of await entriesIn(dataDirectory))
    if (ourNames.test(entry.name)) await tightenTree(join(dataDirectory, entry.name), entry);
};
