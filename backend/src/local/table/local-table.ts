import { ConditionFailedError, TableNotFoundError, ValidationError, type Attributes } from './values.ts';
import { type Rows, createEntryChanges, openRows } from './rows.ts';
import type { EntryChanges } from '../../model/search-stores.ts';
import type { TableEngine } from '../../storage/table/table-engine.ts';
import type { TellWrites } from '../../storage/table/kept.ts';
import type { Key } from '../../storage/table/keys.ts';
import { createRequests } from './requests.ts';
import type { MessageChange, QueueMessage } from './message-rows.ts';

/** Checks whether a request was refused before it changed anything. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ConditionFailedError ||
  error instanceof ValidationError ||
  error instanceof TableNotFoundError;

/** A waiting request. `run` makes the request and returns the function that answers it. */
type Waiting = { run: () => () => void; reject: (error: unknown) => void };

/** Hears why a request failed, and of some refusals. */
export type OnError = (error: unknown) => void;

/**
 * Creates the function that runs a request in the next turn of the event loop, so that other work continues meanwhile,
 * as it does with a network. The requests of one turn share a transaction, because SQLite then writes a page only once
 * even if several of them change it. They are answered after its commit. A refused request does not affect the others.
 * If anything else fails, the transaction is rolled back and each request runs again by itself, so that only the
 * requests that cannot be stored fail.
 */
export const createTurns = (together: Rows['together'], onError: OnError = () => {}) => {
  let waiting: Waiting[] = [];

  const alone = ({ run, reject }: Waiting): void => {
    try {
      run()();
    } catch (error) {
      onError(error);
      reject(error);
    }
  };

  const answersOf = (requests: Waiting[]): (() => void)[] => {
    const answers: (() => void)[] = [];
    together(() => {
      for (const { run, reject } of requests) {
        try {
          answers.push(run());
        } catch (error) {
          if (!isRefusal(error)) throw error;
          answers.push(() => reject(error));
        }
      }
    });
    return answers;
  };

  const runWaiting = (): void => {
    const requests = waiting;
    waiting = [];
    let answers: (() => void)[] = [];
    try {
      if (requests.length > 1) answers = answersOf(requests);
    } catch {
      // The transaction was rolled back, so run each request again below.
    }
    if (answers.length === 0) for (const request of requests) alone(request);
    for (const answer of answers) answer();
  };

  return <T>(request: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(runWaiting);
      const run = () => {
        const answer = request();
        return () => resolve(answer);
      };
      waiting.push({ run, reject });
    });
};

/** The messages of queues, in the table's file. */
export type QueueRows = {
  /** Returns all messages of a queue that are not acknowledged, the dead letters included, by id, in their order. */
  read: (queue: string) => Map<string, QueueMessage>;
  /**
   * Makes all of these changes or none, after every earlier request to the table. @throws StorageDamagedError,
   * StorageFullError, StorageUnavailableError
   */
  change: (queue: string, changes: readonly MessageChange[]) => Promise<void>;
};

export type EmbeddedTable = {
  client: TableEngine;
  rows: Rows;
  changes: EntryChanges;
  tellWrites: TellWrites;
  queues: QueueRows;
  /** Deletes at most `limit` of the items whose time to live is before `now`, and returns them. */
  takeExpired: (now: Date, limit: number) => Promise<Attributes[]>;
  /** Waits until all that was written is on the disk, where a power cut cannot take it. */
  sync: () => void;
  close: () => void;
};

/** Opens one table in a SQLite file, or in memory for `:memory:`. @throws StorageDamagedError, StorageFullError */
export const openTable = (path: string, tableName: string, onError?: OnError): EmbeddedTable => {
  const rows = openRows(path);
  const requests = createRequests(rows, tableName);
  const nextTurn = createTurns(rows.together, onError);
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
    tellWrites: rows.tellWrites,
    queues: {
      read: rows.readQueue,
      change: (queue, changes) => nextTurn(() => rows.together(() => rows.changeQueue(queue, changes))),
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

export const LOCAL_TABLE = 'omomi';

/** Number of items deleted in one transaction, which takes some milliseconds. */
const SLICE = 200;

/**
 * Deletes the items whose time to live is past, as DynamoDB does by itself. Calls `deleteBlob` with the blob of each
 * deleted item that names one. Returns the number of deleted items.
 */
export const sweepExpired = async (
  table: Pick<EmbeddedTable, 'takeExpired'>,
  now: Date,
  deleteBlob: (name: string) => Promise<void>,
): Promise<number> => {
  let swept = 0;
  for (;;) {
    const expired = await table.takeExpired(now, SLICE);
    for (const { blob } of expired) if (typeof blob === 'string') await deleteBlob(blob);
    swept += expired.length;
    if (expired.length < SLICE) return swept;
  }
};
