import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rows } from '../rows/rows.ts';
import { isCopyOf } from '../rows/table-id.ts';

/** One daily copy of the table. */
export type Copy = { date: string; path: string; bytes: number };

const KEPT_DAYS = 7;
const DAY = 86_400_000;
const copyName = /^table-(\d{4}-\d{2}-\d{2})\.sqlite$/;

export const copiesFolder = (dataDirectory: string) => join(dataDirectory, 'backups');

/** Returns the day of a time in UTC, as YYYY-MM-DD. */
export const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

export const copyPath = (dataDirectory: string, date: string) =>
  join(copiesFolder(dataDirectory), `table-${date}.sqlite`);

/** Lists the copies in a data folder, newest first. Returns an empty list if there is no folder of copies. */
export const listCopies = async (dataDirectory: string): Promise<Copy[]> => {
  const names = await readdir(copiesFolder(dataDirectory)).catch(() => []);
  const dates = names.flatMap((name) => copyName.exec(name)?.[1] ?? []);
  const copies = dates
    .toSorted()
    .toReversed()
    .map(async (date): Promise<Copy> => {
      const path = copyPath(dataDirectory, date);
      return { date, path, bytes: (await stat(path)).size };
    });
  return Promise.all(copies);
};

/** Deletes the partial files of interrupted copies. */
export const dropHalfCopies = async (dataDirectory: string): Promise<void> => {
  const folder = copiesFolder(dataDirectory);
  for (const name of await readdir(folder))
    if (name.includes('.sqlite.partial')) await rm(join(folder, name), { force: true });
};

/**
 * Deletes the copies of this table that are older than seven days. Those of a table that was lost stay, however long the
 * new one runs.
 */
export const dropOldCopies = async (
  rows: Pick<Rows, 'fact'>,
  dataDirectory: string,
  now: Date,
): Promise<void> => {
  const oldest = dateOf(new Date(now.getTime() - KEPT_DAYS * DAY));
  for (const { date, path } of await listCopies(dataDirectory))
    if (date < oldest && isCopyOf(rows, path)) await rm(path);
};
