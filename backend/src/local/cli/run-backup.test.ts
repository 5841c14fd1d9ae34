import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  backup,
  backupIn,
  contentOf,
  fill,
  restore,
  silent,
} from '../../../test/harness/backups/backup-folders.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { takeAsked } from '../backup/ask-runner.ts';
import { readBackupFile } from '../backup/backup-file.ts';
import { createHeldBlobs, type SnapshotSource } from '../backup/snapshot.ts';
import { dropOldBackups } from '../backup/write-backup.ts';
import { openLocalTable } from '../data-folder/open-local-table.ts';
import { DataFolderError, lockDataFolder } from '../process/data-lock.ts';
import { createFileBlobStore } from '../../storage/blobs/blob-files.ts';

let folder: string;
let data: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'omomi-backup-'));
  data = join(folder, 'data');
  target = join(folder, 'backups');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const backupFile = () => backupIn(target);

/** Takes the snapshots that are asked for, as a runner does, until the returned function is called. */
const answer = (source: SnapshotSource) => {
  let isDone = false;
  const answering = (async () => {
    while (!isDone) {
      await takeAsked(source, silent);
      await setImmediate();
    }
  })();
  return async () => {
    isDone = true;
    await answering;
  };
};

describe('npm run backup', () => {
  it('writes one private file, from which another folder gets the same content', async () => {
    await fill(data, 'anna');
    expect(await backup(target, '--data', data)).toEqual({
      code: 0,
      output: `${backupFile()}: 40 items, 40 texts, 1 messages\n`,
    });
    expect(readdirSync(target)).toHaveLength(1);
    expect(statSync(backupFile()).mode & 0o077).toBe(0);
    expect(readdirSync(join(data, 'backups'))).toEqual([]);
    const elsewhere = join(folder, 'elsewhere');
    expect((await restore(backupFile(), '--data', elsewhere)).output).toBe(
      'Everything is as in the backup of 2026-11-21T12:00:00.000Z: 40 items, 40 texts, 1 messages.\n',
    );
    expect(await contentOf(elsewhere)).toEqual(await contentOf(data));
  });

  it('has every text of its items while the runner writes and deletes', async () => {
    await fill(data, 'anna', 5);
    const release = await lockDataFolder(data);
    const table = await openLocalTable(data);
    const { blobs, hold } = createHeldBlobs(createFileBlobStore(join(data, 'blobs')));
    let isDone = false;
    const started = Promise.withResolvers<void>();
    const write = async () => {
      for (let n = 0; !isDone; n += 1) {
        if (n === 30) started.resolve();
        const key = { PK: 'USER#anna', SK: `ENTRY#${n % 20}` };
        const { Item: before } = await table.client.get({ TableName: 'omomi', Key: key });
        await blobs.put(`texts/${n}`, Buffer.from('text'));
        await table.client.put({ TableName: 'omomi', Item: { ...key, blob: `texts/${n}` } });
        if (typeof before?.['blob'] === 'string') await blobs.delete(before['blob']);
      }
    };
    const stopAnswers = answer({ rows: table.rows, dataDirectory: data, hold });
    const writing = write();
    await started.promise;
    const result = await backup(target, '--data', data);
    isDone = true;
    await Promise.all([writing, stopAnswers()]);
    table.close();
    release();
    expect(result.code).toBe(0);
    const named: string[] = [];
    const there = new Set<string>();
    await readBackupFile(backupFile(), {
      item: ({ blob }) => void (typeof blob === 'string' && named.push(blob)),
      blob: (key) => void there.add(key),
    });
    expect(named).toHaveLength(20);
    expect(named.filter((key) => !there.has(key))).toEqual([]);
    // The blobs whose deletion had to wait are deleted now.
    const { items, blobs: left } = await contentOf(data);
    expect(Object.keys(left).filter((name) => name.startsWith('texts/')).length).toBeLessThanOrEqual(
      items.length + 5,
    );
  });

  it('says why the runner could make no snapshot', async () => {
    await fill(data, 'anna', 1);
    const release = await lockDataFolder(data);
    const table = await openLocalTable(data);
    const hold = () => Promise.reject(new Error('the disk is full'));
    const source = { rows: table.rows, dataDirectory: data, hold };
    const stopAnswers = answer(source);
    const asked = await backup(target, '--data', data);
    await stopAnswers();
    expect(asked).toEqual({ code: 1, output: 'This cannot be done: the disk is full\n' });
    expect(readdirSync(join(data, 'backups'))).toEqual([]);
    table.close();
    release();
  });

  it('is restored from a file alone', async () => {
    mkdirSync(join(folder, 'a.jsonl.gz'));
    for (const name of ['a', 'none'])
      expect(await restore(join(folder, `${name}.jsonl.gz`), '--data', data)).toEqual({
        code: 1,
        output: `This cannot be done: there is no file ${join(folder, name)}.jsonl.gz\n`,
      });
  });

  it('needs a folder, and data', async () => {
    expect(await backup('--data', data)).toMatchObject({ code: 2 });
    expect(await backup(target, '--data', data)).toMatchObject({ code: 1 });
  });
});

describe('old backups', () => {
  it('go, and nothing else in the folder', async () => {
    mkdirSync(target);
    const names = ['01', '02', '03'].map((day) => `omomi-2026-11-${day}T03-30-00Z.jsonl.gz`);
    const others = ['notes.txt', 'omomi-2026-10-01T03-30-00Z.jsonl.gz.partial'];
    for (const name of [...names, ...others]) writeFileSync(join(target, name), '');
    await dropOldBackups(target, 2, new Date());
    expect(readdirSync(target)).toEqual([others[0], others[1], names[1], names[2]]);
    await dropOldBackups(target, 2, new Date(Date.now() + 2 * 86_400_000));
    expect(readdirSync(target)).toEqual([others[0], names[1], names[2]]);
  });
});

