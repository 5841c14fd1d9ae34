import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRepository, type ScratchRepository } from './scratch-repository.ts';

const script = join(import.meta.dirname, '../../../.github/scripts/go-back.sh');
let repository: ScratchRepository;
let tools: string;

beforeEach(() => {
  repository = createRepository();
  tools = mkdtempSync(join(tmpdir(), 'omomi-tools-'));
});
afterEach(() => {
  repository.remove();
  rmSync(tools, { recursive: true, force: true });
});

const executable = (path: string, text: string): void => {
  writeFileSync(path, `#!/usr/bin/env bash\n${text}\n`);
  chmodSync(path, 0o755);
};

/** Makes a repository of two commits, and returns the first one. The former has a smoke run of its own unless it is too old. */
const commitBoth = ({ isOld = false } = {}): string => {
  const folder = join(repository.folder, '.github/scripts');
  mkdirSync(folder, { recursive: true });
  if (!isOld)
    writeFileSync(
      join(folder, 'smoke.mjs'),
      `import { appendFileSync } from 'node:fs';
appendFileSync(process.env.CALLS, \`smoke \${process.argv.slice(2).join(' ')}\\n\`);
process.exitCode = Number(process.env.SMOKE);
`,
    );
  const former = repository.commit('version', 'former');
  copyFileSync(script, join(folder, 'go-back.sh'));
  repository.git('remote', 'add', 'origin', repository.folder);
  repository.commit('version', 'new');
  return former;
};

/** Runs the script beside an npm that notes how it was called, and with which version. */
const goBack = (former: string, { npm = 0, smoke = 0 } = {}) => {
  const calls = join(tools, 'calls');
  writeFileSync(calls, '');
  executable(
    join(tools, 'npm'),
    `echo "$(cat version): npm $*" >> "$CALLS"
[ "$1" = run ] || exit 0
mkdir -p infrastructure
echo '{"Omomi-production-Frontend":{"Url":"https://d1.example"}}' > infrastructure/outputs.json
exit ${npm}`,
  );
  // The copy in the repository, which the checkout takes away.
  const copy = join(repository.folder, '.github/scripts/go-back.sh');
  const { status, stderr } = spawnSync(copy, [former, 'production'], {
    cwd: repository.folder,
    env: { ...process.env, PATH: `${tools}:${process.env['PATH']}`, CALLS: calls, SMOKE: String(smoke) },
    encoding: 'utf8',
  });
  return { status, stderr, calls: readFileSync(calls, 'utf8').trim().split('\n') };
};

describe('after a deployment that does not work', () => {
  it('the former commit is deployed whole, with its own packages, and asked', () => {
    const former = commitBoth();
    const { status, stderr, calls } = goBack(former);
    expect(calls).toEqual([
      'former: npm ci',
      `former: npm run cdk -w infrastructure -- deploy --all --require-approval never -c environment=production -c canary=off -c commit=${former} --outputs-file outputs.json`,
      `smoke https://d1.example --commit ${former}`,
    ]);
    expect(stderr).toContain(`${former} is up again.`);
    expect(status).toBe(1);
  });

  it.each([
    ['cannot be deployed', { npm: 3 }],
    ['does not work either', { smoke: 1 }],
  ])('the log does not say that the former commit is up if it %s', (_, outcome) => {
    const { status, stderr } = goBack(commitBoth(), outcome);
    expect(stderr).not.toContain('is up again');
    expect(status).not.toBe(0);
  });

  it('a former commit that has no smoke run yet is deployed, and the log says that nobody asked it', () => {
    const former = commitBoth({ isOld: true });
    const { status, stderr, calls } = goBack(former);
    expect([status, calls.length]).toEqual([1, 2]);
    expect(stderr).toContain('is older than the smoke run');
    expect(stderr).not.toContain('is up again');
  });

  it('nothing is deployed if there is no other commit', () => {
    commitBoth();
    for (const none of ['', repository.git('rev-parse', 'HEAD')]) {
      const { status, stderr, calls } = goBack(none);
      expect({ status, calls }).toEqual({ status: 1, calls: [''] });
      expect(stderr).toContain('There is no other commit to go back to.');
    }
  });
});
