import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readKey } from '../../storage/blobs/blob-files.ts';
import { openRows, type Rows } from '../table/rows.ts';
import { FILE_FORMAT, numberOf, TABLE_ID, textOf } from '../table/schema.ts';
import { toBlobLine, toItemLine, toMessageLine, writeBackupFile, type Manifest } from './backup-file.ts';
import { blobFiles } from './snapshot.ts';

/** Rows that are read before other work of the process goes on. */
const SLICE = 200;

const itemLines = async function* ({ database }: Rows): AsyncGenerator<string> {
  const slice = database.prepare(
    'SELECT pk, sk, item, is_encoded FROM items WHERE (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?',
  );
  let [pk, sk] = ['', ''];
  for (;;) {
    const rows = slice.all(pk, sk, SLICE);
    for (const { item, is_encoded } of rows) yield toItemLine(textOf(item), numberOf(is_encoded));
    if (rows.length < SLICE) return;
    [pk, sk] = [textOf(rows.at(-1)?.['pk']), textOf(rows.at(-1)?.['sk'])];
    await setImmediate();
  }
};

const messageLines = function* (rows: Rows): Generator<string> {
  for (const { queue } of rows.database.prepare('SELECT DISTINCT queue FROM messages ORDER BY queue').all())
    for (const message of rows.readQueue(textOf(queue)).values()) yield toMessageLine(textOf(queue), message);
};

const blobLines = async function* (folder: string): AsyncGenerator<string> {
  for (const file of await blobFiles(folder))
    yield toBlobLine(readKey(file.split(sep)), await readFile(join(folder, file)));
};

const backupName = /^omomi-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.jsonl\.gz$/;
/** Returns the file in a folder for a backup that begins at a time: `omomi-2026-11-27T03-30-00Z.jsonl.gz`. */
export const backupPath = (target: string, at: Date): string =>
  join(target, `omomi-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.jsonl.gz`);

export type WrittenBackup = { path: string; manifest: Manifest };

/**
 * Writes the backup of a snapshot, which is then deleted, into a folder. It is whole there or not there.
 * @throws StorageFullError
 */
export const writeBackup = async (snapshot: string, target: string, now: Date): Promise<WrittenBackup> => {
  const path = backupPath(target, now);
  const rows = openRows(join(snapshot, 'table.sqlite'));
  try {
    const manifest = await writeBackupFile(path, {
      header: {
        omomi_backup: 1,
        table_format: FILE_FORMAT,
        created_at: now.toISOString(),
        table_id: rows.fact(TABLE_ID),
      },
      items: itemLines(rows),
      messages: messageLines(rows),
      blobs: blobLines(join(snapshot, 'blobs')),
    });
    return { path, manifest };
  } finally {
    rows.close();
    await rm(snapshot, { recursive: true, force: true });
  }
};

const DAY = 86_400_000;

/** Returns the names of backups among some names, without the newest `keep`. */
export const oldBackups = (names: readonly string[], keep: number): string[] =>
  names
    .filter((name) => backupName.test(name))
    .toSorted()
    .toReversed()
    .slice(keep);

/** Deletes all but the newest `keep` backups of a folder, and what was cut off a day ago or earlier. Other files stay. */
export const dropOldBackups = async (target: string, keep: number, now: Date): Promise<void> => {
  const names = await readdir(target);
  for (const name of oldBackups(names, keep)) await rm(join(target, name));
  for (const name of names.filter((one) => one.endsWith('.jsonl.gz.partial'))) {
    const path = join(target, name);
    if (now.getTime() - (await stat(path)).mtimeMs > DAY) await rm(path, { force: true });
  }
};
