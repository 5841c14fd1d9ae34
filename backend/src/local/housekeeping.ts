import type { Clock } from '../lib/clock.ts';
import { importDays, importFolder } from '../feeds/import/import-document.ts';
import { sweepFileBlobs, sweepPartialBlobs } from '../storage/blobs/blob-files.ts';
import { articleFolder, contentDays, snapshotDays, snapshotFolder } from '../storage/table/keys.ts';
import type { Schedule } from './process/schedule.ts';
import type { LocalStorage } from './storage.ts';
import { sweepExpired } from './table/sweep-expired.ts';
import { takeCopy } from './table/copies/take-copy.ts';

const DAY = 86_400_000;

export type HousekeepingParts = {
  schedule: Schedule;
  storage: LocalStorage;
  articleDays: number;
  now: Clock;
  /** Aborts a copy of the table when the process stops. */
  stopping: AbortSignal;
};

/** Schedules what AWS does by itself: time to live, the lifecycle rules of a bucket, and backups of the table. */
export const scheduleHousekeeping = (parts: HousekeepingParts): void => {
  const { schedule, now } = parts;
  const { table, watch, dataDirectory, blobDirectory, stores } = parts.storage;
  const sweep = (folder: string, days: number) => async () => {
    await sweepFileBlobs(blobDirectory, folder, new Date(now().getTime() - days * DAY));
  };
  schedule.daily('02:30', 'snapshots', sweep(snapshotFolder, snapshotDays));
  // Deletes contents that no article refers to, because the article was replaced or the process was killed too early.
  schedule.daily('02:45', 'contents', sweep(articleFolder, contentDays(parts.articleDays)));
  schedule.daily('02:50', 'imports', sweep(importFolder, importDays));
  schedule.daily('02:55', 'partial files', async () => {
    await sweepPartialBlobs(blobDirectory, new Date(now().getTime() - DAY));
  });
  schedule.every(60, 'time to live', async () => {
    await sweepExpired(table, now(), stores.blobs.delete);
  });
  schedule.daily('03:00', 'copy of the table', async () => {
    try {
      await takeCopy(table.rows, dataDirectory, now(), parts.stopping);
    } catch (error) {
      watch.note(error);
      throw error;
    }
  });
};
