import { inBatches } from '../../lib/lists.ts';
import type { BlobStore } from '../../model/article/article.ts';
import { formatKey, listedReaders } from '../../storage/table/keys.ts';
import type { Item, TableClient } from '../../storage/table/table.ts';
import { FORMAT, itemToday, readFormat } from '../../storage/upgrade/format.ts';
import { DataFolderError } from '../process/data-lock.ts';
import { toText, FILE_FORMAT } from '../table/schema.ts';
import { cleanItem, itemKey } from '../table/values.ts';
import { readBackupFile, toBlobLine, toItemLine, writeBackupFile, type Manifest } from './backup-file.ts';
import { backupPath, type WrittenBackup } from './write-backup.ts';

/** A deployment's table and bucket. */
export type CloudPlace = {
  /** Reads every item, in no order. */
  scan: () => AsyncIterable<Item>;
  table: Pick<TableClient, 'batchPut' | 'get' | 'queryPage'>;
  blobs: Pick<BlobStore, 'get' | 'list' | 'put'>;
};

/** Blobs that are read or written at once. */
const CONCURRENT_BLOBS = 8;
/** Items that are written at once, in batches of the table. */
const ITEMS = 200;

const itemLines = async function* ({ scan }: CloudPlace): AsyncGenerator<string> {
  for await (const given of scan()) {
    // The header says of which format the items are.
    if (given['PK'] === formatKey.PK) continue;
    const { item, is_encoded } = toText(cleanItem(given));
    yield toItemLine(item, is_encoded);
  }
};

const blobLines = async function* ({ blobs }: CloudPlace): AsyncGenerator<string> {
  for (const keys of inBatches((await blobs.list('')).toSorted(), CONCURRENT_BLOBS)) {
    const found = await Promise.all(keys.map(async (key) => ({ key, bytes: await blobs.get(key) })));
    for (const { key, bytes } of found) if (bytes !== null) yield toBlobLine(key, bytes);
  }
};

/**
 * Writes the backup of a deployment into a folder, without the messages of its queues. What is written meanwhile may be in it or
 * not.
 * @throws StorageFullError, StorageUnavailableError, NewerFormatError
 */
export const writeCloudBackup = async (
  place: CloudPlace,
  target: string,
  now: Date,
): Promise<WrittenBackup> => {
  const path = backupPath(target, now);
  const header = {
    omomi_backup: 1 as const,
    table_format: await readFormat(place.table),
    created_at: now.toISOString(),
    table_id: null,
  };
  const manifest = await writeBackupFile(path, {
    header,
    items: itemLines(place),
    messages: [],
    blobs: blobLines(place),
  });
  return { path, manifest };
};

/**
 * Writes a backup into the table and the bucket of a deployment that has no readers yet, after all its checksums were compared.
 * After an interruption it can be done again, because readers are listed by the last write. The messages of queues are left out.
 * @throws DataFolderError if the file is no whole backup or is newer than this version, or if there are readers
 */
export const restoreToCloud = async (file: string, { table, blobs }: CloudPlace): Promise<Manifest> => {
  const { header, manifest } = await readBackupFile(file);
  const { table_format } = header;
  if (table_format > FILE_FORMAT)
    throw new DataFolderError(
      `the backup ${file} was written by a newer version of Omomi (format ${table_format}; this version reads ${FILE_FORMAT}). Nothing was changed`,
    );
  const { items } = await table.queryPage({ ...listedReaders, limit: 1 });
  if (items.length > 0)
    throw new DataFolderError('the deployment has readers, who would lose what they have');
  let waiting: Parameters<typeof table.batchPut>[0] = [];
  let texts: { key: string; bytes: Uint8Array }[] = [];
  const last: typeof waiting = [];
  const writeItems = async () => {
    const batch = waiting;
    waiting = [];
    await table.batchPut(batch);
  };
  const writeTexts = async () => {
    const batch = texts;
    texts = [];
    await Promise.all(batch.map(({ key, bytes }) => blobs.put(key, bytes)));
  };
  await readBackupFile(file, {
    item: async (item) => {
      const keyed = itemToday({ ...item, ...itemKey(item) }, table_format);
      if (keyed.PK === listedReaders.PK) last.push(keyed);
      else waiting.push(keyed);
      if (waiting.length >= ITEMS) await writeItems();
    },
    blob: async (key, bytes) => {
      texts.push({ key, bytes });
      if (texts.length >= CONCURRENT_BLOBS) await writeTexts();
    },
  });
  await writeItems();
  await writeTexts();
  await table.batchPut([{ ...formatKey, format: FORMAT }, ...last]);
  return manifest;
};
