import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from './data-lock.ts';

/** Tries to lock a folder in another process. Returns what came of it. */
const lockElsewhere = (
  folder: string,
  before: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): string => {
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'data-lock.ts'))});
    await lockDataFolder(${JSON.stringify(folder)}).then(() => console.log('locked'), ({ message }) => console.log(message));
    process.exit();`;
  const [command, ...args] = [...before, process.execPath, '--input-type=module', '--eval', script];
  return spawnSync(command ?? '', args, { env: { ...process.env, ...env } })
    .stdout.toString()
    .trim();
};

const inNamespace = ['unshare', '--pid', '--fork', '--mount'];
const hasNamespaces = spawnSync(inNamespace[0]!, [...inNamespace.slice(1), 'true']).status === 0;

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

  it('is locked for processes with another temporary folder or another name for the folder', async () => {
    const release = await lockDataFolder(root);
    await symlink(root, `${root}-link`);
    try {
      expect(lockElsewhere(root, [], { TMPDIR: join(root, 'elsewhere') })).toContain('is in use by another');
      expect(lockElsewhere(`${root}-link`)).toContain('is in use by another');
      // An attempt in this process leaves the lock as it is, though it closes the file.
      await expect(lockDataFolder(root)).rejects.toThrow(/is in use/);
      expect(lockElsewhere(root)).toContain('is in use by another');
    } finally {
      await rm(`${root}-link`);
      release();
    }
    expect(lockElsewhere(root)).toBe('locked');
    expect(await readdir(root)).toEqual(['lock']);
  });

  it.skipIf(!hasNamespaces)('is locked for processes of another namespace', async () => {
    const release = await lockDataFolder(root);
    expect(lockElsewhere(root, inNamespace)).toContain('is in use by another');
    release();
    expect(lockElsewhere(root, inNamespace)).toBe('locked');
  });

  it.skipIf(process.getuid?.() !== 0)('belongs to its owner, whoever has run a command on it', async () => {
    await chown(root, 1234, 1235);
    const release = await lockDataFolder(root);
    await mkdir(join(root, 'blobs', 'articles'), { recursive: true });
    await writeFile(join(root, 'blobs', 'articles', 'one'), '');
    await writeFile(join(root, 'theirs'), '');
    await chown(join(root, 'theirs'), 77, 78);
    release();
    const owners = (await readdir(root, { recursive: true })).toSorted().map((name) => {
      const { uid, gid } = statSync(join(root, name));
      return [name, uid, gid];
    });
    expect(owners).toEqual([
      ['blobs', 1234, 1235],
      ['blobs/articles', 1234, 1235],
      ['blobs/articles/one', 1234, 1235],
      ['lock', 1234, 1235],
      ['theirs', 77, 78],
    ]);
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
    await expect(lockDataFolder(join(root, 'file', 'data'))).rejects.toThrow(
      /cannot be made or written: a file is where a folder belongs\. Choose another with --data/,
    );
  });
});
