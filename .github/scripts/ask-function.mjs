// Calls a function of a deployment through the AWS CLI, as the checks after a deployment do.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the outputs of the stack Compute from the file of a deployment's outputs. */
export const outputsIn = (file, environment) =>
  JSON.parse(readFileSync(file, 'utf8'))[`Omomi-${environment}-Compute`];

/** Returns what a function answers to `{"check": "<what>"}`; null, with a line on what may be missing, if it cannot be called. */
export const askFunction = (region, name, what) => {
  const folder = mkdtempSync(join(tmpdir(), 'omomi-check-'));
  const answer = join(folder, 'answer.json');
  // Without a time limit of its own the CLI stops waiting after a minute.
  const which = ['--region', region, '--cli-read-timeout', '0', '--function-name', name];
  const payload = ['--cli-binary-format', 'raw-in-base64-out', '--payload', JSON.stringify({ check: what })];
  try {
    execFileSync('aws', ['lambda', 'invoke', ...which, ...payload, answer], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return JSON.parse(readFileSync(answer, 'utf8'));
  } catch {
    console.error(
      `The function ${name} could not be called. The role that deploys needs lambda:InvokeFunction on it.`,
    );
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
