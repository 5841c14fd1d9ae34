// @module-tag long
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);

describe('the npm package', () => {
  let folder: string;
  let installed: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'omomi-package-'));
    const script = join(root, 'backend', 'packaging', 'make-package.ts');
    const { stdout } = await run(process.execPath, [script, folder], { cwd: root });
    execFileSync('tar', ['-xzf', stdout.trim(), '-C', folder]);
    installed = join(folder, 'package');
    // What npm would install, without asking its registry.
    symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'));
  }, 300_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const omomi = (...args: string[]) => [join(installed, 'bin', 'omomi.js'), ...args];

  it('needs neither the tools of AWS nor those of development', () => {
    const { dependencies, bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const names = Object.keys(dependencies);
    expect(names).toEqual(expect.arrayContaining(['zod', 'undici', '@simplewebauthn/server']));
    expect(
      names.filter((name) => /cdk|bedrock|client-s3|client-sesv2|client-sqs|vite|react|logger/.test(name)),
    ).toEqual([]);
    expect(bin).toEqual({ omomi: 'bin/omomi.js' });
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !path.startsWith('node_modules'),
    );
    expect(files.filter((path) => path.endsWith('.ts'))).toEqual([]);
    expect(files.filter((path) => (statSync(join(installed, path)).mode & 0o444) !== 0o444)).toEqual([]);
  });

  it('serves the page and the API without building anything, and keeps its data where the user has theirs', async () => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: join(folder, 'home'),
      XDG_DATA_HOME: join(folder, 'data'),
    };
    const child = spawn(process.execPath, omomi('--port', '0'), { env, cwd: '/' });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ready = new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const found = /ready: (http:\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(output)));
    });
    const origin = await ready;
    expect(output).not.toContain('Building');
    expect((await (await fetch(`${origin}/api/health`)).json()) as unknown).toMatchObject({ status: 'ok' });
    expect(await (await fetch(origin)).text()).toContain('<!doctype html>');
    expect(readdirSync(join(folder, 'data', 'omomi'))).toContain('table.sqlite');
    const { stdout } = await run(process.execPath, omomi('invite'), { env, cwd: '/' });
    expect(stdout).toMatch(/^http:\/\/\S+\/invitation#[\w-]{43}\n$/);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  }, 120_000);

  it('names its commands if it is asked for another', async () => {
    await expect(run(process.execPath, omomi('fly'))).rejects.toMatchObject({
      code: 2,
      stderr: 'omomi fly is no command: start, edition, invite, backup, restore, crawl\n',
    });
  });
});

it('systemd knows every line of the unit', async () => {
  const unit = join(root, 'infrastructure', 'home', 'omomi.service');
  const { stderr } = await run('systemd-analyze', ['verify', '--man=no', unit]).catch((error: unknown) => {
    // A machine without systemd cannot look at it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { stderr: '' };
    throw error;
  });
  expect(stderr.split('\n').filter((line) => line.includes('omomi.service'))).toEqual([]);
});
