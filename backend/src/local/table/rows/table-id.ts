import { DatabaseSync } from 'node:sqlite';
import type { Rows } from './rows.ts';
import { textOrNull } from './schema.ts';

/** The fact that names a table. A copy has the id of its table; a table that is begun anew has another. */
export const TABLE_ID = 'table_id';
/** The fact that a table is of a version without ids, so that copies without one are of it. */
export const HAD_NO_ID = 'had_no_id';

/** Returns the id of the table of a copy; null if an earlier version made it, or if it cannot be read. */
const idOfCopy = (path: string): string | null => {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const row = database.prepare('SELECT value FROM facts WHERE name = ?').get(TABLE_ID);
      return textOrNull(row?.['value']);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
};

/** Checks whether a copy is of this table, and not of one that was in the folder before it. */
export const isCopyOf = ({ fact }: Pick<Rows, 'fact'>, path: string): boolean => {
  const id = idOfCopy(path);
  return id === null ? fact(HAD_NO_ID) === 'true' : id === fact(TABLE_ID);
};
