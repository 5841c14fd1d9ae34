import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readBackupFile } from '../../../src/local/backup/backup-file.ts';
import { readOptions } from '../../../src/local/cli/options.ts';
import { compose } from '../../../src/local/compose.ts';
import { silentLog } from '../../harness/app.ts';
import { fill } from '../../harness/backups/backup-folders.ts';

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

it.each([
  ['BACKUP_DIR', 'backups'],
  ['BACKUP_KEEP', '0'],
])('%s=%s is refused', (name, value) => {
  expect(() => readOptions([], { [name]: value })).toThrow(name);
});
