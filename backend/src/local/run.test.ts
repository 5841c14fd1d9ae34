import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../config/env.ts';
import type { LocalApp } from './http/app.ts';
import { createManualClock, settle } from '../../test/harness/manual-clock.ts';
import { runLocal, type RunOptions } from './run.ts';
import { SpaBuildError } from './http/spa.ts';

describe('local runner', () => {
  let root = '';
  const cleanups: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'omomi-run-'));
    await mkdir(join(root, 'dist'));
    await writeFile(join(root, 'dist', 'index.html'), 'the page');
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
    await rm(root, { recursive: true });
  });

  const setUp = (changes: Partial<RunOptions> = {}, appChanges: Partial<LocalApp> = {}) => {
    const time = createManualClock();
    const seen = { output: '', errors: '', exits: [] as number[], calls: [] as string[] };
    let signal = () => {};
    const app: LocalApp = {
      api: () => Promise.resolve({ statusCode: 200, body: '{"from":"api"}' }),
      metrics: () => Promise.resolve('from_metrics 1\n'),
      setupPath: null,
      takesInvitations: true,
      start: () => void seen.calls.push('start'),
      stop: () => {
        seen.calls.push('stop');
        return Promise.resolve();
      },
      ...appChanges,
    };
    const options: RunOptions = {
      args: ['--port', '0', '--data', join(root, 'data')],
      variables: {},
      write: (text) => (seen.output += text),
      complain: (text) => (seen.errors += text),
      log: { info: () => {}, warn: () => {}, error: () => {} },
      clock: time.clock,
      exit: (code) => seen.exits.push(code),
      onStopSignal: (run) => (signal = run),
      ensurePages: () => Promise.resolve(join(root, 'dist')),
      compose: () => Promise.resolve(app),
      ...changes,
    };
    const run = async () => {
      await runLocal(options);
      const port = Number(/:(\d+)\n$/.exec(seen.output)?.[1]);
      cleanups.push(async () => {
        if (seen.exits.length === 0) signal();
        await expect.poll(() => seen.exits.length).toBeGreaterThan(0);
      });
      return `http://127.0.0.1:${port}`;
    };
    return { time, seen, run, signal: () => signal() };
  };

  it('starts, prints its address, and serves the page and the API', async () => {
    const { seen, run } = setUp();
    const address = await run();
    expect(seen.output).toMatch(/^Omomi is ready: http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(seen.calls).toEqual(['start']);
    expect(await (await fetch(`${address}/feeds`)).text()).toBe('the page');
    expect(await (await fetch(`${address}/api/health`)).json()).toEqual({ from: 'api' });
  });

  it('leaves its address in the data folder while it serves', async () => {
    const { seen, run, signal } = setUp({
      variables: { ALLOWED_HOSTS: 'reader.example' },
      args: ['--port', '0', '--host', '0.0.0.0', '--data', join(root, 'data')],
    });
    const { port } = new URL(await run());
    const file = join(root, 'data', 'serving.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      origin: 'https://reader.example',
      local_origin: `http://127.0.0.1:${port}`,
      takes_invitations: true,
    });
    signal();
    await expect.poll(() => seen.exits).toEqual([0]);
    expect(existsSync(file)).toBe(false);
  });

  it('stops at a signal, and ignores the repetition that npm sends', async () => {
    const { time, seen, run, signal } = setUp();
    const address = await run();
    signal();
    await time.advance(100);
    signal();
    await expect.poll(() => seen.exits).toEqual([0]);
    expect(seen.calls).toEqual(['start', 'stop']);
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });

  it('waits at most 5 s for running work', async () => {
    const { time, seen, run, signal } = setUp({}, { stop: () => new Promise(() => {}) });
    await run();
    signal();
    await expect.poll(() => (time.nextTimer() ?? 0) > 2000).toBe(true);
    await time.advance(4999);
    expect(seen.exits).toEqual([0]);
    expect(seen.output).toContain('cut off');
  });

  it('exits at once at a second signal', async () => {
    const { time, seen, run, signal } = setUp({}, { stop: () => new Promise(() => {}) });
    await run();
    signal();
    await time.advance(600);
    signal();
    expect(seen.exits).toEqual([130]);
    await time.advance(5000);
  });

  it('reports a port in use before it opens the data folder', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    let composed = false;
    const { seen, run } = setUp({
      args: ['--port', String(port), '--data', join(root, 'data')],
      compose: () => {
        composed = true;
        return Promise.reject(new Error('unused'));
      },
    });
    await run();
    other.close();
    expect(seen.errors).toBe(
      `Omomi cannot start: port ${port} is in use: stop what uses it, or choose another with --port\n`,
    );
    expect([seen.exits, composed]).toEqual([[1], false]);
  });

  it('refuses a data folder that another process uses', async () => {
    await setUp().run();
    const { seen, run } = setUp();
    await run();
    expect(seen.errors).toMatch(/data folder .* is in use by another Omomi/);
    expect(seen.exits).toEqual([1]);
  });

  it.each<[string, Partial<RunOptions>, number, RegExp]>([
    ['wrong flag', { args: ['--prot', '1'] }, 2, /^--prot is no flag/],
    ['wrong variable', { variables: { EMBEDDER: 'x' } }, 2, /^EMBEDDER="x" is not allowed/],
    [
      'variable that is missing',
      { compose: () => Promise.reject(new ConfigError('X is not set')) },
      2,
      /^X is not set\n$/,
    ],
    [
      'failed build',
      { ensurePages: () => Promise.reject(new SpaBuildError('no pages')) },
      1,
      /^Omomi cannot start: no pages\n$/,
    ],
    [
      'broken store',
      { compose: () => Promise.reject(new Error('bad table')) },
      1,
      /^Omomi cannot start: bad table\n$/,
    ],
  ])('exits for a %s', async (_name, changes, code, message) => {
    const { seen, run } = setUp(changes);
    await run();
    expect(seen.exits).toEqual([code]);
    expect(seen.errors).toMatch(message);
  });

  it('prints its help and exits', async () => {
    const { seen, run } = setUp({ args: ['--help'] });
    await run();
    await settle();
    expect(seen.output).toContain('--port <number>');
    expect(seen.exits).toEqual([0]);
  });
});
