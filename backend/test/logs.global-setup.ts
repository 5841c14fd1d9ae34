import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOG_FOLDER } from './captured-log.ts';
import { secretsIn } from './secret-patterns.ts';

const SHOWN = 20;

/** Collects what every test logs, and fails the run if there is a secret or an e-mail address in any line of it. */
export default async () => {
  // Several projects of one run share the folder.
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
    // The whole suite logs thousands: none means that nothing was searched.
    if (process.env['CI'] && lines === 0) throw new Error('no log line of the tests was captured');
    if (found.length > 0)
      throw new Error(`secrets in ${found.length} log lines:\n${found.slice(0, SHOWN).join('\n')}`);
  };
};