describe('npm run restore of a backup', () => {
  it('keeps what was there, with its journal, beside it', async () => {
    await fill(data, 'anna');
    await backup(target, '--data', data);
    const other = join(folder, 'other');
    await fill(other, 'bert', 10);
    writeFileSync(join(other, 'table.sqlite-wal'), '');
    const before = await contentOf(data);
    const former = readFileSync(join(other, 'table.sqlite'));
    const { code, output } = await restore(backupFile(), '--data', other);
    expect(code).toBe(0);
    expect(await contentOf(other)).toEqual(before);
    const kept = /kept in (\S+);/.exec(output)?.[1] ?? '';
    expect(readFileSync(join(kept, 'table.sqlite')).equals(former)).toBe(true);
    expect(Object.keys((await contentOf(kept)).blobs)).toHaveLength(10);
  });

  it('waits for no runner, and changes nothing for a file that is no backup', async () => {
    await fill(data, 'anna', 3);
    await backup(target, '--data', data);
    const before = readdirSync(data);
    const release = await lockDataFolder(data);
    expect(await restore(backupFile(), '--data', data)).toMatchObject({
      code: 1,
      output: expect.stringContaining('in use by another Omomi'),
    });
    release();
    const bytes = readFileSync(backupFile());
    for (const [name, content] of [
      ['cut.jsonl.gz', bytes.subarray(0, bytes.length - 30)],
      ['empty.jsonl.gz', ''],
    ] as const) {
      writeFileSync(join(target, name), content);
      expect(await restore(join(target, name), '--data', data)).toMatchObject({
        code: 1,
        output: expect.stringMatching(/is no whole backup of Omomi: .*Nothing was changed/),
      });
    }
    expect(await restore(join(target, 'none.jsonl.gz'), '--data', data)).toMatchObject({ code: 1 });
    expect(readdirSync(data)).toEqual(before);
    expect((await contentOf(data)).items).toHaveLength(3);
  });

  it('reads a damaged file as what was written, or not at all', async () => {
    await fill(data, 'anna', 10);
    await backup(target, '--data', data);
    const bytes = readFileSync(backupFile());
    const text = gunzipSync(bytes);
    const { header, manifest } = await readBackupFile(backupFile());
    const path = join(target, 'damaged.jsonl.gz');
    /** Changes a byte, or cuts there for no change, or takes the line out for a change of 1. */
    const damage = (given: Buffer, place: number, change: number): Buffer => {
      const at = Math.floor(place * given.length);
      if (change === 0) return given.subarray(0, at);
      const [before, after] = [given.lastIndexOf('\n', at - 1), given.indexOf('\n', at)];
      if (change === 1) return Buffer.concat([given.subarray(0, before + 1), given.subarray(after + 1)]);
      const damaged = Buffer.from(given);
      damaged[at] = (given[at] ?? 0) ^ change;
      return damaged;
    };
    const place = fc.integer({ min: 1, max: 998 }).map((thousandths) => thousandths / 1000);
    await fc.assert(
      fc.asyncProperty(fc.boolean(), place, fc.integer({ min: 0, max: 7 }), async (isText, at, change) => {
        // gzip has a checksum of its own, so most damages are made within it.
        const damaged = isText ? gzipSync(damage(text, at, change)) : damage(bytes, at, change);
        writeFileSync(path, damaged);
        const found = await readBackupFile(path).catch((error: unknown) =>
          error instanceof DataFolderError ? 'refused' : error,
        );
        const isSame = !isText && isDeepStrictEqual(found, { header, manifest });
        expect(isSame ? 'refused' : found).toBe('refused');
      }),
      { numRuns: runs(300) },
    );
  });

  it('goes on from each step at which it can be cut off', async () => {
    await fill(data, 'new', 8);
    const wanted = await contentOf(data);
    /** The moves of a restore, in order. */
    const moves = [
      ['table.sqlite-wal', 'former-1/table.sqlite-wal'],
      ['table.sqlite', 'former-1/table.sqlite'],
      ['blobs', 'former-1/blobs'],
      ['restored/blobs', 'blobs'],
      ['restored/table.sqlite', 'table.sqlite'],
    ] as const;
    for (let done = 0; done <= moves.length + 1; done += 1) {
      const other = join(folder, `other-${done}`);
      await fill(other, 'old', 4);
      const old = readFileSync(join(other, 'table.sqlite'));
      writeFileSync(join(other, 'table.sqlite-wal'), 'journal');
      for (const path of ['restored', 'former-1']) mkdirSync(join(other, path));
      for (const name of ['table.sqlite', 'blobs'])
        cpSync(join(data, name), join(other, 'restored', name), { recursive: true });
      writeFileSync(join(other, 'restored', 'former'), 'former-1');
      for (const [from, to] of moves.slice(0, done)) renameSync(join(other, from), join(other, to));
      if (done > moves.length) rmSync(join(other, 'restored', 'former'));
      expect(await contentOf(other), `after ${done} moves`).toEqual(wanted);
      expect(existsSync(join(other, 'restored'))).toBe(false);
      expect(readFileSync(join(other, 'former-1', 'table.sqlite')).equals(old)).toBe(true);
      expect(readFileSync(join(other, 'former-1', 'table.sqlite-wal'), 'utf8')).toBe('journal');
      expect(readdirSync(join(other, 'former-1', 'blobs', 'texts', 'old'))).toHaveLength(4);
    }
  });
});
