import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScript } from './run-script.ts';

const stacks = ['Monitoring', 'Frontend', 'Compute', 'Database'].map((name) => `Omomi-nightly-${name}`);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'omomi-scratch-'));
  for (const stack of stacks) writeFileSync(join(folder, stack), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const executable = (name: string, text: string): void => {
  writeFileSync(join(folder, name), `#!/usr/bin/env bash\ncd '${folder}'\n${text}\n`);
  chmodSync(join(folder, name), 0o755);
};

/**
 * Runs the script beside an AWS CLI and a CDK that know the stacks by the files of the folder. A stack has one bucket. `fails` is part of
 * a call that fails, `keeps` a stack that is not deleted although the CDK says so.
 */
const destroy = async (environment = 'nightly', { fails = 'nothing', keeps = 'none' } = {}) => {
  writeFileSync(join(folder, 'calls'), '');
  const note = `echo "$(basename "$0") $*" >> calls\n[[ "$*" != *'${fails}'* ]] || { echo 'AccessDenied' >&2; exit 254; }`;
  executable(
    'aws',
    `${note}
[ "$1" = cloudformation ] || exit 0
[ -e "$4" ] || { echo "An error occurred (ValidationError): Stack with id $4 does not exist" >&2; exit 254; }
echo "[\\"bucket-of-$4\\"]"`,
  );
  executable('npm', `${note}\n[ "$7" = ${keeps} ] || rm "$7"`);
  const { ended } = startScript('destroy.mjs', [environment], {
    PATH: `${folder}:${process.env['PATH']}`,
  });
  const result = await ended;
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  return { ...result, calls: calls.filter((call) => call !== '' && !call.includes('describe')) };
};

describe('the end of a throw-away environment', () => {
  const emptied = (stack: string) =>
    `aws s3 rm s3://bucket-of-${stack} --recursive --quiet --region us-east-1`;
  const destroyed = (stack: string) =>
    `npm run cdk -w infrastructure -- destroy ${stack} --exclusively --force -c environment=nightly`;

  it('empties the buckets of each stack and destroys it, each before those that it reads', async () => {
    const { status, stdout, stderr, calls } = await destroy();
    expect(calls).toEqual(stacks.flatMap((stack) => [emptied(stack), destroyed(stack)]));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(stacks.map((stack) => `${stack} is gone.\n`).join(''));
  });

  it('has nothing to do where nothing is left, or was ever deployed', async () => {
    await destroy();
    const { status, calls } = await destroy();
    expect({ status, calls }).toEqual({ status: 0, calls: [] });
  });

  it.each([
    ['its bucket cannot be emptied', { fails: 'rm s3://bucket-of-Omomi-nightly-Frontend' }],
    ['it cannot be destroyed', { fails: 'destroy Omomi-nightly-Frontend' }],
    ['nobody knows whether it is gone', { fails: 'stack-name Omomi-nightly-Frontend' }],
    ['it is still there afterwards', { keeps: 'Omomi-nightly-Frontend' }],
  ])('fails and names a stack if %s, and destroys the others', async (_, trouble) => {
    const { status, stderr, calls } = await destroy('nightly', trouble);
    expect(status).toBe(1);
    expect(stderr).toContain('Omomi-nightly-Frontend must be deleted by hand in us-east-1');
    expect(calls).toContain(destroyed('Omomi-nightly-Database'));
  });

  it.each(['production', 'development', 'unknown', ''])(
    'does nothing to the environment %j',
    async (name) => {
      const { status, stderr, calls } = await destroy(name);
      expect({ status, calls }).toEqual({ status: 1, calls: [] });
      expect(stderr).toBe(
        `The environment ${JSON.stringify(name)} is not throw-away, so nothing is destroyed.\n`,
      );
    },
  );
});
