import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../../src/local/process/schedule.ts';
import { openLocalTable } from '../../../src/local/data-folder/open-local-table.ts';
import { createLocalQueue } from '../../../src/local/queue/queue.ts';

/**
 * Sends numbered messages. Writes `sent <n>` when a message is stored and `done <n>` when it is finished, to a file,
 * because text in a pipe is lost when the process dies. Its output only shows that the process makes progress.
 */
const [directory = '', first = '0'] = process.argv.slice(2);
const note = (text: string) => {
  appendFileSync(join(directory, 'notes.txt'), `${text}\n`);
  process.stdout.write('.');
};

const table = await openLocalTable(directory);
const queue = await createLocalQueue({
  name: 'killed',
  rows: table.queues,
  batchSize: 2,
  concurrency: 3,
  visibilityTimeout: 60,
  retryDelay: 0,
  maxReceiveCount: 3,
  clock: systemClock,
  log: { info: () => {}, warn: () => {}, error: () => {} },
});

// A message that is killed too often becomes a dead letter; a redrive queues it again.
if (first === 'drain') await queue.redrive();
queue.start(async (event) => {
  await pause(2);
  for (const { body } of event.Records) note(`done ${body}`);
  return { batchItemFailures: [] };
});

if (first === 'drain') {
  await queue.idle();
  await queue.stop();
  table.close();
} else {
  for (let n = Number(first); ; n += 1) {
    await queue.send([{ body: String(n) }]);
    note(`sent ${n}`);
  }
}
