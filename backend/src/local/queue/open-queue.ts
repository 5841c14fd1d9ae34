import type { QueueName } from '../../contract/index.ts';
import { MOST_DELIVERIES, queueTable } from '../../queues/messages.ts';
import type { LocalTable } from '../data-folder/open-local-table.ts';
import { systemClock } from '../process/schedule.ts';
import type { LocalQueueOptions } from './queue-memory.ts';
import { createLocalQueue, type LocalQueue } from './queue.ts';

/** Opens one queue. Its settings are those of SQS, except for the retry delay, because only one reader uses this machine. */
export const openQueue = (
  name: QueueName,
  { queues: rows }: Pick<LocalTable, 'queues'>,
  given: Pick<LocalQueueOptions, 'retryDelay' | 'log' | 'watch'>,
): Promise<LocalQueue> =>
  createLocalQueue({
    name,
    rows,
    visibilityTimeout: 900,
    maxReceiveCount: MOST_DELIVERIES,
    ...queueTable[name].local,
    clock: systemClock,
    ...given,
  });
