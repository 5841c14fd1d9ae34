import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobStore } from '../../model/article/article.ts';
import { translateFileError } from '../table/errors.ts';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Returns the file of a key. Each segment of the key is encoded, so that none leads out of the folder. */
const pathOf = (directory: string, key: string): string =>
  join(directory, ...key.split('/').map((segment) => encodeURIComponent(segment).replaceAll('.', '%2E')));

/** Returns the key of a file by the names of its path in the folder. */
export const readKey = (names: readonly string[]): string => names.map(decodeURIComponent).join('/');

/**
 * Creates a store that keeps blobs as files, which only their owner can read. If the process is killed, a file is
 * written completely or not at all. `put` throws StorageFullError if the disk is full.
 */
export const createFileBlobStore = (directory: string): BlobStore => ({
  put: async (key, bytes) => {
    const path = pathOf(directory, key);
    const partial = `${path}.${randomUUID()}.partial`;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(partial, bytes, { mode: 0o600 });
      await rename(partial, path);
    } catch (error) {
      // Delete the partial file, because the disk may be full.
      await rm(partial, { force: true }).catch(() => {});
      throw translateFileError(error, directory);
    }
  },
  get: async (key) => {
    try {
      return await readFile(pathOf(directory, key));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  delete: async (key) => {
    await rm(pathOf(directory, key), { force: true });
  },
  list: async (prefix) => {
    try {
      const entries = await readdir(pathOf(directory, prefix), { withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.partial'))
        .map(({ name }) => `${prefix}${decodeURIComponent(name)}`);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  },
});

/** Deletes what killed processes left of blobs that they were writing before a time. Returns the number of files. */
export const sweepPartialBlobs = (directory: string, before: Date): Promise<number> =>
  sweepFiles(directory, before, (name) => name.endsWith('.partial'));

/**
 * Deletes the files of a folder that were last written before a time, as a bucket's lifecycle does. They include
 * partial files of killed processes. Returns the number of deleted files.
 */
export const sweepFileBlobs = (directory: string, folder: string, before: Date): Promise<number> =>
  sweepFiles(pathOf(directory, folder), before, () => true);

const sweepFiles = async (
  path: string,
  before: Date,
  isMeant: (name: string) => boolean,
): Promise<number> => {
  let swept = 0;
  try {
    for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !isMeant(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      if ((await stat(file)).mtime >= before) continue;
      await rm(file, { force: true });
      swept += 1;
    }
  } catch (error) {
    // The folder does not exist yet, or a file was deleted meanwhile. The next sweep deletes the remaining files.
    if (!isMissing(error)) throw error;
  }
  return swept;
};
