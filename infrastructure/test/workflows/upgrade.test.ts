import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withUpgrade } from '../../../backend/src/lambda/with-upgrade.ts';
import { FORMAT } from '../../../backend/src/storage/upgrade/format.ts';

const script = join(import.meta.dirname, '../../../.github/scripts/upgrade.mjs');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'omomi-scratch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the script beside an AWS CLI that writes these answers, one for each call, the last one for all that follow. */
const runCheck = (...answers: object[]) => {
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  for (const [n, answer] of answers.entries())
    writeFileSync(join(folder, `answer-${n}`), JSON.stringify(answer));
  writeFileSync(
    join(folder, 'aws'),
    `#!/usr/bin/env bash
cd '${folder}'
n=$(wc -l < calls)
printf '%s ' "$@" >> calls; echo >> calls
cp "answer-$((n < ${answers.length} ? n : ${answers.length - 1}))" "\${@: -1}"
`,
  );
  chmodSync(join(folder, 'aws'), 0o755);
  const outputs = join(folder, 'outputs.json');
  const compute = { CleanupFunctionName: 'cleanup-1a2b', Region: 'us-east-1' };
  writeFileSync(outputs, JSON.stringify({ 'Omomi-production-Compute': compute }));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, outputs, 'production'], {
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
    encoding: 'utf8',
  });
  return { status, stdout, stderr, calls: readFileSync(calls, 'utf8').trim().split('\n') };
};

/** Returns the handler of a table of this format, which has nothing to move. */
const handlerOf = (format: number, ran: string[] = []) =>
  withUpgrade(async () => void ran.push('cleanup'), {
    table: {
      get: async (key) => ({ ...key, format }),
      put: () => Promise.reject(new Error('not asked')),
      update: () => Promise.reject(new Error('not asked')),
      delete: () => Promise.reject(new Error('not asked')),
    },
    movable: {
      scanPage: () => Promise.reject(new Error('not asked')),
      move: () => Promise.reject(new Error('not asked')),
    },
    log: { warn: () => {}, info: () => {} },
  });
const context = { getRemainingTimeInMillis: () => 900_000 };

describe('the upgrade after a deployment', () => {
  it('passes once the table is of today’s format, and calls the function until then', async () => {
    const answer = (await handlerOf(FORMAT)({ check: 'upgrade' }, context)) ?? {};
    const more = { format: 1, is_upgraded: false, moved: 7, renamed: 2 };
    const { status, stdout, calls } = runCheck(more, more, answer);
    expect({ status, stdout: stdout.split('\n').at(-2) }).toEqual({
      status: 0,
      stdout: `The table is of format ${FORMAT}.`,
    });
    expect(stdout).toContain('7 items were moved and 2 changed. There are more.');
    expect(calls).toHaveLength(3);
    for (const call of calls) {
      expect(call).toMatch(/^lambda invoke --region us-east-1 --cli-read-timeout 0 /);
      expect(call).toContain('--function-name cleanup-1a2b');
      expect(call).toContain('--payload {"check":"upgrade"}');
    }
  });

  it('fails with the reason, and in the end where there is always more', () => {
    expect(runCheck({ errorMessage: 'a newer version' })).toMatchObject({
      status: 1,
      stderr: 'The table was not upgraded: a newer version\n',
    });
    const endless = runCheck({ format: 1, is_upgraded: false, moved: 1 });
    expect([endless.status, endless.calls.length]).toEqual([1, 12]);
    expect(endless.stderr).toContain('The daily cleanup goes on');
  });

  it('comes before each cleanup too, which does not run on a table of a newer version', async () => {
    const ran: string[] = [];
    const scheduled = { 'detail-type': 'Scheduled Event' };
    await handlerOf(FORMAT, ran)(scheduled, context);
    expect(ran).toEqual(['cleanup']);
    await handlerOf(FORMAT, ran)({ check: 'upgrade' }, context);
    await expect(handlerOf(FORMAT + 1, ran)(scheduled, context)).rejects.toThrow('by a newer version');
    expect(ran).toEqual(['cleanup']);
  });
});
