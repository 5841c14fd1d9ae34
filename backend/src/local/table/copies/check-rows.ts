import { DatabaseSync } from 'node:sqlite';
import { fromBytes } from '../items/item-text.ts';

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
