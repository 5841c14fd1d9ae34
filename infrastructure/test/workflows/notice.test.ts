import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
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

/** Runs the script for the results of jobs and returns what it had `gh` change. */
const changesFor = (results: Record<string, string>, open: number[]): string[] => {
  installGh(open);
  const { status, stderr } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
      NEEDS: JSON.stringify(
        Object.fromEntries(Object.entries(results).map(([name, result]) => [name, { result, outputs: {} }])),
      ),
      COMMIT: 'c0ffee',
      RUN_URL: 'https://github.example/run/1',
    },
  });
  if (status !== 0) throw new Error(stderr);
  const calls = join(folder, 'calls');
  if (!existsSync(calls)) return [];
  return readFileSync(calls, 'utf8')
    .trim()
    .split('\n')
    .filter((call) => !call.startsWith('issue list'));
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

  it('stays open if nothing was tested', () => {
    expect(changesFor({ test: 'skipped', changes: 'skipped', deploy: 'skipped' }, [7])).toEqual([]);
  });
});
