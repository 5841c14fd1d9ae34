import { systemClock } from '../process/clock.ts';
import { createLog } from '../process/log.ts';
import { runRestore } from './run-restore.ts';

process.umask(0o077);

process.exitCode = await runRestore({
  args: process.argv.slice(2),
  variables: process.env,
  write: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  log: createLog((line) => process.stderr.write(line), systemClock.now),
});
