import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = join(import.meta.dirname, '../../../.github/scripts/notice.mjs');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'omomi-notice-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Puts a `gh` on the path that notes how it is called and answers `issue list` with the open notices. */
const installGh = (open: number[]): void => {
  const gh = join(folder, 'gh');
  writeFileSync(
    gh,
    `#!/bin/sh\necho "$*" >> "${folder}/calls"\nif [ "$2" = list ]; then echo '${JSON.stringify(open.map((number) => ({ number, title: 'main is not deployed' })))}'; fi\n`,
  );
  chmodSync(gh, 0o755);
};

const environmentOf = (results: Record<string, string>, others: Record<string, string>) => ({
  ...process.env,
  PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
  NEEDS: JSON.stringify(
    Object.fromEntries(Object.entries(results).map(([name, result]) => [name, { result, outputs: {} }])),
  ),
  BRANCH: 'main',
  COMMIT: 'c0ffee',
  RUN_URL: 'https://github.example/run/1',
  WEBHOOK_URL: '',
  ...others,
});

/** Runs the script for the results of jobs and returns what it had `gh` change. */
const changesFor = (results: Record<string, string>, open: number[], branch = 'main'): string[] => {
  installGh(open);
  const env = environmentOf(results, { BRANCH: branch });
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', env });
  if (status !== 0) throw new Error(stderr);
  const calls = join(folder, 'calls');
  if (!existsSync(calls)) return [];
  return readFileSync(calls, 'utf8')
    .trim()
    .split('\n')
    .filter((call) => !call.startsWith('issue list'));
};

/** Runs the script with a webhook that answers with this status. Returns what it was told, and how the script ended. */
const toldFor = async (results: Record<string, string>, answer = 200) => {
  installGh([]);
  const told: unknown[] = [];
  const server = createServer(async (request, response) => {
    told.push(await json(request));
    response.writeHead(answer).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const child = spawn(process.execPath, [script], { env: environmentOf(results, { WEBHOOK_URL: url }) });
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
  server.closeAllConnections();
  server.close();
  return { told, status: child.exitCode, stderr };
};

const green = { test: 'success', changes: 'success', deploy: 'success' };

describe('the notice that main is not deployed', () => {
  it.each(['failure', 'cancelled', 'timed_out'])(
    'is opened when a job ends with %s, and names it',
    (result) => {
      const calls = changesFor({ ...green, deploy: result }, []);
      expect(calls).toEqual([expect.stringMatching(/^issue create --title main is not deployed --body /)]);
      expect(calls[0]).toContain(`deploy: ${result}`);
      expect(calls[0]).toContain('https://github.example/run/1');
    },
  );

  it('gets a comment for each further failure', () => {
    expect(changesFor({ ...green, test: 'failure', deploy: 'skipped' }, [7])).toEqual([
      expect.stringMatching(/^issue comment 7 --body .*test: failure/),
    ]);
  });

  it('is closed when main passes again', () => {
    expect(changesFor(green, [7])).toEqual([expect.stringMatching(/^issue close 7 --comment c0ffee /)]);
    rmSync(join(folder, 'calls'));
    expect(changesFor({ ...green, deploy: 'skipped' }, [7, 9])).toHaveLength(2);
  });

  it('is not touched if main passed before', () => {
    expect(changesFor(green, [])).toEqual([]);
  });

  it('is one of its own for another branch', () => {
    expect(changesFor({ ...green, deploy: 'failure' }, [7], 'develop')).toEqual([
      expect.stringMatching(/^issue create --title develop is not deployed --body /),
    ]);
  });

  it('stays open if nothing was tested', () => {
    expect(changesFor({ test: 'skipped', changes: 'skipped', deploy: 'skipped' }, [7])).toEqual([]);
  });
});

describe('the webhook', () => {
  it('is told of a deployment that succeeded, and of nothing while nothing is deployed', async () => {
    expect((await toldFor(green)).told).toEqual([
      { text: 'main: c0ffee is deployed, see https://github.example/run/1' },
    ]);
    expect((await toldFor({ ...green, deploy: 'skipped' })).told).toEqual([]);
  });

  it('is told of a failure, by the jobs that failed', async () => {
    const { told } = await toldFor({ ...green, deploy: 'failure' });
    expect(told).toEqual([
      { text: expect.stringContaining('main: c0ffee is not deployed (deploy: failure)') },
    ]);
  });

  it('that refuses makes the job fail, with its status', async () => {
    expect(await toldFor(green, 404)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('the webhook answers 404'),
    });
  });
});
