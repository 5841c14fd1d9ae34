import {
  ConditionFailedError,
  TableNotFoundError,
  ValidationError,
  type Attributes,
  damagedFile,
} from './values.ts';
import { type Rows, createEntryChanges, openRows } from './rows.ts';
import type { EntryChanges } from '../../model/article/entry-changes.ts';
import type { TableEngine } from '../../storage/table/create-table.ts';
import type { TellWrites } from '../../storage/table/kept.ts';
import type { Key } from '../../storage/table/keys.ts';
import { createRequests } from './requests.ts';
import type { MessageChange, QueueState } from './message-rows.ts';
import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, statSync } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileReasonOf, translateFileError } from '../../storage/table/errors.ts';
import { DataFolderError } from '../process/data-lock.ts';
import { HAD_NO_ID, TABLE_ID } from './schema.ts';

/** Checks whether a request was refused before it changed anything. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ConditionFailedError ||
  error instanceof ValidationError ||
  error instanceof TableNotFoundError;

/** A waiting request. `run` makes the request and returns the function that answers it. */
type Waiting = { run: () => () => void; reject: (error: unknown) => void };

/**
 * Creates the function that runs a request in the next turn of the event loop, so that other work continues meanwhile,
 * as it does with a network. The requests of one turn share a transaction, because SQLite then writes a page only once
 * even if several of them change it. They are answered after its commit. A refused request does not affect the others.
 * If anything else fails, the transaction is rolled back and each request runs again by itself, so that only the
 * requests that cannot be stored fail.
 */
export const createTurns = (together: Rows['together']) => {
  let waiting: Waiting[] = [];

  const alone = ({ run, reject }: Waiting): void => {
    try {
      run()();
    } catch (error) {
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
  tellWrites: TellWrites;
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
    tellWrites: rows.tellWrites,
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

export const LOCAL_TABLE = 'omomi';

/** Returns the path of the table in a data folder. */
export const tableFile = (dataDirectory: string) => join(dataDirectory, 'table.sqlite');

/** Returns the path of a copy that is being restored. The file remains if the restoring is interrupted. */
export const restoringFile = (dataDirectory: string) => `${tableFile(dataDirectory)}.restoring`;

/** Returns the folder in which earlier versions kept the table, in another format. */
const formerFolder = (dataDirectory: string) => join(dataDirectory, 'table');

export type LocalTable = EmbeddedTable & {
  /** True if the last process that used this folder ended without `close`. Work of several writes may be half done. */
  wasCutOff: boolean;
};

type LocalTableOptions = {
  /**
   * True to create an empty table although there is one in the former format, or the folder has lost its table. What is
   * there stays unchanged.
   */
  isNewWanted?: boolean;
};

/** @throws DataFolderError if the folder's only table has the former format. */
const checkFormat = (dataDirectory: string, isNewWanted: boolean): void => {
  if (isNewWanted || existsSync(tableFile(dataDirectory)) || !existsSync(formerFolder(dataDirectory))) return;
  throw new DataFolderError(
    `the data folder ${dataDirectory} holds the table of an earlier version of Omomi (${formerFolder(dataDirectory)}), ` +
      'which this version cannot read. Nothing was changed. To bring your feeds over: start the earlier version, export them ' +
      'in Settings (OPML), start this version with --new-table, and import the file in Settings',
  );
};

/** The names in a data folder that exist only after the table was created. */
const laterNames = ['table.sqlite-wal', 'queues', 'blobs', 'backups', 'schedule.json'];

/** Returns those of the names that exist only beside a table. */
const remainsIn = (dataDirectory: string): string[] =>
  laterNames.filter((name) => existsSync(join(dataDirectory, name)));

/** Keeps the journal of a table that is lost, which SQLite would delete beside a new one. */
const setJournalAside = (path: string): void => {
  const journal = `${path}-wal`;
  if (existsSync(path) || !existsSync(journal)) return;
  renameSync(journal, `${path}.lost-${new Date().toISOString().replaceAll(':', '-')}-wal`);
};

/**
 * Refuses a folder in which SQLite would silently create a new table in place of a lost one.
 * @throws DataFolderError if the table is missing or restoring a copy was interrupted, StorageDamagedError for an empty
 * file.
 */
const checkRemains = (dataDirectory: string, isNewWanted: boolean): void => {
  const path = tableFile(dataDirectory);
  if (existsSync(restoringFile(dataDirectory)))
    throw new DataFolderError(
      `bringing back a copy was cut off in ${dataDirectory}. Nothing is lost: do it again with npm run restore`,
    );
  const remains = remainsIn(dataDirectory);
  if (remains.length === 0 || isNewWanted) return;
  if (!existsSync(path))
    throw new DataFolderError(
      `${path} is missing, though ${remains.join(', ')} of it ${remains.length === 1 ? 'is' : 'are'} there. Nothing was changed. ` +
        'If the file was moved, put it back, with the table.sqlite-wal that was beside it. Otherwise bring a daily copy back: ' +
        'npm run restore lists them. To begin with an empty table instead, start with --new-table',
    );
  if (statSync(path).size === 0) throw damagedFile(path, 'it is empty');
};

const makePrivate = async (path: string): Promise<void> => {
  try {
    await (await open(path, 'a', 0o600)).close();
    await chmod(path, 0o600);
  } catch (error) {
    const reason = fileReasonOf(error);
    if (reason === undefined) throw translateFileError(error, path);
    throw new DataFolderError(`${path} cannot be written: ${reason}`, { cause: error });
  }
};

/**
 * Opens the table in a folder, which it creates if it is missing. The caller must hold the folder's lock.
 * @throws DataFolderError for a folder of an earlier version, or without the table that it had; StorageDamagedError for a
 * damaged file, StorageFullError if the disk is full.
 */
export const openLocalTable = async (
  dataDirectory: string,
  { isNewWanted = false }: LocalTableOptions = {},
): Promise<LocalTable> => {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  checkFormat(dataDirectory, isNewWanted);
  checkRemains(dataDirectory, isNewWanted);
  const path = tableFile(dataDirectory);
  const isNew = !existsSync(path);
  setJournalAside(path);
  // Set the file's permissions before SQLite creates its journal, because the journal gets the same ones.
  await makePrivate(path);
  const table = openTable(path, LOCAL_TABLE);
  if (table.rows.fact(TABLE_ID) === null) {
    table.rows.setFact(TABLE_ID, randomUUID());
    if (!isNew) table.rows.setFact(HAD_NO_ID, 'true');
  }
  const wasCutOff = table.rows.fact('is_open') === 'true';
  table.rows.setFact('is_open', 'true');
  return {
    ...table,
    wasCutOff,
    close: () => {
      table.rows.setFact('is_open', 'false');
      table.close();
    },
  };
};
