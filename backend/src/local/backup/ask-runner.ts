import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Log } from '../../logging/log.ts';
import { DataFolderError, POLL_MS, UNHEARD_MS } from '../process/data-lock.ts';
import { copiesFolder } from '../table/copies/copies.ts';
import { snapshotFolder, takeSnapshot, type SnapshotSource } from './snapshot.ts';

/*
 * A runner has the table locked, so another process that wants a backup asks it for a snapshot: it leaves an empty file
 * `wanted-<id>`, which the runner renames to `taking-<id>` while it works and deletes when the snapshot is whole. If the snapshot
 * fails, `failed-<id>` says why.
 */

const fileOf = (dataDirectory: string, state: 'wanted' | 'taking' | 'failed', id: string): string =>
  join(copiesFolder(dataDirectory), `${state}-${id}`);

/** Makes the snapshots that other processes have asked for. Never rejects. */
export const takeAsked = async (
  source: SnapshotSource,
  log: Pick<Log, 'error'>,
  signal?: AbortSignal,
): Promise<void> => {
  const { dataDirectory } = source;
  const names = await readdir(copiesFolder(dataDirectory)).catch(() => []);
  for (const name of names) {
    const id = /^wanted-([\w-]+)$/.exec(name)?.[1];
    if (id === undefined) continue;
    const taking = fileOf(dataDirectory, 'taking', id);
    try {
      await rename(fileOf(dataDirectory, 'wanted', id), taking);
      await takeSnapshot(source, id, signal);
    } catch (error) {
      log.error('a snapshot for a backup failed', { error });
      const why = error instanceof Error ? error.message : 'unknown';
      await writeFile(fileOf(dataDirectory, 'failed', id), why, { mode: 0o600 }).catch(() => {});
    }
    await rm(taking, { force: true }).catch(() => {});
  }
};

/** Forgets what a killed runner was asked for. Call it before the first `takeAsked`. */
export const forgetAsked = async (dataDirectory: string): Promise<void> => {
  const folder = copiesFolder(dataDirectory);
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith('taking-')) await rm(join(folder, name), { force: true });
};

/** Leaves the question in the folder, as a file of the folder's owner, whoever asks. */
const leave = async (dataDirectory: string, wanted: string): Promise<void> => {
  const folder = copiesFolder(dataDirectory);
  const prepared = `${wanted}.new`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(prepared, '', { mode: 0o600 });
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(dataDirectory);
    for (const path of [folder, prepared]) await chown(path, uid, gid);
  }
  await rename(prepared, wanted);
};

/**
 * Asks the runner that uses a data folder for a snapshot, waits for it and returns its folder. Returns null if the folder is free
 * meanwhile, which `isFree` finds out.
 * @throws DataFolderError if the runner does not answer within half a minute, or fails
 */
export const askForSnapshot = async (
  dataDirectory: string,
  id: string,
  isFree: () => Promise<boolean>,
): Promise<string | null> => {
  const wanted = fileOf(dataDirectory, 'wanted', id);
  const failed = fileOf(dataDirectory, 'failed', id);
  const snapshot = snapshotFolder(dataDirectory, id);
  await leave(dataDirectory, wanted);
  try {
    for (let waited = 0; ; waited += POLL_MS) {
      const isHeard = !existsSync(wanted);
      if (existsSync(failed)) throw new DataFolderError(await readFile(failed, 'utf8'));
      if (isHeard && !existsSync(fileOf(dataDirectory, 'taking', id))) {
        if (existsSync(snapshot)) return snapshot;
        if (existsSync(failed)) continue;
        throw new DataFolderError('Omomi was stopped meanwhile: do it again');
      }
      if (await isFree()) return null;
      if (!isHeard && waited >= UNHEARD_MS)
        throw new DataFolderError(
          `the data folder ${dataDirectory} is in use by a process that makes no snapshots: an earlier version, or another command`,
        );
      await setTimeout(POLL_MS);
    }
  } finally {
    for (const path of [wanted, failed]) await rm(path, { force: true });
  }
};
