import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobStore } from '../../model/article/article.ts';
import { StorageThrottledError } from '../../lib/storage-errors.ts';
import { itemIsNew, setting } from '../table/expressions.ts';
import { idIn, type Key } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';
import { blobsOf, readHead, savedThen } from './saved-item.ts';

/** The most tries of a write. Each failed try means that another save of the same article succeeded. */
const ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 20;

/**
 * Writes a copy if nobody wrote another since the replaced one was read, then deletes the replaced copy's blob. The
 * blob's name stays in the item until the blob is deleted. If the call is interrupted before that, or is told that a
 * successful write failed, the next try finds the name there.
 * @throws StorageThrottledError if other writers succeed every time.
 */
export const replaceCopy = async (
  table: TableClient,
  blobs: BlobStore,
  item: Item & Key & { saved_at: string; blob?: string },
): Promise<void> => {
  const key = { PK: item.PK, SK: item.SK };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await readHead(table, key);
    const replaces = blobsOf(before).filter((name) => name !== item.blob);
    const named = replaces.length === 0 ? item : { ...item, replaces };
    if (await table.put(named, before === null ? itemIsNew : savedThen(before.saved_at))) {
      if (replaces.length === 0) return;
      for (const name of replaces) await blobs.delete(name);
      await table.update(key, setting({ replaces: null }), savedThen(item.saved_at));
      return;
    }
    await sleep(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new StorageThrottledError(
    `The copy of ${idIn(item.SK)} was written by others ${ATTEMPTS} times over`,
  );
};
