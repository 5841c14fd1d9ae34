import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOG_FOLDER } from './captured-log.ts';
import { secretsIn } from './secret-patterns.ts';

const SHOWN = 20;

/** Collects the log lines of all tests. Fails the run if any line contains a secret or an e-mail address. */
export default async () => {
  // Several test projects of one run share the folder.
  if (process.env[LOG_FOLDER] !== undefined) return () => {};
  const folder = await mkdtemp(join(tmpdir(), 'omomi-logs-'));
  process.env[LOG_FOLDER] = folder;
  return async (): Promise<void> => {
    const found: string[] = [];
    let lines = 0;
    for (const name of await readdir(folder)) {
      const text = await readFile(join(folder, name), 'utf8');
      for (const line of text.split('\n')) {
        if (line !== '') lines += 1;
        found.push(...secretsIn(line));
      }
    }
    await rm(folder, { recursive: true, force: true });
    // The full suite logs thousands of lines, so no line at all means that capturing is broken.
    if (process.env['CI'] && lines === 0) throw new Error('no log line of the tests was captured');
    if (found.length > 0)
      throw new Error(`secrets in ${found.length} log lines:\n${found.slice(0, SHOWN).join('\n')}`);
  };
};
