import type { QueueDepth, QueueName } from '../contract/index.ts';

/** A dead letter as its queue has it. */
export type StoredDeadLetter = {
  message_id: string;
  body: string;
  sent_at: Date;
  /** Why the queue gave it up; null where the queue does not know. */
  reason: string | null;
};

/** The deployment's queues as their owner deals with them. */
export type OwnedQueues = {
  depth: (queue: QueueName) => Promise<QueueDepth>;
  /** At most `limit`; what is looked at stays where it is. */
  deadLetters: (queue: QueueName, limit: number) => Promise<StoredDeadLetter[]>;
  /** Sends all dead letters to be tried again; answers with how many, 0 also while the last call is still at it. */
  redrive: (queue: QueueName) => Promise<number>;
};
