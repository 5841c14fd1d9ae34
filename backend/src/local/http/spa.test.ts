import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildWithVite, ensureSpa, SpaBuildError, type BuildSpa } from './spa.ts';

const old = new Date('2026-01-01T00:00:00.000Z');
const repository = join(import.meta.dirname, '..', '..', '..', '..');

describe('ensureSpa', () => {
  let root = '';
  let builds = 0;
  let lines: string[] = [];
  const write = async (path: string, text: string) => {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), text);
  };
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'omomi-spa-'));
    builds = 0;
    lines = [];
    await write('frontend/index.html', '<p>source');
    await write('frontend/src/app/main.ts', '');
    await write('backend/src/contract/index.ts', '');
    for (const path of await readdir(root, { recursive: true })) await utimes(join(root, path), old, old);
  });
  afterEach(() => rm(root, { recursive: true }));

  const build: BuildSpa = async (_frontend, outDir) => {
    builds += 1;
    await mkdir(outDir, { recursive: true });
    await writeFile(join(outDir, 'index.html'), `build ${builds}`);
  };
  const ensure = (given = build) => ensureSpa(root, (line) => lines.push(line), given);
  const served = () => readFile(join(root, 'frontend/dist/index.html'), 'utf8');

  it('builds the pages once if they are missing', async () => {
    expect(await ensure()).toBe(join(root, 'frontend', 'dist'));
    await ensure();
    expect(await served()).toBe('build 1');
    expect(lines).toHaveLength(1);
    expect(await readdir(join(root, 'frontend', '.cache'))).toEqual([]);
  });

  it.each(['frontend/src/app/main.ts', 'frontend/index.html', 'backend/src/contract/index.ts'])(
    'builds the pages again when %s is newer',
    async (path) => {
      await ensure();
      const later = new Date(Date.now() + 60_000);
      await utimes(join(root, path), later, later);
      await ensure();
      expect(await served()).toBe('build 2');
    },
  );

  it('makes pages that every user may read, whatever the process makes otherwise', async () => {
    const before = process.umask(0o077);
    await ensure();
    expect(process.umask(before)).toBe(0o077);
    const paths = ['frontend/dist', 'frontend/dist/index.html'].map((path) => join(root, path));
    const modes = await Promise.all(paths.map(async (path) => ((await stat(path)).mode & 0o777).toString(8)));
    expect(modes).toEqual(['755', '644']);
  });

  it('takes the pages of a package, which has no sources to build them from', async () => {
    await ensure();
    await rm(join(root, 'frontend', 'src'), { recursive: true });
    const later = new Date(Date.now() + 60_000);
    await utimes(join(root, 'backend/src/contract/index.ts'), later, later);
    await ensure();
    expect(builds).toBe(1);
  });

  it('keeps the old pages when a build fails, and reports the reason', async () => {
    await ensure();
    const later = new Date(Date.now() + 60_000);
    await utimes(join(root, 'frontend/index.html'), later, later);
    const fail: BuildSpa = async (_frontend, outDir) => {
      await mkdir(outDir);
      throw new SpaBuildError('the pages could not be built:\nno such thing');
    };
    await expect(ensure(fail)).rejects.toThrow(/no such thing/);
    expect(await served()).toBe('build 1');
    expect(await readdir(join(root, 'frontend', '.cache'))).toEqual([]);
  });

  it('builds with Vite, and passes on its error messages', async () => {
    await write('frontend/package.json', '{"type":"module"}');
    await write('frontend/index.html', '<script type="module" src="/src/app/main.ts"></script>');
    await write('frontend/src/app/main.ts', 'document.title = "Omomi";');
    const outDir = join(root, 'out');
    // Vite comes from the repository, the pages from the folder that this test creates.
    const viteFrom: BuildSpa = async (frontend, out) => {
      await mkdir(join(frontend, 'node_modules'), { recursive: true });
      const { symlink } = await import('node:fs/promises');
      await symlink(
        join(repository, 'node_modules', 'vite'),
        join(frontend, 'node_modules', 'vite'),
        'junction',
      ).catch(() => {});
      await buildWithVite(frontend, out);
    };
    await viteFrom(join(root, 'frontend'), outDir);
    expect(await readFile(join(outDir, 'index.html'), 'utf8')).toMatch(/assets\/index-.*\.js/);
    await write('frontend/src/app/main.ts', 'import "./missing.ts";');
    await expect(viteFrom(join(root, 'frontend'), outDir)).rejects.toThrow(/missing\.ts/);
  });
});
