import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const scripts = join(import.meta.dirname, '../../../.github/scripts');

/** Starts a script of the workflows that Node runs; `ended` resolves with what it wrote. */
export const startScript = (name: string, args: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [join(scripts, name), ...args], { env: { ...process.env, ...env } });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr]) => ({ status: child.exitCode, stdout, stderr }),
  );
  return { child, ended };
};
