import { createChanges } from './changes.ts';
import { createItemRows, createTableRows } from './item-rows.ts';
import { createMessageRows } from './message-rows.ts';
import { createRangeRows } from './range-rows.ts';
import { textOrNull } from './schema.ts';
import { openTableFile, transactionsOf, type TableFile } from './table-file.ts';

/** Creates the reads and writes of named facts about the file itself, such as when it was checked last. */
const createFacts = ({ attempt, prepared }: TableFile) => ({
  fact: (name: string): string | null =>
    attempt(() => textOrNull(prepared('SELECT value FROM facts WHERE name = ?').get(name)?.['value'])),

  setFact: (name: string, value: string): void =>
    attempt(() => {
      prepared('INSERT INTO facts VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
        name,
        value,
      );
    }),
});

/**
 * Opens the items in one SQLite file, or in memory for `:memory:`. Every method throws StorageFullError,
 * StorageDamagedError or StorageUnavailableError.
 */
export const openRows = (path: string) => {
  const file = openTableFile(path);
  const { database, attempt } = file;
  const changes = createChanges(file);
  return {
    path,
    database,
    changes,
    ...createItemRows(file, changes),
    ...createRangeRows(file),
    ...createTableRows(file),
    ...createFacts(file),
    ...createMessageRows(file),
    together: transactionsOf(file),
    sync: (): void => attempt(() => database.exec('PRAGMA wal_checkpoint(TRUNCATE)')),
    close: (): void => attempt(() => database.close()),
  };
};

export type Rows = ReturnType<typeof openRows>;
