import { spawn } from 'node:child_process';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The pages could not be built; the message includes the end of the build's output. */
export class SpaBuildError extends Error {
  override readonly name = 'SpaBuildError';
}

/** Builds the pages in `frontend` into `outDir`. Throws SpaBuildError. */
export type BuildSpa = (frontend: string, outDir: string) => Promise<void>;

const modifiedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

const newestIn = async (path: string): Promise<number> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const times = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => modifiedAt(join(entry.parentPath, entry.name))),
  );
  return times.reduce((newest, time) => Math.max(newest, time), await modifiedAt(path));
};

/** Returns the time of the last change to any source of the pages. */
const sourcesModifiedAt = async (root: string): Promise<number> => {
  const files = ['frontend/index.html', 'frontend/vite.config.ts', 'frontend/package.json'];
  const folders = [
    'frontend/src',
    'frontend/public',
    'frontend/build',
    'frontend/service-worker',
    'backend/src/contract',
  ];
  const times = await Promise.all([
    ...files.map((file) => modifiedAt(join(root, file))),
    ...folders.map((folder) => newestIn(join(root, folder))),
  ]);
  return Math.max(...times);
};

/** Runs Vite in a separate process, so that its memory is freed afterwards. */
export const buildWithVite: BuildSpa = async (frontend, outDir) => {
  const vite = createRequire(join(frontend, 'package.json')).resolve('vite/package.json');
  const args = [join(dirname(vite), 'bin', 'vite.js'), 'build', '--outDir', outDir, '--emptyOutDir'];
  const child = spawn(process.execPath, [...args, '--logLevel', 'warn'], {
    cwd: frontend,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  // A stop during the build ends this process, and nothing else would end the child.
  const kill = () => child.kill();
  process.once('exit', kill);
  let output = '';
  const keep = (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-4000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => process.off('exit', kill));
  if (code !== 0) throw new SpaBuildError(`the pages could not be built:\n${output.trim()}`);
};

/**
 * Builds the pages if they are missing or older than their sources, and returns their folder. `root` is the repository.
 * The old pages stay until the new ones are complete. Throws SpaBuildError.
 */
export const ensureSpa = async (
  root: string,
  progress: (line: string) => void,
  build: BuildSpa = buildWithVite,
): Promise<string> => {
  const frontend = join(root, 'frontend');
  const dist = join(frontend, 'dist');
  const page = join(dist, 'index.html');
  const [sources, built] = await Promise.all([sourcesModifiedAt(root), modifiedAt(page)]);
  // A published package has the pages without their sources.
  const hasSources = (await modifiedAt(join(frontend, 'src'))) > 0;
  if (built > 0 && (!hasSources || built >= sources)) return dist;
  progress(built === 0 ? 'Building the pages …' : 'Building the pages again, their sources changed …');
  const next = join(frontend, '.cache', `spa-${process.pid}`);
  const startedAt = new Date();
  // Everybody may read the pages, because another user than the one who built them may run Omomi.
  const before = process.umask(0o022);
  try {
    await mkdir(dirname(next), { recursive: true });
    await build(frontend, next);
    // The time before the build counts, so that a source changed during the build is newer than the pages.
    await utimes(join(next, 'index.html'), startedAt, startedAt);
    await rm(dist, { recursive: true, force: true });
    await rename(next, dist);
  } catch (error) {
    if (error instanceof SpaBuildError) throw error;
    const why = error instanceof Error ? error.message : 'unknown';
    throw new SpaBuildError(`the pages could not be built: ${why}`, { cause: error });
  } finally {
    process.umask(before);
    await rm(next, { recursive: true, force: true });
  }
  return dist;
};
