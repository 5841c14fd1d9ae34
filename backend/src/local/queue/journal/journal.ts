import { StorageFullError } from '../../../lib/storage-errors.ts';
import { StorageUnavailableError, translateFileError } from '../../../storage/table/errors.ts';
import { openLineFile, type LineFile } from './line-file.ts';

/** An append-only file of JSON lines. Records survive the death of the process once `append` has resolved. */
export type Journal<R> = {
  /**
   * Resolves when the operating system has the records. If the file cannot be written, it rejects with StorageFullError
   * when the disk is full, otherwise with StorageUnavailableError; the next call tries again.
   */
  append: (records: readonly R[]) => Promise<void>;
  /**
   * Replaces the file by a shorter one with the same meaning. `snapshot` is called after all earlier writes. Records
   * appended before that call may be in the snapshot and also follow it, so reading a record twice must do no harm.
   */
  compact: (snapshot: () => readonly R[]) => Promise<void>;
  /** Writes an empty line if the last write failed. Rejects as `append` does if that fails too. */
  check: () => Promise<void>;
  /** Number of lines in the file: those of the last compaction and those appended since. */
  lineCount: () => number;
  /** Writes what is pending and closes the file. */
  close: () => Promise<void>;
};

export type OpenedJournal<R> = {
  journal: Journal<R>;
  records: R[];
  /** Number of complete lines that could not be read and were skipped. */
  unreadable: number;
};

/** A call that waits for its turn to write: lines to append, or a snapshot that replaces the file. */
type Work<R> = { lines: readonly string[]; snapshot?: () => readonly R[]; done: (error?: Error) => void };

const toLines = (records: readonly unknown[]) => records.map((record) => JSON.stringify(record));

const parseLines = <R>(lines: readonly string[], parse: (value: unknown) => R) => {
  const records: R[] = [];
  let unreadable = 0;
  for (const line of lines) {
    try {
      records.push(parse(JSON.parse(line)));
    } catch {
      unreadable += 1;
    }
  }
  return { records, unreadable };
};

/**
 * Opens a journal and reads its records. Creates the file and its folder if they are missing. `parse` throws for a
 * value that is not a record.
 */
export const openJournal = async <R>(
  path: string,
  parse: (value: unknown) => R,
): Promise<OpenedJournal<R>> => {
  const { file, lines } = await openLineFile(path);
  const { records, unreadable } = parseLines(lines, parse);
  return { records, unreadable, journal: createJournal(path, file) };
};

const toStorageError = (error: unknown, path: string): Error => {
  const translated = translateFileError(error, path);
  return translated instanceof StorageFullError
    ? translated
    : new StorageUnavailableError(`${path} could not be written`, { cause: error });
};

/** Creates the journal of an open file. Calls made at the same time share one write. */
const createJournal = <R>(path: string, file: LineFile): Journal<R> => {
  let waiting: Work<R>[] = [];
  let writing: Promise<void> | null = null;
  let hasFailed = false;

  /** Runs the write that these calls wait for and tells each of them the result. */
  const perform = async (works: Work<R>[], write: () => Promise<void>): Promise<void> => {
    try {
      await write();
      hasFailed = false;
      for (const { done } of works) done();
    } catch (error) {
      hasFailed = true;
      const failure = toStorageError(error, path);
      for (const { done } of works) done(failure);
    }
  };

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const appends = batch.filter(({ snapshot }) => snapshot === undefined);
      if (appends.length > 0) {
        const lines = appends.flatMap((work) => work.lines);
        await perform(appends, () => file.append(lines));
      }
      for (const work of batch) {
        const { snapshot } = work;
        if (snapshot !== undefined) await perform([work], () => file.replace(toLines(snapshot())));
      }
    }
    writing = null;
  };

  const enqueue = (lines: readonly string[], snapshot?: () => readonly R[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const done = (error?: Error) => (error === undefined ? resolve() : reject(error));
      waiting.push(snapshot === undefined ? { lines, done } : { lines, snapshot, done });
      // The write starts as a microtask, so that all calls made before it go into one write.
      writing ??= Promise.resolve().then(writeAll);
    });

  return {
    append: (added) => enqueue(toLines(added)),
    compact: (snapshot) => enqueue([], snapshot),
    // Empty lines are skipped when the file is read.
    check: () => (hasFailed ? enqueue(['']) : Promise.resolve()),
    lineCount: file.lineCount,
    close: async () => {
      while (writing !== null) await writing;
      await file.close();
    },
  };
};
