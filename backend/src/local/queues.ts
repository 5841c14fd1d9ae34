import { join } from 'node:path';
import type { Log } from '../logging/log.ts';
import { systemClock } from './process/clock.ts';
import { createLocalQueue } from './queue/queue.ts';
import type { LocalQueueOptions } from './queue/queue-types.ts';
import type { StorageWatch } from './process/storage-watch.ts';

/** The settings of the SQS queues, except for the retry delay, because only one reader uses this machine. */
const defaults = { visibilityTimeout: 900, maxReceiveCount: 5 };

/** Opens the queues of a data folder with their messages. The retry delay is in seconds. */
export const openQueues = async (
  dataDirectory: string,
  retryDelay: number,
  watch: StorageWatch,
  log: Log,
) => {
  const open = (name: string, options: Pick<LocalQueueOptions, 'isFifo' | 'batchSize' | 'concurrency'>) =>
    createLocalQueue({
      name,
      directory: join(dataDirectory, 'queues'),
      ...defaults,
      retryDelay,
      ...options,
      clock: systemClock,
      log,
      watch,
    });
  return {
    fetch: await open('fetch', { isFifo: true, batchSize: 10, concurrency: 4 }),
    score: await open('score', { isFifo: false, batchSize: 1, concurrency: 2 }),
    jobs: await open('jobs', { isFifo: false, batchSize: 1, concurrency: 2 }),
    pages: await open('pages', { isFifo: false, batchSize: 1, concurrency: 4 }),
  };
};
