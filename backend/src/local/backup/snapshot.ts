import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobStore } from '../../model/article/article.ts';
import { copyTable, copiesFolder, keepAs } from '../table/copies/copies.ts';
import type { Rows } from '../table/rows.ts';

/*
 * A snapshot is a folder with what a data folder held at one moment: a copy of the table, and the blobs under second names. The
 * runner makes it in seconds, and a backup is written from it afterwards, by any process.
 */

/** Wraps a store so that deleting can wait: a copy of the table needs all blobs that its items name. */
export const createHeldBlobs = (store: BlobStore) => {
  let holders = 0;
  const waiting = new Set<string>();
  return {
    blobs: {
      ...store,
      put: async (key, bytes) => {
        waiting.delete(key);
        await store.put(key, bytes);
      },
      delete: async (key) => {
        if (holders === 0) await store.delete(key);
        else waiting.add(key);
      },
    } satisfies BlobStore,
    /** Runs something and deletes no blob meanwhile. */
    hold: async <T>(run: () => Promise<T>): Promise<T> => {
      holders += 1;
      try {
        return await run();
      } finally {
        holders -= 1;
        const keys = holders === 0 ? [...waiting] : [];
        for (const key of keys) if (waiting.delete(key)) await store.delete(key);
      }
    },
  };
};

type HoldBlobs = ReturnType<typeof createHeldBlobs>['hold'];

/** Lists the files of blobs in a folder, as paths below it. */
export const blobFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.partial'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();
};

const DAY = 86_400_000;
const PREFIX = 'snapshot-';

export const snapshotFolder = (dataDirectory: string, id: string): string =>
  join(copiesFolder(dataDirectory), `${PREFIX}${id}`);

/** Deletes the snapshots that killed processes left a day ago or earlier. */
const dropOldSnapshots = async (dataDirectory: string): Promise<void> => {
  const folder = copiesFolder(dataDirectory);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > DAY) await rm(join(folder, name), { recursive: true, force: true });
  }
};

export type SnapshotSource = {
  rows: Pick<Rows, 'database'>;
  dataDirectory: string;
  hold: HoldBlobs;
};

/**
 * Makes a snapshot of a data folder, which may be in use, and returns its folder; the caller deletes it. Blobs are immutable
 * files, so a second name keeps their content.
 * @throws StorageDamagedError, StorageFullError
 */
export const takeSnapshot = async (
  { rows, dataDirectory, hold }: SnapshotSource,
  id: string,
  signal?: AbortSignal,
): Promise<string> => {
  await dropOldSnapshots(dataDirectory);
  const folder = snapshotFolder(dataDirectory, id);
  const blobs = join(dataDirectory, 'blobs');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await hold(async () => {
      await copyTable(rows.database, dataDirectory, join(folder, 'table.sqlite'), signal);
      for (const file of await blobFiles(blobs)) {
        const kept = join(folder, 'blobs', file);
        await mkdir(dirname(kept), { recursive: true, mode: 0o700 });
        await keepAs(join(blobs, file), kept);
      }
    });
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
};
