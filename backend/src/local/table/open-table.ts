import type { EntryChanges } from '../../model/article/entry-changes.ts';
import type { TableEngine } from '../../storage/table/table-engine.ts';
import type { Key } from '../../storage/table/keys.ts';
import { createEntryChanges } from './rows/changes.ts';
import { createRequests } from './requests/requests.ts';
import type { MessageChange, QueueState } from './rows/message-rows.ts';
import { openRows, type Rows } from './rows/rows.ts';
import { createTurns } from './turns.ts';
import type { Attributes } from './items/values.ts';

/** The messages of queues, in the table's file. */
export type QueueRows = {
  read: (queue: string) => QueueState;
  /**
   * Makes all of these changes or none, after every earlier request to the table. @throws StorageDamagedError,
   * StorageFullError, StorageUnavailableError
   */
  change: (queue: string, changes: readonly MessageChange[]) => Promise<void>;
  /** Forgets the deduplication ids that were sent before a time, in milliseconds since 1970. Throws as `change` does. */
  forgetSentIds: (queue: string, before: number) => Promise<void>;
};

export type EmbeddedTable = {
  client: TableEngine;
  rows: Rows;
  changes: EntryChanges;
  queues: QueueRows;
  /** Deletes at most `limit` of the items whose time to live is before `now`, and returns them. */
  takeExpired: (now: Date, limit: number) => Promise<Attributes[]>;
  /** Waits until all that was written is on the disk, where a power cut cannot take it. */
  sync: () => void;
  close: () => void;
};

/** Opens one table in a SQLite file, or in memory for `:memory:`. @throws StorageDamagedError, StorageFullError */
export const openTable = (path: string, tableName: string): EmbeddedTable => {
  const rows = openRows(path);
  const requests = createRequests(rows, tableName);
  const nextTurn = createTurns(rows.together);
  const inTurn =
    <I, O>(run: (input: I) => O) =>
    (input: I): Promise<O> =>
      nextTurn(() => run(input));
  return {
    client: {
      get: inTurn(requests.get),
      put: inTurn(requests.put),
      update: inTurn(requests.update),
      delete: inTurn(requests.delete),
      query: inTurn(requests.query),
      batchGet: inTurn(requests.batchGet),
      batchWrite: inTurn(requests.batchWrite),
    },
    rows,
    changes: createEntryChanges(rows.changes),
    queues: {
      read: rows.readQueue,
      change: (queue, changes) => nextTurn(() => rows.together(() => rows.changeQueue(queue, changes))),
      forgetSentIds: (queue, before) => nextTurn(() => rows.forgetSentIds(queue, before)),
    },
    takeExpired: (now, limit) =>
      nextTurn(() => {
        const expired = rows.expired(Math.floor(now.getTime() / 1000), limit);
        rows.together(() => {
          for (const { key } of expired) rows.remove(key satisfies Key);
        });
        return expired.map(({ item }) => item);
      }),
    sync: rows.sync,
    close: rows.close,
  };
};
