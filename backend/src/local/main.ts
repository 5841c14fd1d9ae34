import { join } from 'node:path';
import { systemClock } from './process/schedule.ts';
import { compose } from './compose.ts';
import { createLog } from '../logging/redact.ts';
import { isParentGone, onParentGone } from './process/parent.ts';
import { runLocal } from './run.ts';
import { ensureSpa } from './http/spa.ts';

const repository = join(import.meta.dirname, '..', '..', '..');
const isUnderNpm = process.env['npm_lifecycle_event'] === 'start';
const log = createLog((line) => process.stderr.write(line), systemClock.now, {
  least: process.env['LOG_LEVEL'] || 'warn',
  format: process.env['LOG_FORMAT'] || 'json',
});

// The reader of the output may close it first. Without a listener, every later write would be an uncaught error.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// After an uncaught error, the process goes on: nothing restarts it, and an interrupted write damages no data.
process.on('uncaughtException', (error) => log.error('uncaught error', { error }));
process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }));

// Only the owner may read the files that are created from here on.
process.umask(0o077);

// npm was stopped while the modules were loaded, and nothing has begun.
if (isUnderNpm && isParentGone()) process.exit(0);

await runLocal({
  args: process.argv.slice(2),
  variables: process.env,
  write: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  log,
  clock: systemClock,
  exit: (code) => process.exit(code),
  onStopSignal: (run) => {
    // If npm did not start this process, it may be meant to outlive its parent.
    const forgetParent = isUnderNpm ? onParentGone(run) : () => {};
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        // If the parent dies of the same signal, its end must not count as a second request to stop.
        forgetParent();
        run();
      });
  },
  ensurePages: (progress) => ensureSpa(repository, progress),
  compose,
});
