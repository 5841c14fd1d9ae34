// @module-tag long
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow, OpenedArticle, Page } from '../../../src/contract/index.ts';
import { startRunner } from '../../harness/runner.ts';
import { numberedItem, rss, startFeedServer } from '../../harness/servers/feed-server.ts';
import { photo } from '../../harness/servers/images.ts';

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
  }, 300_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const omomi = (...args: string[]) => [join(installed, 'bin', 'omomi.js'), ...args];

  const everyFile = () =>
    readdirSync(installed, { recursive: true, encoding: 'utf8' }).map((path) => join(installed, path));

  it('brings all that it needs in at most 40 MB, and neither the tools of AWS nor those of development', () => {
    const { dependencies, bundleDependencies, bin } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    );
    expect(Object.keys(dependencies)).toEqual(bundleDependencies);
    const licences = readFileSync(join(installed, 'LICENCES.md'), 'utf8');
    const packages = [...licences.matchAll(/^## (\S+)\n\nLicence: \S+/gm)].map(([, name]) => name ?? '');
    expect(packages).toEqual(expect.arrayContaining(['zod', 'undici', '@simplewebauthn/server']));
    expect(
      packages.filter((name) => /cdk|bedrock|client-sesv2|client-sqs|vite|react|logger/.test(name)),
    ).toEqual([]);
    expect(bin).toEqual({ omomi: 'bin/omomi.js' });
    expect(everyFile().filter((path) => path.endsWith('.ts'))).toEqual([]);
    expect(everyFile().filter((path) => (statSync(path).mode & 0o444) !== 0o444)).toEqual([]);
    const bytes = everyFile().reduce((sum, path) => sum + statSync(path).size, 0);
    expect(bytes / 1e6).toBeLessThan(40);
  });

  it('fetches, reads, ranks and shows an article with its picture', async () => {
    const server = await startFeedServer();
    server.set('/camera.png', { body: photo({ width: 1600, height: 800 }), type: 'image/png' });
    const text = `<p>What is known of the climate.</p><img src="${server.url('/camera.png')}">`;
    server.set('/feed', { body: rss([{ ...numberedItem(1), text }], { site: server.url('/') }) });
    const data = join(folder, 'reader');
    const runner = await startRunner({ data, allowHosts: server.host, command: omomi() });
    await runner.post('/api/keywords', { text: 'climate', weight: 1 });
    await runner.post('/api/feeds', { url: server.url('/feed') });
    await runner.settled();
    const { items } = await runner.get<Page<ArticleRow>>('/api/articles');
    expect(items).toMatchObject([{ title: 'Article 1' }]);
    expect(items[0]!.importance_score).toBeGreaterThan(0);
    const { image_keys } = await runner.get<OpenedArticle>(`/api/articles/${items[0]!.article_id}`);
    const [url, key] = Object.entries(image_keys)[0]!;
    const picture = await fetch(
      new URL(`/api/image?${new URLSearchParams({ url, key, width: '640' }).toString()}`, runner.origin),
    );
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    await runner.stop();
    await server.close();
  }, 120_000);

  it('serves the page and the API without building anything, and keeps its data where the user has theirs', async () => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: join(folder, 'home'),
      XDG_DATA_HOME: join(folder, 'data'),
      ACCOUNTS: 'on',
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
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/invitation#[\w-]{43}\n$/);
    expect(new URL(stdout).origin).toBe(origin);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  }, 120_000);

  it('names its own commands and data folder in what it says', async () => {
    const { stdout } = await run(process.execPath, omomi('restore', '--help'));
    expect(stdout).toContain('Usage: omomi restore [<copy> | <file>] [flags]');
    expect(stdout).toContain('default ~/.local/share/omomi');
    const ours = everyFile().filter((path) => /backend.src.*\.js$/.test(path) && !path.includes('packages'));
    expect(ours.filter((path) => /npm (run|start)|\.\/\.data\)/.test(readFileSync(path, 'utf8')))).toEqual(
      [],
    );
  });

  it('says which package a model of Bedrock needs', async () => {
    for (const variables of [{ EMBEDDER: 'bedrock' }, { TEXT_MODEL: 'bedrock:amazon.nova-micro-v1:0' }])
      await expect(
        run(process.execPath, omomi('start', '--port', '0', '--data', join(folder, 'bedrock')), {
          env: { ...process.env, ...variables },
        }),
      ).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringMatching(
          /^(EMBEDDER|TEXT_MODEL)=\S+ needs a package beside Omomi: npm install --global @aws-sdk\/client-bedrock-runtime/,
        ),
      });
  });

  it.each([
    ['backup', '/nowhere', '--table', 'one', '--bucket', 'two'],
    ['invite', '--table', 'one', '--origin', 'https://reader.example'],
  ])('says that it has no tools of AWS: %s', async (...args) => {
    await expect(run(process.execPath, omomi(...args))).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--table needs the tools of AWS, .* in a clone of the repository\n$/),
    });
  });

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
