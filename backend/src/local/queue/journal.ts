import { mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageFullError } from '../../lib/storage-errors.ts';
import { StorageUnavailableError, translateFileError } from '../../storage/table/errors.ts';

/** An append-only file of JSON lines. Whatever `append` has resolved survives the death of the process. */
type Journal<R> = {
  /**
   * Resolves once the lines are handed to the operating system. Rejects when the file could not be written, with
   * StorageFullError where the disk has no room, else StorageUnavailableError; the next call tries anew.
   */
  append: (records: readonly R[]) => Promise<void>;
  /**
   * Replaces the file by a shorter one that says the same. `snapshot` is called when all earlier writes are done;
   * lines appended before that call may be in the snapshot and follow it again, so records must bear repetition.
   */
  compact: (snapshot: () => readonly R[]) => Promise<void>;
  /** Rejects as `append` does where the last write failed and another one does too. */
  check: () => Promise<void>;
  /** Lines in the file: those of the last compaction and those appended since. */
  lineCount: () => number;
  /** Writes what is pending and closes the file. */
  close: () => Promise<void>;
};

export type OpenedJournal<R> = {
  journal: Journal<R>;
  records: R[];
  /** Lines that could not be read and were left out; a line torn by a crash is not among them. */
  unreadable: number;
};

type Work<R> = { lines: readonly string[]; snapshot?: () => readonly R[]; done: (error?: Error) => void };

const toLines = (records: readonly unknown[]) => records.map((record) => JSON.stringify(record));

const syncDirectory = async (path: string): Promise<void> => {
  // Windows cannot open a directory; there a rename is as durable as it gets.
  const directory = await open(path, 'r').catch(() => null);
  await directory?.sync().catch(() => {});
  await directory?.close();
};

/** Puts a file of these lines in the place of the path's and answers with its handle; on any error the old file stays. */
const replaceFile = async (path: string, lines: readonly string[]): Promise<FileHandle> => {
  const next = `${path}.next`;
  await rm(next, { force: true });
  const file = await open(next, 'a', 0o600);
  try {
    await file.appendFile(lines.map((line) => `${line}\n`).join(''));
    await file.sync();
    await rename(next, path);
  } catch (error) {
    await file.close();
    await rm(next, { force: true }).catch(() => {});
    throw error;
  }
  await syncDirectory(dirname(path));
  return file;
};

const readRecords = async <R>(path: string, parse: (value: unknown) => R) => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  // What follows the last line end is a line that a crash tore: nobody was told that it is stored.
  const lines = text.split('\n').slice(0, -1);
  const records: R[] = [];
  let unreadable = 0;
  for (const line of lines) {
    if (line === '') continue;
    try {
      records.push(parse(JSON.parse(line)));
    } catch {
      unreadable += 1;
    }
  }
  return { records, unreadable };
};

/** Opens a journal, its folder made where missing. `parse` throws for a record that is none. */
export const openJournal = async <R>(
  path: string,
  parse: (value: unknown) => R,
): Promise<OpenedJournal<R>> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { records, unreadable } = await readRecords(path, parse);
  let handle: FileHandle = await open(path, 'a', 0o600);
  let lineCount = records.length;
  let queued: Work<R>[] = [];
  let writing: Promise<void> | null = null;
  // A torn line, from a crash or a failed write, must not swallow the next one; an empty line is skipped.
  let isTorn = true;
  let hasFailed = false;

  const writeLines = async (lines: readonly string[]): Promise<void> => {
    if (lines.length === 0) return;
    const bytes = `${isTorn ? '\n' : ''}${lines.join('\n')}\n`;
    const { size } = await handle.stat();
    try {
      await handle.appendFile(bytes);
    } catch (error) {
      // The caller is told that nothing was stored, so the lines that were written are removed.
      isTorn = await handle.truncate(size).then(
        () => isTorn,
        () => true,
      );
      throw error;
    }
    isTorn = false;
    lineCount += lines.length;
  };

  const rewrite = async (snapshot: () => readonly R[]): Promise<void> => {
    const lines = toLines(snapshot());
    const old = handle;
    handle = await replaceFile(path, lines);
    isTorn = false;
    lineCount = lines.length;
    await old.close();
  };

  const perform = async (works: Work<R>[], action: () => Promise<void>): Promise<void> => {
    try {
      await action();
      hasFailed = false;
      for (const { done } of works) done();
    } catch (error) {
      hasFailed = true;
      const full = translateFileError(error, path);
      const failure =
        full instanceof StorageFullError
          ? full
          : new StorageUnavailableError(`${path} could not be written`, { cause: error });
      for (const { done } of works) done(failure);
    }
  };

  const drain = async (): Promise<void> => {
    while (queued.length > 0) {
      const batch = queued;
      queued = [];
      const appends = batch.filter(({ snapshot }) => snapshot === undefined);
      if (appends.length > 0) {
        const lines = appends.flatMap((work) => work.lines);
        await perform(appends, () => writeLines(lines));
      }
      for (const work of batch) {
        const { snapshot } = work;
        if (snapshot !== undefined) await perform([work], () => rewrite(snapshot));
      }
    }
    writing = null;
  };

  const enqueue = (lines: readonly string[], snapshot?: () => readonly R[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const done = (error?: Error) => (error === undefined ? resolve() : reject(error));
      queued.push(snapshot === undefined ? { lines, done } : { lines, snapshot, done });
      // Everything that asks in this turn of the event loop goes into one write.
      writing ??= Promise.resolve().then(drain);
    });

  return {
    records,
    unreadable,
    journal: {
      append: (added) => enqueue(toLines(added)),
      compact: (snapshot) => enqueue([], snapshot),
      // An empty line is skipped when the file is read.
      check: () => (hasFailed ? enqueue(['']) : Promise.resolve()),
      lineCount: () => lineCount,
      close: async () => {
        while (writing !== null) await writing;
        await handle.close();
      },
    },
  };
};
