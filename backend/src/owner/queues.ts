import type { QueueDepth, QueueName } from '../contract/index.ts';

/** A dead letter in the form in which its queue holds it. */
export type StoredDeadLetter = {
  message_id: string;
  body: string;
  sent_at: Date;
  /** The reason why the queue gave it up; null if the queue does not know it. */
  reason: string | null;
};

/** The deployment's queues for its owner. */
export type OwnedQueues = {
  depth: (queue: QueueName) => Promise<QueueDepth>;
  /** Returns at most `limit` dead letters, which stay in the queue. */
  deadLetters: (queue: QueueName, limit: number) => Promise<StoredDeadLetter[]>;
  /** Sends all dead letters to be tried again. Returns their number, or 0 while the previous call is still running. */
  redrive: (queue: QueueName) => Promise<number>;
};
