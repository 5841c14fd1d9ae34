import type { QueueName } from '../contract/index.ts';
import type { OwnedQueues } from '../owner/queues.ts';
import type { LocalQueue } from './queue/queue-types.ts';

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
