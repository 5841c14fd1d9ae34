import { randomUUID } from 'node:crypto';
import { askForSnapshot } from '../backup/ask-runner.ts';
import { takeSnapshot } from '../backup/snapshot.ts';
import { openLocalTable } from '../data-folder/open-local-table.ts';
import { lockIfFree } from '../process/data-lock.ts';

/** Makes a snapshot of a folder, whose lock this process holds; `release` gives the lock back. */
const takeHere = async (dataDirectory: string, release: () => void): Promise<string> => {
  try {
    const table = await openLocalTable(dataDirectory);
    try {
      // Nobody deletes a blob while this process has the lock.
      return await takeSnapshot({ rows: table.rows, dataDirectory, hold: (run) => run() }, randomUUID());
    } finally {
      table.close();
    }
  } finally {
    release();
  }
};

/**
 * Makes a snapshot of a data folder, or lets the runner make it that uses the folder. Returns its folder, which the caller deletes.
 * @throws DataFolderError, StorageDamagedError, StorageFullError
 */
export const snapshotOf = async (dataDirectory: string): Promise<string> => {
  let release = await lockIfFree(dataDirectory);
  if (release === null) {
    const isFree = async () => (release = await lockIfFree(dataDirectory)) !== null;
    const snapshot = await askForSnapshot(dataDirectory, randomUUID(), isFree);
    if (snapshot !== null) return snapshot;
  }
  return takeHere(dataDirectory, release ?? (() => {}));
};
