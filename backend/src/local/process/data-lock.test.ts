import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from './data-lock.ts';

describe('the data folder', () => {
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'omomi-lock-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('is readable by its owner only, and locked by one process at a time', async () => {
    const folder = join(root, 'a', 'b');
    const release = await lockDataFolder(folder);
    expect((await stat(folder)).isDirectory()).toBe(true);
    await expect(lockDataFolder(folder)).rejects.toThrow(/is in use by another/);
    await expect(lockDataFolder(join(root, 'a', '..', 'a', 'b'))).rejects.toThrow(/is in use/);
    const other = await lockDataFolder(join(root, 'other'));
    other();
    release();
    (await lockDataFolder(folder))();
  });

  it('is unlocked after its process was killed', async () => {
    const script = `
      const { lockDataFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'data-lock.ts'))});
      await lockDataFolder(${JSON.stringify(root)});
      console.log('locked');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await expect(lockDataFolder(root)).rejects.toThrow(/is in use/);
    child.kill('SIGKILL');
    await once(child, 'close');
    (await lockDataFolder(root))();
  });

  it('is named in the error if it cannot be created', async () => {
    await writeFile(join(root, 'file'), '');
    await expect(lockDataFolder(join(root, 'file', 'data'))).rejects.toThrow(/cannot be made/);
  });
});
