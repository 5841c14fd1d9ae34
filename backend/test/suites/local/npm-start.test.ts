import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Keyword } from '../../../src/contract/index.ts';
import { lockDataFolder } from '../../../src/local/process/data-lock.ts';
import { startRunner } from '../../harness/runner.ts';

const root = join(import.meta.dirname, '../../../..');

// The runner promises to stop within 5 s; the rest is for a machine that is busy with other tests.
const stopTimeout = 15_000;
const startTimeout = 120_000;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Returns the ids of the processes below npm and its shell that serve this data folder. */
const runnersOf = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [program = '', ...args] = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
        return (
          /(^|\/)node$/.test(program) && args.some((arg) => arg.endsWith('start.js')) && args.includes(folder)
        );
      } catch {
        return false;
      }
    })
    .map(Number);

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const isPortFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
};

const isFolderFree = (folder: string): Promise<boolean> =>
  lockDataFolder(folder).then(
    (release) => {
      release();
      return true;
    },
    () => false,
  );

/** Runs `npm start` on a data folder of its own. */
const startByNpm = async () => {
  const parent = await mkdtemp(join(tmpdir(), 'omomi-npm-'));
  const folder = join(parent, 'data');
  const port = await freePort();
  const npm = spawn('npm', ['start', '--', '--port', String(port), '--data', folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  onTestFinished(async () => {
    for (const pid of runnersOf(folder)) process.kill(pid, 'SIGKILL');
    npm.kill('SIGKILL');
    await rm(parent, { recursive: true, force: true });
  });
  const runner = async (): Promise<number> => {
    await expect.poll(() => runnersOf(folder), { interval: 5, timeout: startTimeout }).toHaveLength(1);
    return runnersOf(folder)[0] ?? 0;
  };
  const ready = async () => {
    await expect.poll(() => output, { timeout: startTimeout }).toContain('Omomi is ready');
  };
  return { npm, folder, port, runner, ready };
};

describe.skipIf(process.platform !== 'linux')('npm start, when npm gets SIGTERM', () => {
  it('stops, frees its port and its data folder, and keeps what was stored', async () => {
    const { npm, folder, port, runner, ready } = await startByNpm();
    await ready();
    const pid = await runner();
    const added = await fetch(`http://127.0.0.1:${port}/api/keywords`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'kept across the stop', weight: 1 }),
    });
    expect(added.status).toBe(201);
    npm.kill('SIGTERM');
    await expect.poll(() => isRunning(pid), { timeout: stopTimeout }).toBe(false);
    expect([await isPortFree(port), await isFolderFree(folder)]).toEqual([true, true]);

    const again = await startRunner({ data: folder, allowHosts: '' });
    const { items } = await again.get<{ items: Keyword[] }>('/api/keywords');
    await again.stop();
    expect(items.map(({ text }) => text)).toEqual(['kept across the stop']);
  });

  it.each([0, 50, 200, 500])(
    'stops while it still loads, %i ms after its process started',
    { tags: ['long'] },
    async (delay) => {
      const { npm, folder, port, runner } = await startByNpm();
      const pid = await runner();
      await new Promise((resolve) => setTimeout(resolve, delay));
      npm.kill('SIGTERM');
      await expect.poll(() => isRunning(pid), { timeout: stopTimeout }).toBe(false);
      expect([await isPortFree(port), await isFolderFree(folder)]).toEqual([true, true]);
    },
  );
});
