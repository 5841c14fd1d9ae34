// @module-tag long
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backup, backupIn, contentOf, fill } from '../../../test/harness/backups/backup-folders.ts';
import { readBackupFile } from '../backup/backup-file.ts';

let folder: string;
let data: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'omomi-backup-'));
  data = join(folder, 'data');
  target = join(folder, 'backups');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Kills in one run; OMOMI_KILLS=30 for the whole test. Each takes a start of a process. */
const KILLS = Number(process.env['OMOMI_KILLS'] ?? 2);
const ITEMS = 300;
const fixture = join(import.meta.dirname, '../../../test/harness/kills/backup-kill.fixture.ts');

/**
 * Runs the fixture and kills it at a random moment: of its whole time, which is given, or soon after the first change in a folder.
 * Null lets it end. Returns how many milliseconds it ran.
 */
const run = async (
  what: 'backup' | 'restore',
  place: string,
  cut: { whole: number; watched: string } | null,
): Promise<number> => {
  const began = performance.now();
  const child = spawn(process.execPath, [fixture, what, data, place], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const closed = once(child, 'close');
  const timers: NodeJS.Timeout[] = [];
  const killAfter = (ms: number) => void timers.push(setTimeout(() => child.kill('SIGKILL'), ms));
  const isSoon = Math.random() < 0.5;
  const watcher =
    cut === null || !isSoon
      ? null
      : watch(cut.watched, () => {
          if (timers.length === 0) killAfter(Math.random() * cut.whole * 0.2);
        });
  if (cut !== null && !isSoon) killAfter(cut.whole * (0.3 + 0.8 * Math.random()));
  await closed;
  watcher?.close();
  for (const timer of timers) clearTimeout(timer);
  return performance.now() - began;
};

it('a backup is whole or not there, and the data are what they were', async () => {
  await fill(data, 'anna', ITEMS);
  const before = await contentOf(data);
  const whole = await run('backup', target, null);
  const seen = { none: 0, whole: 0 };
  for (let kill = 0; kill < KILLS; kill += 1) {
    rmSync(target, { recursive: true });
    mkdirSync(target);
    await run('backup', target, { whole, watched: target });
    const files = readdirSync(target).filter((name) => name.endsWith('.gz'));
    for (const name of files)
      expect((await readBackupFile(join(target, name))).manifest.items.count).toBe(ITEMS);
    seen[files.length === 0 ? 'none' : 'whole'] += 1;
  }
  expect(await contentOf(data)).toEqual(before);
  await run('backup', target, null);
  expect(readdirSync(target).filter((name) => name.endsWith('.gz'))).not.toEqual([]);
  console.log(`${KILLS} kills of a backup:`, seen);
});

it('a restore leaves the former data or makes the new ones', async () => {
  await fill(data, 'new', ITEMS);
  await backup(target, '--data', data);
  const wanted = await contentOf(data);
  const seen = { former: 0, wanted: 0 };
  const begin = async () => {
    rmSync(data, { recursive: true });
    await fill(data, 'old', 200);
    return contentOf(data);
  };
  let former = await begin();
  const whole = await run('restore', backupIn(target), null);
  expect(await contentOf(data)).toEqual(wanted);
  former = await begin();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await run('restore', backupIn(target), { whole, watched: data });
    const found = await contentOf(data);
    const isWanted = found.tableId === wanted.tableId;
    expect(found).toEqual(isWanted ? wanted : former);
    seen[isWanted ? 'wanted' : 'former'] += 1;
    if (isWanted) former = await begin();
  }
  await run('restore', backupIn(target), null);
  expect(await contentOf(data)).toEqual(wanted);
  console.log(`${KILLS} kills of a restore:`, seen);
});
