import type { Dirent } from 'node:fs';
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const OTHERS = 0o077;
/** The names that this and earlier versions use in a data folder. Other files there are not ours. */
const ourNames = /^(queues|blobs|backups|table|schedule\.json|table\.sqlite)/;

/** Takes from everybody but the owner what they may do with a file or folder. Answers whether they could do anything. */
const tighten = async (path: string): Promise<boolean> => {
  const { mode } = await stat(path);
  if ((mode & OTHERS) === 0) return false;
  await chmod(path, mode & ~OTHERS);
  return true;
};

const entriesIn = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);

/** The folder first: once nobody else can enter it, nothing in it can be read. */
const tightenTree = async (path: string, entry: Dirent): Promise<void> => {
  if (entry.isSymbolicLink()) return;
  const wasOpen = await tighten(path).catch(() => false);
  if (!entry.isDirectory() || !wasOpen) return;
  for (const inner of await entriesIn(path)) await tightenTree(join(path, inner.name), inner);
};

/**
 * Makes what an earlier version left readable for others in a data folder its owner's alone. A folder that was closed
 * already is not walked through, so that a start takes no longer with many files. Windows has no such rights.
 */
export const tightenDataFolder = async (dataDirectory: string): Promise<void> => {
  if (process.platform === 'win32') return;
  for (const entry of await entriesIn(dataDirectory))
    if (ourNames.test(entry.name)) await tightenTree(join(dataDirectory, entry.name), entry);
};
