import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  hasNoSmallDisk,
  mountSmallDisk,
  smallDiskNote,
  type SmallDisk,
} from '../../test/harness/small-disk.ts';
import { sampleArticleId, sampleEntry } from '../../test/harness/samples/storage-samples.ts';
import { StorageFullError } from '../lib/errors.ts';
import { createFileBlobStore } from '../storage/blobs/blob-files.ts';
import { createEntryStore } from '../storage/entries/entry-store.ts';
import { createTableClient } from '../storage/table/table.ts';
import { createManualClock, settle } from '../../test/harness/manual-clock.ts';
import { createLocalQueue } from './queue/queue.ts';
import { createSchedule } from './process/schedule.ts';
import { createStorageWatch } from './process/storage-watch.ts';
import { LOCAL_TABLE } from './table/local-table.ts';
import { openLocalTable } from './data-folder/open-local-table.ts';
import { takeCopy } from './table/copies/copies.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

describe.skipIf(hasNoSmallDisk)(`a full disk${smallDiskNote}`, () => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = mountSmallDisk(8);
  });
  afterEach(() => disk.remove());

  it('makes a queue refuse a message, and accept it once there is space', async () => {
    const clock = createManualClock();
    const table = await openLocalTable(disk.path);
    const queue = await createLocalQueue({
      name: 'full',
      rows: table.queues,
      batchSize: 1,
      concurrency: 1,
      visibilityTimeout: 60,
      retryDelay: 1,
      maxReceiveCount: 2,
      clock: clock.clock,
      log: silent,
      watch: createStorageWatch(),
    });
    const entry = { body: 'x'.repeat(100_000) };
    disk.fill();
    await expect(queue.send([entry])).rejects.toThrow(StorageFullError);
    expect(queue.depth()).toEqual({ queued: 0, in_flight: 0, dead: 0 });
    disk.free();
    await queue.send([entry]);
    expect(queue.depth().queued).toBe(1);
    table.close();
  });

  it('makes no dead letter of a message, however often it causes a failure', async () => {
    const time = createManualClock();
    const watch = createStorageWatch();
    const blobs = watch.blobs(createFileBlobStore(join(disk.path, 'blobs')));
    const table = await openLocalTable(disk.path);
    const queue = await createLocalQueue({
      name: 'work',
      rows: table.queues,
      batchSize: 1,
      concurrency: 1,
      visibilityTimeout: 60,
      retryDelay: 1,
      maxReceiveCount: 2,
      clock: time.clock,
      log: silent,
      watch,
    });
    await queue.send([{ body: 'work' }]);
    disk.fill();
    let tried = 0;
    queue.start(async () => {
      tried += 1;
      await blobs.put(`b/${tried}`, Buffer.alloc(50_000));
      return { batchItemFailures: [] };
    });
    for (const attempt of [1, 2, 3, 4, 5, 6]) {
      await expect.poll(() => [tried, queue.depth().queued]).toEqual([attempt, 1]);
      await settle();
      if (attempt === 6) disk.free();
      await expect.poll(() => time.nextTimer()).not.toBeNull();
      await time.advance(1000);
    }
    await queue.idle();
    expect(queue.depth()).toEqual({ queued: 0, in_flight: 0, dead: 0 });
    await queue.stop();
    expect(table.queues.read('work').size).toBe(0);
    table.close();
  });

  it('leaves no partial blob, and keeps the previous one', async () => {
    const blobs = createFileBlobStore(join(disk.path, 'blobs'));
    await blobs.put('a/1', Buffer.from('before'));
    disk.fill(8192);
    await expect(blobs.put('a/1', Buffer.alloc(100_000))).rejects.toThrow(StorageFullError);
    await expect(blobs.put('a/2', Buffer.alloc(100_000))).rejects.toThrow(
      /^The disk that holds .*blobs is full$/,
    );
    expect(readdirSync(join(disk.path, 'blobs', 'a'))).toEqual(['1']);
    expect(Buffer.from((await blobs.get('a/1')) ?? []).toString()).toBe('before');
    disk.free();
    await blobs.put('a/1', Buffer.from('after'));
    expect(Buffer.from((await blobs.get('a/1')) ?? []).toString()).toBe('after');
  });

  it('makes the table refuse writes and answer reads, until there is space again', async () => {
    const table = await openLocalTable(disk.path);
    const entries = createEntryStore(createTableClient({ client: table.client, tableName: LOCAL_TABLE }));
    await entries.create(sampleEntry({ article_id: sampleArticleId(1) }));
    disk.fill();
    const stored: number[] = [1];
    const fill = async () => {
      for (let n = 2; n < 2000; n += 1) {
        await entries.create(sampleEntry({ article_id: sampleArticleId(n) }));
        stored.push(n);
      }
    };
    await expect(fill()).rejects.toThrow(StorageFullError);
    const ids = async () => (await entries.scan('local', null, 5000)).map(({ article_id }) => article_id);
    const expected = () => stored.map(sampleArticleId).toSorted();
    expect((await ids()).toSorted()).toEqual(expected());
    disk.free();
    await entries.create(sampleEntry({ article_id: sampleArticleId(5000) }));
    stored.push(5000);
    expect((await ids()).toSorted()).toEqual(expected());
    table.close();
    const again = await openLocalTable(disk.path);
    expect(again.rows.database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    again.close();
  });

  it('leaves no partial copy of the table', async () => {
    const table = await openLocalTable(disk.path);
    const entries = createEntryStore(createTableClient({ client: table.client, tableName: LOCAL_TABLE }));
    for (let n = 0; n < 100; n += 1) await entries.create(sampleEntry({ article_id: sampleArticleId(n) }));
    disk.fill(40_960);
    await expect(takeCopy(table.rows, disk.path, new Date())).rejects.toThrow(StorageFullError);
    expect(readdirSync(join(disk.path, 'backups'))).toEqual([]);
    disk.free();
    expect(statSync((await takeCopy(table.rows, disk.path, new Date())) ?? '').size).toBeGreaterThan(100_000);
    table.close();
  });

  it('does not stop a schedule', async () => {
    const time = createManualClock();
    const folder = join(disk.path, 'state');
    const schedule = createSchedule({
      clock: time.clock,
      log: silent,
      stateFile: join(folder, 'schedule.json'),
    });
    let runs = 0;
    schedule.every(5, 'often', async () => void (runs += 1));
    schedule.daily('02:00', 'daily', async () => {});
    disk.fill();
    await schedule.start();
    await expect.poll(() => runs).toBe(1);
    await schedule.stop();
  });
});
