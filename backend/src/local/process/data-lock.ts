import { existsSync, lchownSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileReasonOf } from '../../storage/table/errors.ts';

/** The data folder cannot be used; the message says why. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** Another process uses the data folder. */
export class FolderInUseError extends DataFolderError {}

/** Primary result codes of SQLite: https://www.sqlite.org/rescode.html */
const BUSY = 5;

/**
 * Returns the path of the lock of a data folder. It is an empty file that stays; an open transaction locks it. That is a
 * lock of the operating system, so it ends with its process however that ends, and it is seen by every process on the
 * machine that reaches the folder, whatever their names for it, their temporary folders or their namespaces are.
 */
const lockFile = (dataDirectory: string) => join(dataDirectory, 'lock');

/** Returns the path of the file in which a runner says where it serves (`serving.ts`). It belongs to whoever holds the lock. */
export const servingFile = (dataDirectory: string) => join(dataDirectory, 'serving.json');

const resultCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

const makeLockFile = async (directory: string): Promise<string> => {
  const path = lockFile(directory);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    // A file that exists must not be opened: on POSIX, closing it would release the lock that this process may hold.
    if (!existsSync(path)) await writeFile(path, '', { flag: 'a', mode: 0o600 });
    await chmod(path, 0o600);
    return path;
  } catch (error) {
    throw new DataFolderError(
      `the data folder ${directory} cannot be made or written: ${fileReasonOf(error) ?? whyOf(error)}. Choose another with --data`,
      { cause: error },
    );
  }
};

const allIn = (directory: string): string[] => readdirSync(directory, { recursive: true, encoding: 'utf8' });

/**
 * Gives the folder's owner what root has made in it: everything, or what has these names. Without that, the owner's runner could not
 * use what a command made that was run with sudo.
 */
export const giveToOwner = (directory: string, names?: readonly string[]): void => {
  if (process.getuid?.() !== 0 || !existsSync(directory)) return;
  const { uid, gid } = statSync(directory);
  if (uid === 0) return;
  for (const name of names ?? allIn(directory)) {
    const path = join(directory, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.uid === 0) lchownSync(path, uid, gid);
  }
};

/**
 * Creates the data folder and locks it for this process, because two processes on one store would damage it. Returns
 * the function that releases the lock. Throws DataFolderError.
 */
export const lockDataFolder = async (directory: string): Promise<() => void> => {
  const path = await makeLockFile(directory);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw resultCode(error) === BUSY
      ? new FolderInUseError(
          `the data folder ${directory} is in use by another Omomi that runs: stop that first`,
          {
            cause: error,
          },
        )
      : new DataFolderError(`the file ${path} cannot be locked: ${whyOf(error)}`, { cause: error });
  }
  // A killed runner leaves it.
  const forgetServing = () => rmSync(servingFile(directory), { force: true });
  forgetServing();
  return () => {
    if (!database.isOpen) return;
    forgetServing();
    giveToOwner(directory);
    database.close();
  };
};

/** Locks a data folder; returns null if another process uses it. @throws DataFolderError */
export const lockIfFree = async (folder: string): Promise<(() => void) | null> => {
  try {
    return await lockDataFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUseError) return null;
    throw error;
  }
};

/** Time between two looks for the answer of the process that has the lock, in milliseconds. */
export const POLL_MS = 250;
/** Time after which a question is taken to be unheard, in milliseconds. The runner looks every five seconds. */
export const UNHEARD_MS = 30_000;
