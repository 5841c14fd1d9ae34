import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lambdaContext } from '../../../backend/test/harness/api/function-url-event.ts';
import { withModelCheck } from '../../../backend/src/lambda/model-check.ts';
import { EmbeddingError, type Embedder } from '../../../backend/src/model/score/embedder.ts';

const script = join(import.meta.dirname, '../../../.github/scripts/model.mjs');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'omomi-scratch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the script beside an AWS CLI that writes this answer, or fails. Returns how it was called, too. */
const runCheck = (answer: object | null) => {
  const calls = join(folder, 'calls');
  writeFileSync(
    join(folder, 'aws'),
    answer === null
      ? '#!/usr/bin/env bash\necho AccessDeniedException >&2\nexit 254\n'
      : `#!/usr/bin/env bash\nprintf '%s\\n' "$@" > '${calls}'\nprintf '%s' '${JSON.stringify(answer)}' > "\${@: -1}"\n`,
  );
  chmodSync(join(folder, 'aws'), 0o755);
  const outputs = join(folder, 'outputs.json');
  const compute = { ScoreFunctionName: 'score-1a2b', Region: 'us-east-1' };
  writeFileSync(outputs, JSON.stringify({ 'Omomi-production-Compute': compute }));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, outputs, 'production'], {
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
    encoding: 'utf8',
  });
  return { status, stdout, stderr, calls: answer === null ? [] : readFileSync(calls, 'utf8').split('\n') };
};

const answerOf = (embed: Embedder['embed']) =>
  withModelCheck(() => Promise.reject(new Error('no message')), { model: 'nova/1024', embed })(
    { check: 'model' },
    lambdaContext(),
  );

describe('the check of the model after a deployment', () => {
  it('passes if the function got a vector, and calls it once', async () => {
    const asked: unknown[] = [];
    const answer = await answerOf(async (requests) => {
      asked.push(...requests);
      return [{ ok: true, embedding: { kind: 'dense', values: new Float32Array([1]) } }];
    });
    expect(asked).toHaveLength(1);
    const { status, stdout, calls } = runCheck(answer);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'nova/1024 answers.\n' });
    expect(calls).toEqual(expect.arrayContaining(['score-1a2b', 'us-east-1', '{"check":"model"}']));
  });

  it.each([
    () => Promise.resolve([{ ok: false as const, error: new EmbeddingError('access denied', false) }]),
    () => Promise.reject(new Error('access denied')),
  ])('fails with the reason and the two ways out if it got none', async (embed) => {
    const { status, stderr } = runCheck(await answerOf(embed));
    expect(status).toBe(1);
    expect(stderr).toContain('The model nova/1024 gives no vector: access denied');
    expect(stderr).toMatch(/1\. Give the account access to the model/);
    expect(stderr).toMatch(
      /2\. Do without it: EMBEDDER: 'embedded' in infrastructure\/environments\/production\.ts/,
    );
  });

  it('fails with what the role lacks if the function may not be called, or throws', () => {
    expect(runCheck(null)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('lambda:InvokeFunction'),
    });
    expect(runCheck({ errorMessage: 'out of memory' }).stderr).toContain('gives no vector: out of memory');
  });

  it('leaves every other event to the function', async () => {
    const handler = withModelCheck((event: object) => Promise.resolve(event), {
      model: 'm',
      embed: () => Promise.reject(new Error('not asked')),
    });
    const event = { Records: [{ body: '{"check":"model"}' }] };
    expect(await handler(event, lambdaContext())).toBe(event);
  });
});
