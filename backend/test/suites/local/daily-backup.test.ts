import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { editionBlobDays } from '../../../src/edition/edition-blobs.ts';
import { readBackupFile } from '../../../src/local/backup/backup-file.ts';
import { readOptions } from '../../../src/local/cli/options.ts';
import { compose } from '../../../src/local/compose.ts';
import { silentLog } from '../../harness/app.ts';
import { backup, fill } from '../../harness/backups/backup-folders.ts';

it('a missed daily backup is made at the next start, and the oldest goes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'omomi-daily-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [data, target] = [join(folder, 'data'), join(folder, 'elsewhere')];
  await fill(data, 'anna', 20);
  writeFileSync(join(data, 'schedule.json'), JSON.stringify({ backup: '2026-01-01T03:30:00.000Z' }));
  mkdirSync(target);
  const old = 'omomi-2026-01-01T03-30-00Z.jsonl.gz';
  writeFileSync(join(target, old), '');

  const options = readOptions(['--data', data, '--port', '0'], { BACKUP_DIR: target, BACKUP_KEEP: '1' });
  if (options === 'help') throw new Error('these options are no request for help');
  const app = await compose(options, silentLog);
  app.start();
  await expect.poll(() => existsSync(join(target, old)), { timeout: 60_000 }).toBe(false);
  await app.stop();
  const [name = '', ...others] = readdirSync(target);
  expect(others).toEqual([]);
  const { manifest } = await readBackupFile(join(target, name));
  expect(manifest.items.count).toBeGreaterThanOrEqual(20);
  expect(manifest.blobs.count).toBe(20);
  expect(readdirSync(join(data, 'backups')).filter((one) => one.startsWith('snapshot-'))).toEqual([]);
});

it('a backup counts as made where an old one cannot be deleted, and the log says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'omomi-daily-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [data, target] = [join(folder, 'data'), join(folder, 'elsewhere')];
  const state = join(data, 'schedule.json');
  await fill(data, 'anna', 1);
  writeFileSync(state, JSON.stringify({ backup: '2026-01-01T03:30:00.000Z' }));
  // A folder is not deleted as a file is.
  mkdirSync(join(target, 'omomi-2026-01-01T03-30-00Z.jsonl.gz'), { recursive: true });
  const options = readOptions(['--data', data, '--port', '0'], { BACKUP_DIR: target, BACKUP_KEEP: '1' });
  if (options === 'help') throw new Error('these options are no request for help');
  const told: string[] = [];
  const app = await compose(options, { ...silentLog, error: (message) => told.push(message) });
  app.start();
  const missed = () => readFileSync(state, 'utf8').includes('"backup":"2026-01-01');
  await expect.poll(missed, { timeout: 60_000 }).toBe(false);
  await app.stop();
  expect(told).toContain('a backup was made, but the older ones were not deleted');
  expect(told).not.toContain('scheduled run failed');
});

it('a start says that no backup can be written, before the night finds out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'omomi-daily-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), '');
  const warned = async (target: string) => {
    const told: unknown[] = [];
    const options = readOptions(['--data', join(folder, 'data'), '--port', '0'], { BACKUP_DIR: target });
    if (options === 'help') throw new Error('these options are no request for help');
    const app = await compose(options, {
      ...silentLog,
      warn: (message, fields) => told.push(message, fields),
    });
    app.start();
    await app.stop();
    return told;
  };
  const target = join(folder, 'file', 'backups');
  expect(await warned(target)).toEqual([
    'no backup can be written',
    { BACKUP_DIR: target, problem: 'a file is where a folder belongs' },
  ]);
  expect(await warned(join(folder, 'backups'))).toEqual([]);
});

it('an edition that was kept is in the backup, and its blob goes when nobody can have it any more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'omomi-editions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [data, target] = [join(folder, 'data'), join(folder, 'elsewhere')];
  await fill(data, 'anna', 1);
  const editions = join(data, 'blobs', 'editions', 'anna');
  mkdirSync(editions, { recursive: true });
  for (const [name, days] of [
    ['last', editionBlobDays - 1],
    ['past', editionBlobDays + 1],
  ] as const) {
    writeFileSync(join(editions, name), name);
    utimesSync(join(editions, name), new Date(), new Date(Date.now() - days * 86_400_000));
  }
  const missed = { editions: '2026-01-01T02:52:00.000Z' };
  writeFileSync(join(data, 'schedule.json'), JSON.stringify(missed));
  const options = readOptions(['--data', data, '--port', '0'], {});
  if (options === 'help') throw new Error('these options are no request for help');
  const app = await compose(options, silentLog);
  app.start();
  await expect.poll(() => existsSync(join(editions, 'past')), { timeout: 60_000 }).toBe(false);
  await app.stop();
  expect(readdirSync(editions)).toEqual(['last']);
  const { code } = await backup(target, '--data', data);
  expect(code).toBe(0);
  const { manifest } = await readBackupFile(join(target, readdirSync(target)[0]!));
  expect(manifest.blobs.count).toBe(2);
});

it.each([
  ['BACKUP_DIR', 'backups'],
  ['BACKUP_KEEP', '0'],
])('%s=%s is refused', (name, value) => {
  expect(() => readOptions([], { [name]: value })).toThrow(name);
});
