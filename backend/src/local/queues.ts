import { join } from 'node:path';
import type { Log } from '../logging/log.ts';
import { takeFormerJournal } from './queue/former-journal.ts';
import { openQueue, type LocalQueue } from './queue/queue.ts';
import type { StorageWatch } from './process/storage-watch.ts';
import type { LocalTable } from './data-folder/open-local-table.ts';
import { queueName, type QueueName } from '../contract/index.ts';
import type { OwnedQueues } from '../owner/queues.ts';

/** Opens each queue, one after the other. */
async function openEach(
  open: (queue: QueueName) => Promise<LocalQueue>,
): Promise<Record<QueueName, LocalQueue>>;
async function openEach(
  open: (queue: QueueName) => Promise<LocalQueue>,
): Promise<Record<string, LocalQueue>> {
  const opened: [QueueName, LocalQueue][] = [];
  for (const queue of queueName.options) opened.push([queue, await open(queue)]);
  return Object.fromEntries(opened);
}

/** Opens the queues, whose messages are in the table's file. The retry delay is in seconds. */
export const openQueues = async (
  table: Pick<LocalTable, 'queues' | 'sync'>,
  dataDirectory: string,
  retryDelay: number,
  watch: StorageWatch,
  log: Log,
) => {
  for (const former of ['fetch', 'score', 'jobs', 'pages'])
    await takeFormerJournal(table, join(dataDirectory, 'queues'), former, log);
  return openEach((name) => openQueue(name, table, { retryDelay, log, watch }));
};

type Queues = Record<QueueName, Pick<LocalQueue, 'depth' | 'deadLetters' | 'redrive'>>;

/** The queues of this process for the owner's endpoints. */
export const createOwnedQueues = (queues: Queues): OwnedQueues => ({
  depth: (queue) => {
    const { queued, in_flight, dead } = queues[queue].depth();
    return Promise.resolve({ queue, waiting: queued, in_flight, dead_letters: dead });
  },
  deadLetters: (queue, limit) =>
    Promise.resolve(
      queues[queue]
        .deadLetters()
        .slice(0, limit)
        .map(({ message_id, body, sent_at, reason }) => ({ message_id, body, sent_at, reason })),
    ),
  redrive: (queue) => queues[queue].redrive(),
});
