import { join } from 'node:path';
import { systemClock } from './process/clock.ts';
import { compose } from './compose.ts';
import { createLog } from './process/log.ts';
import { onParentGone } from './process/parent.ts';
import { runLocal } from './run.ts';
import { ensureSpa } from './http/spa.ts';

const repository = join(import.meta.dirname, '..', '..', '..');
const isUnderNpm = process.env['npm_lifecycle_event'] === 'start';
const log = createLog(
  (line) => process.stderr.write(line),
  systemClock.now,
  process.env['LOG_LEVEL'] || 'warn',
);

// Whoever reads our output may go away first; unheard, that would come back as an uncaught error, over and over.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// Nothing restarts this process, and all it stores bears being cut off at any point: it reports and goes on.
process.on('uncaughtException', (error) => log.error('uncaught error', { error }));
process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }));

// Whatever is written from here on is its owner's alone.
process.umask(0o077);

await runLocal({
  args: process.argv.slice(2),
  variables: process.env,
  write: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  log,
  clock: systemClock,
  exit: (code) => process.exit(code),
  onStopSignal: (run) => {
    // Started otherwise than by npm, this process may be meant to outlive its parent.
    const forgetParent = isUnderNpm ? onParentGone(run) : () => {};
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        // A parent that dies of the same signal is no second one.
        forgetParent();
        run();
      });
  },
  ensurePages: (progress) => ensureSpa(repository, progress),
  compose,
});
