import type { DatabaseSync } from 'node:sqlite';
import { itemMigrations } from '../../../storage/upgrade/format.ts';
import { createSchema } from '../schema.ts';
import { joinFetchQueues } from './join-fetch-queues.ts';
import { moveItems } from './move-items.ts';

/** A change of the table's format, which every older table goes through once, in the order of the list. */
export type Migration = {
  /** The format that the table has afterwards: one more than before. */
  version: number;
  /** A description of the change, for the log. */
  name: string;
  /**
   * Makes one batch of changes, which takes well below a second, within a transaction of the caller. It gets the place where the
   * batch before ended, or null for the first one. Returns where this batch ended, or null if it was the last.
   */
  run: (database: DatabaseSync, after: string | null) => string | null;
};

/** All migrations. Each has a test that opens a table of the format before (`backend/test/harness/folders`). */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'the tables and indexes that some of the versions without a number lacked',
    run: (database) => {
      createSchema(database);
      return null;
    },
  },
  ...itemMigrations.map((migration) => ({
    version: migration.version,
    name: migration.name,
    run: (database: DatabaseSync, after: string | null) => moveItems(database, migration, after),
  })),
  {
    version: 3,
    name: 'the messages of the queues fetch and pages into one queue',
    run: (database) => {
      joinFetchQueues(database);
      return null;
    },
  },
];
