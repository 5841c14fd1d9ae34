import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobStore } from '../articles/article.ts';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Keys are paths of segments between slashes; a segment may hold any character and never leads out of the folder. */
const pathOf = (directory: string, key: string): string =>
  join(directory, ...key.split('/').map((segment) => encodeURIComponent(segment).replaceAll('.', '%2E')));

/** Blobs as files. A file appears whole or not at all, whenever the process is killed. */
export const createFileBlobStore = (directory: string): BlobStore => ({
  put: async (key, bytes) => {
    const path = pathOf(directory, key);
    const partial = `${path}.${randomUUID()}.partial`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(partial, bytes);
    await rename(partial, path);
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
});
