import { existsSync } from 'node:fs';
import { access, constants, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../../config/env.ts';
import { fileReasonOf } from '../../storage/table/errors.ts';
import { DataFolderError } from '../process/data-lock.ts';
import type { BucketPart } from './bucket.ts';
import { dropOldBackups, oldBackups, type WrittenBackup } from './write-backup.ts';

/** The place where backups are kept: a folder, or a part of a bucket. */
export type BackupPlace = {
  /** Keeps the backup that `write` makes in the folder that it gets. @throws DataFolderError, StorageFullError */
  keep: (write: (folder: string) => Promise<WrittenBackup>) => Promise<WrittenBackup>;
  /** Deletes all but the newest `most` backups. Other files stay. @throws DataFolderError */
  dropOld: (most: number, now: Date) => Promise<void>;
  /** Returns why no backup could be kept now, as far as that shows without the network; null if none is known. */
  problem: () => Promise<string | null>;
};

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+){0,20})\/?$/;

/** Returns the part of a bucket that an address such as `s3://bucket/omomi` names, or null. */
export const readBucketPart = (address: string): BucketPart | null => {
  const [, bucket, path = ''] = bucketAddress.exec(address) ?? [];
  return bucket === undefined ? null : { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` };
};

// The client of S3 is loaded by those who use a bucket.
const tools = () => import('./bucket.ts');

const PASSING = 'omomi-backup-';
const DAY = 86_400_000;

/** Deletes what killed processes left below TMPDIR a day ago or earlier: a whole backup may be in it. */
const sweepPassing = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PASSING)) continue;
    const folder = join(tmpdir(), name);
    // Another user's folder is left to that user.
    const age = await stat(folder).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > DAY) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
};

/** Runs something with a folder of its own below TMPDIR, and deletes the folder. */
const inPassing = async <T>(run: (folder: string) => Promise<T>): Promise<T> => {
  await sweepPassing();
  const folder = await mkdtemp(join(tmpdir(), PASSING));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const bucketPlace = (part: BucketPart): BackupPlace => ({
  keep: (write) =>
    inPassing(async (folder) => {
      const written = await write(folder);
      const { sendFile } = await tools();
      return { ...written, path: await sendFile(part, written.path) };
    }),
  dropOld: async (most) => {
    const { deleteNames, listNames } = await tools();
    await deleteNames(part, oldBackups(await listNames(part), most));
  },
  problem: async () => null,
});

const folderPlace = (folder: string): BackupPlace => ({
  keep: (write) => write(folder),
  dropOld: (most, now) => dropOldBackups(folder, most, now),
  problem: () =>
    // A folder that is missing is made with the first backup. With a slash at its end, a file in its place is an error too.
    access(`${existsSync(folder) ? folder : dirname(folder)}/`, constants.W_OK).then(
      () => null,
      (error: unknown) => fileReasonOf(error) ?? null,
    ),
});

/** Returns the part of a bucket that an address names; null for a folder or a file. @throws ConfigError for another address of a bucket */
const partOf = (address: string): BucketPart | null => {
  const part = readBucketPart(address);
  if (part === null && address.startsWith('s3:'))
    throw new ConfigError(`${address} is not allowed: a bucket is named like s3://backups/omomi`);
  return part;
};

/** Opens the place that a folder or an address such as `s3://bucket/omomi` names. @throws ConfigError for another address */
export const openBackupPlace = (target: string): BackupPlace => {
  const part = partOf(target);
  return part === null ? folderPlace(resolve(target)) : bucketPlace(part);
};

/** Runs something with a backup as a file, which is fetched first if it is an address such as `s3://bucket/omomi/….jsonl.gz`. */
export const withBackupFile = async <T>(file: string, run: (path: string) => Promise<T>): Promise<T> => {
  const end = file.lastIndexOf('/');
  const part = partOf(file.slice(0, Math.max(end, 0)));
  if (part === null) return run(resolve(file));
  return inPassing(async (folder) => {
    const path = await (await tools()).fetchFile(part, file.slice(end + 1), folder);
    try {
      return await run(path);
    } catch (error) {
      // The copy is gone when somebody reads this.
      if (error instanceof DataFolderError) throw new DataFolderError(error.message.replaceAll(path, file));
      throw error;
    }
  });
};
