import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '../../config/env.ts';
import { StorageFullError } from '../../lib/errors.ts';
import { askForSnapshot } from '../backup/ask-runner.ts';
import { takeSnapshot } from '../backup/snapshot.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { openLocalTable } from '../data-folder/open-local-table.ts';
import { DataFolderError, FolderInUseError, lockDataFolder } from '../process/data-lock.ts';
import { systemClock } from '../process/schedule.ts';
import { exitCodeOf, readArguments, requireData, type CommandOptions } from './command.ts';

const helpText = `Usage: npm run backup -- [<folder>] [flags]

Writes everything of every reader, texts included, into one file in the folder (BACKUP_DIR), with checksums. Omomi may run.
npm run restore -- <file> brings it back.

  --data <folder>  where the local runner keeps its data (DATA_DIR, default ./.data)
  --help           this text
`;

/** Locks a data folder; returns null if another process uses it. @throws DataFolderError */
const lockIfFree = async (folder: string): Promise<(() => void) | null> => {
  try {
    return await lockDataFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUseError) return null;
    throw error;
  }
};

/** Makes a snapshot of a folder, whose lock this process holds; `release` gives the lock back. */
const takeHere = async (dataDirectory: string, release: () => void): Promise<string> => {
  try {
    const table = await openLocalTable(dataDirectory);
    try {
      // Nobody deletes a blob while this process has the lock.
      return await takeSnapshot({ rows: table.rows, dataDirectory, hold: (run) => run() }, randomUUID());
    } finally {
      table.close();
    }
  } finally {
    release();
  }
};

const snapshotOf = async (dataDirectory: string): Promise<string> => {
  let release = await lockIfFree(dataDirectory);
  if (release === null) {
    const isFree = async () => (release = await lockIfFree(dataDirectory)) !== null;
    const snapshot = await askForSnapshot(dataDirectory, randomUUID(), isFree);
    if (snapshot !== null) return snapshot;
  }
  return takeHere(dataDirectory, release ?? (() => {}));
};

const isExplained = (error: unknown): boolean =>
  error instanceof DataFolderError || error instanceof StorageFullError;

/** Returns the exit code: 2 for wrong arguments, 1 if the command fails for another reason. */
export const runBackup = (options: CommandOptions): Promise<number> =>
  exitCodeOf('backup', options, isExplained, async () => {
    const { args, variables, write, now = systemClock.now } = options;
    const { values, positionals } = readArguments(args, {
      options: { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    if (values.help === true) {
      write(helpText);
      return;
    }
    const [target = variables['BACKUP_DIR'] || '', ...rest] = positionals;
    if (target === '' || rest.length > 0)
      throw new ConfigError('one folder for the backup is expected, see --help');
    if (target.startsWith('s3:')) throw new ConfigError(`${target} is no folder: backups go to folders only`);
    const dataDirectory = resolve(values.data ?? (variables['DATA_DIR'] || './.data'));
    requireData(dataDirectory);
    const snapshot = await snapshotOf(dataDirectory);
    try {
      const { path, manifest } = await writeBackup(snapshot, resolve(target), now());
      write(
        `${path}: ${manifest.items.count} items, ${manifest.blobs.count} texts, ${manifest.messages.count} messages\n`,
      );
    } finally {
      await rm(snapshot, { recursive: true, force: true });
    }
  });
