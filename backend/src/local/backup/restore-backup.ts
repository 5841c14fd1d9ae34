import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileBlobStore } from '../../storage/blobs/blob-files.ts';
import { DataFolderError } from '../process/data-lock.ts';
import { openRows } from '../table/rows.ts';
import { FILE_FORMAT, IS_OPEN, setFormat, TABLE_ID } from '../table/schema.ts';
import { checkedSize, translateSqliteError, itemKey } from '../table/values.ts';
import { readBackupFile, syncFolder, type BackupSummary } from './backup-file.ts';

/*
 * A restore builds everything in the folder `incoming`. When that is whole and checked, it is renamed to `restored`, and from then
 * on the restore only goes forward: whoever opens the data folder next finishes what was cut off.
 */

const incomingFolder = (dataDirectory: string) => join(dataDirectory, 'incoming');
const restoredFolder = (dataDirectory: string) => join(dataDirectory, 'restored');
/** Says in `restored` where the former data go. */
const FORMER = 'former';

/** Changes that are kept in memory and written at once. */
const BATCH = 500;

const build = async (file: string, folder: string): Promise<BackupSummary> => {
  const rows = openRows(join(folder, 'table.sqlite'));
  const blobs = createFileBlobStore(join(folder, 'blobs'));
  let waiting: (() => void)[] = [];
  const flush = () => {
    const changes = waiting;
    waiting = [];
    rows.together(() => {
      for (const change of changes) change();
    });
  };
  const later = (change: () => void) => {
    waiting.push(change);
    if (waiting.length >= BATCH) flush();
  };
  try {
    await mkdir(join(folder, 'blobs'), { mode: 0o700 });
    const summary = await readBackupFile(file, {
      begin: ({ table_format, table_id }) => {
        if (table_format > FILE_FORMAT)
          throw new DataFolderError(
            `the backup ${file} was written by a newer version of Omomi (format ${table_format}; this version reads ${FILE_FORMAT}). Nothing was changed`,
          );
        // Older items and messages are upgraded at the next start.
        setFormat(rows.database, table_format);
        if (table_id !== null) rows.setFact(TABLE_ID, table_id);
        // The next start looks for jobs without a message and counts unread articles, as after a kill.
        rows.setFact(IS_OPEN, 'true');
      },
      item: (item) => later(() => rows.put(itemKey(item), { item, size: checkedSize(item) })),
      message: (queue, message) => later(() => rows.changeQueue(queue, [{ op: 'add', message }])),
      blob: (key, bytes) => blobs.put(key, bytes),
    });
    flush();
    rows.sync();
    return summary;
  } finally {
    rows.close();
  }
};

/** Moves something out of the data folder, if it is there. */
const moveAside = async (dataDirectory: string, former: string, name: string): Promise<void> => {
  if (existsSync(join(dataDirectory, name)))
    await rename(join(dataDirectory, name), join(dataDirectory, former, name));
};

/**
 * Finishes a restore that was cut off after everything was checked. Each step may be cut off and done again. Returns the folder
 * with the former data; null if there are none, or no restore to finish. The caller must hold the folder's lock.
 */
export const finishRestore = async (dataDirectory: string): Promise<string | null> => {
  const restored = restoredFolder(dataDirectory);
  if (!existsSync(restored)) return null;
  if (!existsSync(join(restored, FORMER))) {
    // Only the deletion of the folder was cut off.
    await rm(restored, { recursive: true });
    return null;
  }
  const former = await readFile(join(restored, FORMER), 'utf8');
  await mkdir(join(dataDirectory, former), { recursive: true, mode: 0o700 });
  // A file that is still in `restored` was not moved yet, so the one in the data folder is the former one.
  if (existsSync(join(restored, 'table.sqlite')))
    for (const name of ['table.sqlite-wal', 'table.sqlite-shm', 'table.sqlite'])
      await moveAside(dataDirectory, former, name);
  if (existsSync(join(restored, 'blobs'))) {
    await moveAside(dataDirectory, former, 'blobs');
    await rename(join(restored, 'blobs'), join(dataDirectory, 'blobs'));
  }
  if (existsSync(join(restored, 'table.sqlite')))
    await rename(join(restored, 'table.sqlite'), join(dataDirectory, 'table.sqlite'));
  await syncFolder(dataDirectory);
  await rm(join(restored, FORMER));
  await rm(restored, { recursive: true });
  const isEmpty = (await readdir(join(dataDirectory, former))).length === 0;
  if (isEmpty) await rmdir(join(dataDirectory, former));
  return isEmpty ? null : join(dataDirectory, former);
};

/**
 * Replaces table and blobs of a data folder by those of a backup, after all its checksums were compared. Returns the backup's
 * summary, and the folder where the former data are kept. The caller must hold the folder's lock. After a kill the folder has
 * the former data, or gets the new ones when it is opened next.
 * @throws DataFolderError if the file is no whole backup or is newer than this version, StorageFullError
 */
export const restoreBackup = async (
  file: string,
  dataDirectory: string,
  now: Date,
): Promise<BackupSummary & { former: string | null }> => {
  await finishRestore(dataDirectory);
  const incoming = incomingFolder(dataDirectory);
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { mode: 0o700 });
  try {
    const summary = await build(file, incoming);
    await writeFile(join(incoming, FORMER), `former-${now.toISOString().replaceAll(':', '-')}`, {
      flush: true,
    });
    await syncFolder(incoming);
    await rename(incoming, restoredFolder(dataDirectory));
    return { ...summary, former: await finishRestore(dataDirectory) };
  } catch (error) {
    await rm(incoming, { recursive: true, force: true }).catch(() => {});
    throw translateSqliteError(error, dataDirectory);
  }
};
