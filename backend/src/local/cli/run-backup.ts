import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '../../config/env.ts';
import { openBackupPlace } from '../backup/backup-place.ts';
import { writeCloudBackup } from '../backup/cloud-backup.ts';
import { writeBackup, type WrittenBackup } from '../backup/write-backup.ts';
import { lockIfFree } from '../process/data-lock.ts';
import { systemClock } from '../process/schedule.ts';
import {
  exitCodeOf,
  readArguments,
  requireData,
  type CommandOptions,
  cloudFlags,
  cloudOf,
} from './command.ts';
import { randomUUID } from 'node:crypto';
import { askForSnapshot } from '../backup/ask-runner.ts';
import { takeSnapshot } from '../backup/snapshot.ts';
import { openLocalTable } from '../data-folder/open-local-table.ts';

const helpText = `Usage: npm run backup -- [<folder>] [flags]

Writes everything of every reader, texts included, into one file in the folder (BACKUP_DIR), with checksums. Omomi may run. In place of
the folder a bucket can be named, s3://bucket/prefix, with credentials, region and address as the AWS tools read them.
npm run restore -- <file> brings it back.

  --data <folder>  where the local runner keeps its data (DATA_DIR, default ./.data)
  --help           this text
Of the cloud, with credentials and a region as the AWS tools read them; the stack Database has the values as outputs:
  --table <name>   the table, TableName
  --bucket <name>  the bucket of blobs, BlobBucketName
`;

const told = ({ path, manifest: { items, blobs, messages } }: WrittenBackup): string =>
  `${path}: ${items.count} items, ${blobs.count} texts, ${messages.count} messages`;

/** Returns the exit code: 2 for wrong arguments, 1 if the command fails for another reason. */
export const runBackup = (options: CommandOptions): Promise<number> =>
  exitCodeOf('backup', options, [], async () => {
    const { args, variables, write, now = systemClock.now } = options;
    const { values, positionals } = readArguments(args, {
      options: { data: { type: 'string' }, ...cloudFlags, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    if (values.help === true) {
      write(helpText);
      return;
    }
    const [target = variables['BACKUP_DIR'] || '', ...rest] = positionals;
    if (target === '' || rest.length > 0)
      throw new ConfigError('one folder for the backup is expected, see --help');
    const place = openBackupPlace(target);
    const cloud = await cloudOf(values);
    if (cloud !== null) {
      write(`${told(await place.keep((folder) => writeCloudBackup(cloud, folder, now())))}\n`);
      return;
    }
    const dataDirectory = resolve(values.data ?? (variables['DATA_DIR'] || './.data'));
    requireData(dataDirectory);
    const snapshot = await snapshotOf(dataDirectory);
    try {
      write(`${told(await place.keep((folder) => writeBackup(snapshot, folder, now())))}\n`);
    } finally {
      await rm(snapshot, { recursive: true, force: true });
    }
  });

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

/**
 * Makes a snapshot of a data folder, or lets the runner make it that uses the folder. Returns its folder, which the caller deletes.
 * @throws DataFolderError, StorageDamagedError, StorageFullError
 */
const snapshotOf = async (dataDirectory: string): Promise<string> => {
  let release = await lockIfFree(dataDirectory);
  if (release === null) {
    const isFree = async () => (release = await lockIfFree(dataDirectory)) !== null;
    const snapshot = await askForSnapshot(dataDirectory, randomUUID(), isFree);
    if (snapshot !== null) return snapshot;
  }
  return takeHere(dataDirectory, release ?? (() => {}));
};
