import { DatabaseSync } from 'node:sqlite';
import { fromBytes } from '../schema.ts';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../lib/clock.ts';
import type { StorageWatch } from '../../process/storage-watch.ts';
import type { EmbeddedTable } from '../local-table.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => (typeof value === 'number' ? value : 0);

const findProblem = (database: DatabaseSync): string | null => {
  // End the WAL mode: a copy must be one file without a journal beside it.
  database.exec('PRAGMA journal_mode = DELETE');
  const found = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  if (found !== 'ok') return text(found);
  for (const { item, is_encoded, crc } of database
    .prepare('SELECT CAST(item AS BLOB) AS item, is_encoded, crc FROM items')
    .iterate()) {
    const isWritten = item instanceof Uint8Array && fromBytes(item, number(is_encoded), number(crc)) !== null;
    if (!isWritten) return 'an item is not what was written';
  }
  return null;
};

/**
 * Checks a table's file that no process has open: its structure, its indexes and the checksum of every item. Returns
 * the first problem, or null if there is none. This takes seconds for a large table, so the runner does it in a worker.
 */
export const checkRows = (path: string): string | null => {
  try {
    const database = new DatabaseSync(path);
    try {
      return findProblem(database);
    } finally {
      database.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read';
  }
};

/** Runs `checkRows` in a worker thread. Rejects if the signal is aborted. */
export const checkFile = async (path: string, signal?: AbortSignal): Promise<string | null> => {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./check-file.worker.ts', import.meta.url), {
    workerData: path,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  const cut = () => void worker.terminate();
  signal?.addEventListener('abort', cut, { once: true });
  try {
    return await new Promise<string | null>((resolve, reject) => {
      worker.once('message', (problem: unknown) => resolve(typeof problem === 'string' ? problem : null));
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error(`the check of ${path} was cut off`)));
    });
  } finally {
    signal?.removeEventListener('abort', cut);
    await worker.terminate();
  }
};

/** Rejects if the table's file is damaged or cannot be written. It writes, because reads succeed on a full disk. */
export const checkTable = async (
  { rows }: Pick<EmbeddedTable, 'rows'>,
  watch: Pick<StorageWatch, 'damage'>,
  now: Clock,
): Promise<void> => {
  rows.setFact('checked_at', now().toISOString());
  const damage = watch.damage();
  if (damage !== null) throw damage;
};
